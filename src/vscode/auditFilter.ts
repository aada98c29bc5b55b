import { l10n, type QuickPickItem, window } from "vscode";
import type { AuditRecord } from "../shared/approval";
import { plainLabel } from "./plainLabel";

/** Which decisions are wanted. `everywhere`: of all sessions of this workspace. */
export type AuditFilter =
  | { readonly kind: "session" | "denied" | "asked" | "unasked" | "everywhere" }
  | { readonly kind: "text"; readonly text: string };

/** It ran, and no person was asked. */
export const ranUnasked = ({ outcome, by }: AuditRecord): boolean => outcome === "allow" && by !== "user";

export function matching(records: readonly AuditRecord[], filter: AuditFilter): readonly AuditRecord[] {
  switch (filter.kind) {
    case "session":
    case "everywhere":
      return records;
    case "denied":
      return records.filter(({ outcome }) => outcome === "deny");
    case "asked":
      return records.filter(({ asked }) => asked);
    case "unasked":
      return records.filter(ranUnasked);
    case "text":
      return records.filter((record) => has(record, filter.text));
    default:
      return filter satisfies never;
  }
}

/** In whatever a record says, as it stands in the log. */
function has(record: AuditRecord, text: string): boolean {
  const wanted = text.toLowerCase();
  const { argsHash: _, ...said } = record;
  return Object.values(said).some((value) => textOf(value).toLowerCase().includes(wanted));
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value ?? ""));

export function filterWords(filter: AuditFilter): string {
  switch (filter.kind) {
    case "session":
      return l10n.t("All of this session");
    case "denied":
      return l10n.t("Denied in this session");
    case "asked":
      return l10n.t("Asked in this session");
    case "unasked":
      return l10n.t("Ran without asking in this session");
    case "everywhere":
      return l10n.t("All sessions of this workspace");
    case "text":
      return l10n.t("With the text: {0}", plainLabel(filter.text, 100));
    default:
      return filter satisfies never;
  }
}

type Item = QuickPickItem & { readonly filter: AuditFilter };

const KINDS = ["session", "denied", "asked", "unasked", "everywhere"] as const;

/** A person chooses, or writes what the records must say. Nothing when they go away. */
export function pickFilter(records: readonly AuditRecord[], title: string): Promise<AuditFilter | undefined> {
  const picker = window.createQuickPick<Item>();
  picker.title = title;
  picker.placeholder = l10n.t("Choose, or write what the records must say");
  const fixed = KINDS.map((kind) => itemOf({ kind }, records));
  const offer = () => {
    const text = picker.value.trim();
    picker.items = text === "" ? fixed : [itemOf({ kind: "text", text }, records), ...fixed];
  };
  offer();
  return new Promise((resolve) => {
    picker.onDidChangeValue(offer);
    picker.onDidAccept(() => {
      resolve(picker.selectedItems[0]?.filter);
      picker.hide();
    });
    picker.onDidHide(() => {
      resolve(undefined);
      picker.dispose();
    });
    picker.show();
  });
}

function itemOf(filter: AuditFilter, records: readonly AuditRecord[]): Item {
  // How many there are elsewhere nobody has read yet.
  const count = filter.kind === "everywhere" ? {} : { description: String(matching(records, filter).length) };
  return { label: filterWords(filter), filter, ...count, alwaysShow: filter.kind === "text" };
}
