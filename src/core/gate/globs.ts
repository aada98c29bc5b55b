import ignore, { type Ignore } from "ignore";
import type { PathFacts } from "../operations/files";
import { expandBraces, MAX_ALTERNATIVES } from "./braces";
import { foldName, type Naming, namesOf } from "./pathNames";

/**
 * Globs of rules and laws, by `ignore` (the project has it, and people know its patterns): `*` stays in
 * one folder, `**` does not, `{a,b}` is either, and all of it starts at the root that holds the path.
 */
const MAX_LENGTH = 500;
const MAX_KEPT = 1_000;
const SPECIAL = /[*?[\]{}!#\\ ]/g;

/** Why a text is no glob of ours; nothing when it is. What would match nothing in silence is refused here. */
export function whyNoGlob(glob: string): string | undefined {
  if (glob.trim() === "") return "it is empty";
  if (glob.length > MAX_LENGTH) return `it has more than ${MAX_LENGTH} characters`;
  if (glob.startsWith("!")) return "a glob can't begin with !";
  if (glob.split(/[\\/]/).includes("..")) return "a glob can't leave its root";
  if (/^~|^[a-z]:[\\/]|^\w+:\/\//i.test(glob)) return "a glob starts at the root, not elsewhere";
  if (/(?<!\\)(\\\\)*\\$/.test(glob)) return "a glob can't end with \\";
  if (hasReversedRange(glob)) return "a range of characters runs backwards";
  if (expandBraces(glob).length >= MAX_ALTERNATIVES) return "it has too many alternatives in braces";
  return undefined;
}

/** A glob for exactly this path below its root. */
export function globFor(below: readonly string[]): string {
  return below.map((name) => name.replace(SPECIAL, "\\$&")).join("/");
}

/** The names of a path below its root, as the volume spells them; none for the root itself and outside of all. */
export function namesBelowRoot({ real, root }: PathFacts, { windows }: Pick<Naming, "windows">): readonly string[] {
  if (!root) return [];
  const naming = { foldsCase: false, windows };
  return namesOf(real, naming).slice(namesOf(root.path, naming).length);
}

/** For what allows: the glob names this very path. A folder does not stand for what is in it. */
export function covers(glob: string, path: PathFacts, naming: Naming): boolean {
  const below = belowRoot(path, naming);
  return below !== "" && matcherOf("narrow", glob, naming).ignores(below);
}

/** For what tightens: the glob names this path or a folder above it. */
export function touches(glob: string, path: PathFacts, naming: Naming): boolean {
  const below = belowRoot(path, naming);
  if (below === "") return false;
  return matcherOf("wide", glob, naming).ignores(path.kind === "folder" ? `${below}/` : below);
}

/** For writes that tighten: a folder that is written as a whole may hold what the glob names. */
export function reaches(glob: string, path: PathFacts, naming: Naming): boolean {
  if (touches(glob, path, naming)) return true;
  if (path.kind !== "folder" || !path.root) return false;
  const below = belowRoot(path, naming);
  return patternsOf(glob, naming).some((pattern) => mayLieIn(literalHead(pattern.slice(1)), below));
}

/** Either may hold the other: of a glob only the beginning without wildcards is known. */
function mayLieIn(head: string, folder: string): boolean {
  const [inner, outer] = [`${head}/`, `${folder}/`];
  return head === "" || folder === "" || inner.startsWith(outer) || outer.startsWith(inner);
}

function literalHead(pattern: string): string {
  const names = pattern.split("/");
  const wild = names.findIndex((name) => /[*?[\\]/.test(name));
  return names.slice(0, wild < 0 ? names.length : wild).join("/");
}

function belowRoot(path: PathFacts, naming: Naming): string {
  const below = namesBelowRoot(path, naming).join("/");
  return naming.foldsCase ? foldName(below) : below;
}

const matchers = new Map<string, Ignore>();

function matcherOf(reach: "narrow" | "wide", glob: string, naming: Naming): Ignore {
  const key = `${reach} ${naming.foldsCase} ${naming.windows} ${glob}`;
  const known = matchers.get(key);
  if (known) return known;
  if (matchers.size >= MAX_KEPT) matchers.clear();
  const patterns = patternsOf(glob, naming);
  // A folder that matches would stand for all in it: each pattern is taken back for folders.
  const back = reach === "narrow" ? patterns.map((pattern) => `!${pattern}/`) : [];
  // Case is folded before, and further than the matcher would.
  const made = ignore({ ignorecase: false }).add([...patterns, ...back]);
  matchers.set(key, made);
  return made;
}

/** Each with a slash in front, which anchors it; what follows a slash at the end is all that is in the folder. */
function patternsOf(glob: string, { foldsCase, windows }: Naming): readonly string[] {
  // There a backslash parts names, except before what a name may hold and a glob may mean.
  const slashed = windows ? glob.replace(/\\(?![[\]{}!# ])/g, "/") : glob;
  const folded = foldsCase ? foldName(slashed) : slashed;
  const plain = folded.replace(/^(\.?\/)+/, "").replace(/\/+$/, "/**");
  return expandBraces(plain).map((each) => `/${each}`);
}

/** Such a range matches nothing. */
function hasReversedRange(glob: string): boolean {
  const sets = glob.match(/(?<!\\)\[[^\]]*\]/g) ?? [];
  return sets.some((set) => [...set.matchAll(/([^\\[])-([^\]])/g)].some(([, from = "", to = ""]) => from > to));
}
