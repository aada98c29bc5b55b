import type { ApprovalNote } from "../../shared/approval";
import type { FileSnapshot } from "../operations/files";

/** What a person must know of a write beside its diff, before they allow it. */
export function writeNotes({ source, atomic }: FileSnapshot): readonly ApprovalNote[] {
  return [
    ...(source === "editor" ? ["saves_unsaved" as const] : []),
    ...(atomic === false ? ["not_atomic" as const] : []),
  ];
}
