import { join, relative } from "node:path";
import { isInside } from "./paths";

/** A path in one folder, told by another name of that folder; nothing when it is not in there. */
export function rebase(path: string, from: string, to: string): string | undefined {
  return isInside(path, from) ? join(to, relative(from, path)) : undefined;
}
