import type { GitPrint } from "./analysis";
import type { GitCommand } from "./git";
import { DIFF, GIT_VERBS, LOG } from "./gitTable";
import { type Told, tellApart } from "./options";
import { type Listing, options } from "./readOnlyTable";
import type { Word } from "./word";

/**
 * What git prints of files that nobody names: a patch is of whatever has changed. In doubt it prints, and out of the
 * history as well. `words`: all behind `git`.
 */
export function printOf({ verb, rest }: GitCommand, words: readonly Word[], folder: string): GitPrint | undefined {
  const [first, ...more] = rest;
  if (verb === "stash") {
    if (first?.value === "list") return ofPatches(more, LOG, "asked", { folder });
    return first?.value === "show" ? ofPatches(more, DIFF, "always", { folder }) : undefined;
  }
  if (WHOLE.has(verb)) return { folder, paths: [], words: [], history: true };
  const when = PATCHES.get(verb);
  const listing = GIT_VERBS.get(verb);
  if (!when || !listing) return undefined;
  const mayName = !words.some(({ value }) => value === "--icase-pathspecs");
  return ofPatches(rest, listing, when, { folder, verb, mayName });
}

/** Not among what only reads: a rule lets them run. */
const WHOLE = options("archive diff-files diff-index diff-tree fast-export format-patch range-diff whatchanged");

/** When a verb prints: always, unless an option says that names are enough, or only where it is asked to. */
const PATCHES: ReadonlyMap<string, "always" | "asked"> = new Map([
  ["diff", "always"],
  ["show", "always"],
  ["grep", "always"],
  ["cat-file", "always"],
  ["log", "asked"],
  ["status", "asked"],
] as const);

const LOUD = options(
  `-p -u -U -v --patch --unified --patch-with-raw --patch-with-stat --binary --check --color-words --verbose --word-diff
   --word-diff-regex -W --function-context -L`,
);
const QUIET = options(
  `-s -q --no-patch --quiet --name-only --name-status --stat --numstat --shortstat --summary --compact-summary --dirstat
   --raw`,
);
const OF_OBJECT = options("-e -s -t");
/** Git looks at files under names that they had before. */
const FOLLOWS = options("--follow -L");
/** Could be the hash of a file's content, which `show` prints whatever else it is told. */
const HASH = /[\da-f]{4}/i;
/** A file as it was: the words name it, and it is judged as any that is named. */
const NAMED = /^(?:[\w./~^@-]|@\{[\w-]+\})*:(?:[0-3]:)?[\w.][^:]*$/;

interface Where {
  readonly folder: string;
  /** Absent: one whose words in front of `--` are never paths. */
  readonly verb?: string;
  readonly mayName?: boolean;
}

function ofPatches(
  rest: readonly Word[],
  listing: Listing,
  when: "always" | "asked",
  where: Where,
): GitPrint | undefined {
  const { folder, verb, mayName = false } = where;
  const dashes = rest.findIndex(({ value, resolved }) => resolved && value === "--");
  const told = tellApart(dashes < 0 ? rest : rest.slice(0, dashes), listing);
  const all: GitPrint = { folder, paths: [], words: [], history: true };
  if (typeof told === "string") return all;
  if (isSilent(told, when, verb)) return undefined;
  const operands = told.operands.map(({ value }) => value);
  if (isNamed(told, operands, verb)) return undefined;
  const paths = dashes < 0 ? [] : rest.slice(dashes + 1).map(({ value }) => value);
  const narrows = mayName && !told.options.some((option) => FOLLOWS.has(option));
  if (verb === "grep")
    return { ...all, paths: narrows ? paths : [], history: operands.length > (hasPattern(told) ? 0 : 1) };
  const isPast = verb !== "diff" || told.options.some((option) => STAGED.has(option));
  return {
    folder,
    paths: narrows ? paths : [],
    words: narrows ? operands : [],
    history: isPast || (!narrows && operands.length > 0),
  };
}

const STAGED = options("--cached --staged --merge-base");
const hasPattern = (told: Told): boolean => told.options.includes("-e");

function isSilent({ options: given, operands }: Told, when: "always" | "asked", verb: string | undefined): boolean {
  const has = (set: ReadonlySet<string>): boolean => given.some((option) => set.has(option));
  if (verb === "grep") return false;
  if (verb === "cat-file") return has(OF_OBJECT);
  if (verb === "show" && operands.some(({ value }) => HASH.test(value))) return false;
  return !has(LOUD) && (when === "asked" || has(QUIET));
}

function isNamed({ options: given }: Told, operands: readonly string[], verb: string | undefined): boolean {
  if (verb !== "show" && verb !== "cat-file") return false;
  const isPlain = given.every((option) => verb === "cat-file" && option === "-p");
  return isPlain && operands.length > 0 && operands.every((operand) => NAMED.test(operand));
}
