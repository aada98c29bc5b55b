import type { PathUse, ShellEffects } from "./analysis";
import { gitCommand } from "./git";
import { printOf } from "./gitPrints";
import { NO_EFFECTS, readsOf, startingIn } from "./uses";
import { isOption } from "./views";
import type { Word } from "./word";

/** Verbs of git that read files outside the repository when they are named. */
const FILE_READERS: ReadonlySet<string> = new Set(["diff", "grep", "blame"]);
/** Verbs that print what is in files, as they are or as they were. */
const PRINTERS: ReadonlySet<string> = new Set(["diff", "grep", "blame", "show", "log", "cat-file", "stash"]);

/** Where git reads settings, and what it prints. */
export function ofGit(words: readonly Word[], folder: string | undefined): ShellEffects {
  const command = gitCommand(words);
  if (!command) return NO_EFFECTS;
  const { verb, rest, folder: inner } = command;
  if (verb === "version" || verb === "--version") return NO_EFFECTS;
  const where = folder === undefined ? undefined : [folder, inner].filter((part) => part !== "").join("/");
  const read = FILE_READERS.has(verb) ? readsOf(rest, where) : NO_EFFECTS;
  const printed = PRINTERS.has(verb) ? rest.flatMap((word) => printedBy(word, where)) : [];
  const print = where === undefined ? undefined : printOf(command, words, where);
  return {
    ...NO_EFFECTS,
    reads: [...read.reads, ...printed, ...(verb === "grep" ? searched(rest, where) : [])],
    unresolvedReads: PRINTERS.has(verb) ? rest.filter(({ resolved }) => !resolved).map(({ source }) => source) : [],
    gitFolders: where === undefined ? [] : [where],
    gitPrints: print ? [print] : [],
  };
}

/** `REV:path` starts at the root of the repository, `:(glob)path` where git runs. */
function printedBy(word: Word, where: string | undefined): readonly PathUse[] {
  if (!word.resolved || (isOption(word) && !word.value.startsWith("-L"))) return [];
  const value = word.value.slice(0, MAX_WORD);
  const cuts = [...value.matchAll(/:/g)].slice(0, MAX_CUTS).map(({ index }) => value.slice(index + 1));
  const paths = cuts.map((cut) => cut.replace(/^(?:\([^)]*\)|[/!^])+/, ""));
  return [value, ...paths]
    .filter((path) => path !== "")
    .flatMap((path) => [...new Set([where, paths.length > 0 ? "" : where])].map((folder) => tracked(path, folder)));
}

const MAX_WORD = 1_000;
const MAX_CUTS = 8;

function tracked(path: string, folder: string | undefined): PathUse {
  return { path, ...startingIn(folder), tracked: true, ...(/[*?[]/.test(path) && { pattern: true }) };
}

/** All that is tracked, unless it says where. */
function searched(rest: readonly Word[], where: string | undefined): readonly PathUse[] {
  const dashes = rest.findIndex(({ value }) => value === "--");
  const named = dashes < 0 ? [] : rest.slice(dashes + 1);
  const use = (path: string): PathUse => ({ path, ...startingIn(where), recursive: true });
  return named.length === 0 ? [use(".")] : named.flatMap(({ value, resolved }) => (resolved ? [use(value)] : []));
}
