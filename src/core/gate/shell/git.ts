import type { Why } from "./analysis";
import { BRANCH, BRANCH_LISTS, DIFF, GIT_GLOBALS, GIT_VERBS, LOG, TAG } from "./gitTable";
import { type Told, tellApart } from "./options";
import type { Listing } from "./readOnlyTable";
import { UNKNOWN, type Word } from "./word";

/** The verb of a git command with what stands before and after it; nothing where an option before it is not listed. */
export interface GitCommand {
  readonly verb: string;
  readonly folder: string;
  readonly rest: readonly Word[];
}

export function gitCommand(words: readonly Word[]): GitCommand | undefined {
  let folder = "";
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] as Word;
    if (!word.resolved || word.pattern) return undefined;
    if (word.value === "-C") {
      const next = words[at + 1];
      if (!next || !isInnerFolder(next)) return undefined;
      folder = folder === "" ? next.value : `${folder}/${next.value}`;
      at += 1;
    } else if (!GIT_GLOBALS.has(word.value)) {
      return word.value.startsWith("-") && !VERSION.has(word.value)
        ? undefined
        : { verb: word.value, folder, rest: words.slice(at + 1) };
    }
  }
  return undefined;
}

const VERSION: ReadonlySet<string> = new Set(["--version"]);

/** One literal relative path that does not lead up. */
export function isInnerFolder(word: Word): boolean {
  const { value, resolved, pattern, tilde } = word;
  if (!resolved || pattern || tilde || value === "") return false;
  return !/^[-/~\\]|^[A-Za-z]:/.test(value) && !value.split(/[\\/]/).includes("..");
}

/** Judges the words behind `git`. Settings of a repository name programs: elsewhere no read is only a read. */
export function readOnlyGit(words: readonly Word[], away: boolean): Why {
  const command = gitCommand(words);
  if (!command) return words.some(({ resolved }) => !resolved) ? "unresolved_argument" : "option_not_listed";
  const { verb, rest } = command;
  if (verb === "version" || verb === "--version") return rest.length === 0 ? "read_only" : "option_not_listed";
  if (away) return "left_workspace";
  const listing = GIT_VERBS.get(verb);
  return listing ? ofListing(rest, listing) : special(verb, rest);
}

function ofListing(rest: readonly Word[], listing: Listing, fits: (told: Told) => boolean = () => true): Why {
  const told = tellApart(rest, listing);
  if (typeof told === "string") return told;
  if (takesOption(rest, told)) return "option_not_listed";
  for (const { option, value } of told.values) {
    if (option !== "--format" && option !== "--pretty") continue;
    if (value.includes(UNKNOWN)) return "unresolved_argument";
    // Checks signatures, by a program that settings name.
    if (/%G|%\(signature/i.test(value)) return "option_not_listed";
  }
  return fits(told) ? "read_only" : "option_not_listed";
}

/** Some options have their value only behind `=`: the next word, when it looks like an option, is one. */
function takesOption(rest: readonly Word[], { values }: Told): boolean {
  const words = new Set(rest.map(({ value }) => value));
  return values.some(({ option, value }) => /^-[A-Za-z-]/.test(value) && words.has(value) && !TEXTS.has(option));
}

const TEXTS: ReadonlySet<string> = new Set(["-e", "--grep", "-S", "-G", "--author", "--committer"]);

function special(verb: string, rest: readonly Word[]): Why {
  const [first, ...more] = rest;
  const is = (...words: string[]): boolean =>
    rest.length === words.length && words.every((w, at) => rest[at]?.value === w);
  switch (verb) {
    case "branch":
      return ofListing(rest, BRANCH, (told) => isBranchList(told, rest.length));
    case "tag":
      return ofListing(rest, TAG, ({ options, operands }) => operands.length === 0 || lists(options));
    case "remote":
      if (first?.value === "get-url") return more.length === 1 && isName(more[0]) ? "read_only" : "option_not_listed";
      return is() || is("-v") ? "read_only" : "option_not_listed";
    case "stash":
      if (first?.value === "list") return ofListing(more, LOG);
      return first?.value === "show" ? ofListing(more, DIFF) : "not_listed";
    case "config": {
      const isGet = first?.value === "--get" || first?.value === "--get-all";
      return isGet && more.length === 1 && isName(more[0]) ? "read_only" : "option_not_listed";
    }
    case "reflog":
      return is() || is("show") ? "read_only" : "option_not_listed";
    case "worktree":
      return is("list") ? "read_only" : "option_not_listed";
    default:
      return "not_listed";
  }
}

const lists = (options: readonly string[]): boolean => options.some((option) => option === "-l" || option === "--list");

function isBranchList({ options, operands }: Told, count: number): boolean {
  if (operands.length > 0) return lists(options);
  return count === 0 || options.some((option) => BRANCH_LISTS.has(option));
}

const isName = (word: Word | undefined): boolean =>
  word?.resolved === true && !word.pattern && !word.value.startsWith("-");
