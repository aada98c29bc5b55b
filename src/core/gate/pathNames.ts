import type { Places } from "./verdict";

/** How the volume compares names. */
export type Naming = Pick<Places, "foldsCase" | "windows">;

/** Code points that a case-folding volume leaves out of comparisons (`.g\u200Cit` is `.git` there). */
const IGNORED_BY_VOLUMES = /\p{Default_Ignorable_Code_Point}/gu;

const PLAIN = /^[ -~]*$/;

/** A name, or names in a path, as the volume compares them. Upper case first: it also unites what only has an upper form (U+017F). */
export function foldName(name: string): string {
  if (PLAIN.test(name)) return name.toLowerCase();
  return name.normalize("NFC").replace(IGNORED_BY_VOLUMES, "").toUpperCase().toLowerCase();
}

/** The names along an absolute path, as the volume compares them. */
export function namesOf(path: string, naming: Naming): readonly string[] {
  return comparable(path, naming)
    .split("/")
    .filter((name) => name !== "");
}

/** `path` is `folder` or lies below it. Both absolute and real. */
export function isWithin(path: string, folder: string, naming: Naming): boolean {
  const inner = comparable(path, naming);
  const outer = comparable(folder, naming);
  return inner === outer || inner.startsWith(`${outer}/`);
}

/** Without a slash at its end. Both slashes part names on Windows alone. */
function comparable(path: string, { foldsCase, windows }: Naming): string {
  const slashed = windows ? path.replaceAll("\\", "/") : path;
  const folded = foldsCase ? foldName(slashed) : slashed;
  return folded.endsWith("/") ? folded.slice(0, -1) : folded;
}
