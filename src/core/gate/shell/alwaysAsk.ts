import { looseProgram } from "./command";
import { hitsWords } from "./rules";
import { VALUED_OPTIONS } from "./ruleTable";
import { isOption, readsItsProgram } from "./views";
import { literalStart, UNKNOWN, type Word } from "./word";
import { OTHER_SHELLS, SHELLS } from "./wrapperTable";

const PROGRAMS: ReadonlySet<string> = new Set(
  `rm rmdir unlink shred srm del erase rd sudo doas su pkexec runas gsudo eval source . exec trap dd truncate killall
   pkill`.split(/\s+/),
);
const CHANGES_RIGHTS: ReadonlySet<string> = new Set(["chmod", "chown", "chgrp"]);
const PUBLISHING = ["npm publish", "npm unpublish", "cargo publish", "gh repo delete"].map((rule) => rule.split(" "));

/** A program, and a word that makes it destructive wherever it stands. */
const DESTRUCTIVE: readonly (readonly [program: string, word: string])[] = [
  ["docker", "prune"],
  ["kubectl", "delete"],
  ["terraform", "destroy"],
];

/** Programs of which some calls are always asked; all others need no second look. */
const LOOKED_AT: ReadonlySet<string> = new Set([
  ...SHELLS,
  ...OTHER_SHELLS,
  ...CHANGES_RIGHTS,
  ...DESTRUCTIVE.map(([program]) => program),
  ...PUBLISHING.map(([program = ""]) => program),
  ...["find", "crontab", "git"],
]);

/** What asks each time: an allow rule does not help. One view of a command; an unknown word that could matter counts. */
export function isAlwaysAsked(words: readonly Word[]): boolean {
  const [program] = words;
  if (!program?.resolved) return false;
  const name = looseProgram(program.value);
  if (PROGRAMS.has(name)) return true;
  if (!LOOKED_AT.has(name)) return false;
  if (readsItsProgram(words)) return true;
  const rest = words.slice(1);
  if (name === "find") return rest.some(({ value }) => value === "-delete");
  if (CHANGES_RIGHTS.has(name)) return isRecursive(rest);
  if (name === "crontab") return rest.some(({ value }) => /^-[a-z]*r/.test(value));
  if (name === "git") return isGitAsked(rest);
  if (DESTRUCTIVE.some(([other, word]) => other === name && rest.some(({ value }) => value === word))) return true;
  return PUBLISHING.some((rule) => hitsWords(rule, words) !== "no");
}

export const isRecursive = (words: readonly Word[]): boolean =>
  words.some((word) => /^-[A-Za-z]*R|^--rec/.test(literalStart(word)));

/** The verb of a git command and what follows, whatever stands before. */
function verbOf(words: readonly Word[]): { readonly verb: string; readonly rest: readonly Word[] } | undefined {
  const valued = VALUED_OPTIONS.get("git");
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] as Word;
    if (valued?.has(word.value)) at += 1;
    else if (!isOption(word)) return { verb: word.value.toLowerCase(), rest: words.slice(at + 1) };
  }
  return undefined;
}

const SUBVERBS: ReadonlySet<string> = new Set(["stash", "reflog"]);

function isGitAsked(words: readonly Word[]): boolean {
  const command = verbOf(words);
  if (!command) return false;
  const { verb, rest } = command;
  const has = (letters: string, ...long: string[]): boolean =>
    rest.some((word) => isOneOf(literalStart(word), letters, long));
  const operand = rest.find((word) => !isOption(word));
  // A verb that is only known when it runs could be any of these.
  if (verb.includes(UNKNOWN) || (SUBVERBS.has(verb) && operand?.resolved === false)) return true;
  const first = operand?.value;
  switch (verb) {
    case "reset":
      return has("", "hard");
    case "clean":
      return has("f", "force");
    case "push":
      return (
        has("fd", "force", "force-with-lease", "force-if-includes", "mirror", "delete", "prune") || rest.some(isForced)
      );
    case "checkout":
    case "switch":
      return has("f", "force", "discard-changes");
    case "branch":
      return has("D") || (has("d", "delete") && has("f", "force"));
    case "stash":
      return first === "drop" || first === "clear";
    case "reflog":
      return first === "expire" || first === "delete";
    case "filter-branch":
      return true;
    case "update-ref":
      return has("d");
    default:
      return false;
  }
}

/** A letter in a bundle, or a long option or any beginning of one from three letters on. */
function isOneOf(value: string, letters: string, long: readonly string[]): boolean {
  if (value.startsWith("--")) {
    const name = value.slice(2).split("=")[0] ?? "";
    return name.length > 2 && long.some((option) => option.startsWith(name));
  }
  return /^-[A-Za-z]/.test(value) && [...value.slice(1)].some((letter) => letters.includes(letter));
}

const isForced = (word: Word): boolean => /^[+:]/.test(literalStart(word));

/** SQL clients in a text that throws data away. Programs may stand behind others, as in `docker exec db psql`. */
export const losesData = (text: string): boolean => LOSES.test(text);

export const namesClient = (words: readonly Word[]): boolean =>
  words.some(({ value }) => CLIENTS.has(looseProgram(value)));

const LOSES = /\bdrop\s+(?:table|database|schema)\b|\btruncate\b|\bdelete\s+from\b/i;
const CLIENTS: ReadonlySet<string> = new Set("psql mysql mariadb sqlite3 sqlcmd duckdb clickhouse-client".split(" "));
