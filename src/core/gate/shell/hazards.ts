import type { Why } from "./analysis";
import { looseProgram } from "./command";
import { isInnerFolder } from "./git";
import { problemOfOperand } from "./options";
import type { Rule } from "./rules";
import { GIT_AFTER, GIT_BEFORE, GIT_GREP, GIT_REBASE, HAZARDS, type Hazard, VALUED_OPTIONS } from "./ruleTable";
import { literalStart, type Word } from "./word";

/** Why an allow rule that matches does not cover this command all the same, or nothing. */
export function uncovered(rule: Rule, words: readonly Word[]): Why | undefined {
  const [program, ...rest] = words;
  if (!program) return "not_listed";
  const found = hazardsIn(looseProgram(program.value), rest);
  if (found.some((word) => !rule.words.includes(word.value))) return "hazard_option";
  if (found.length > 0 && rest.some(({ resolved }) => !resolved)) return "unresolved_argument";
  return undefined;
}

/** Words of the command that make more of it than a rule for it means. */
function hazardsIn(program: string, words: readonly Word[]): readonly Word[] {
  if (program === "git") return gitHazards(words);
  const hazard = HAZARDS.get(program);
  if (!hazard) return [];
  // The first word of tar may be a bundle without its dash.
  const old = program === "tar" && /^[A-Za-z]*I/.test(words[0]?.value ?? "") ? words.slice(0, 1) : [];
  return [...old, ...upToEnd(words, hazard).filter((word) => isHazard(word, hazard))];
}

function upToEnd(words: readonly Word[], { endless }: Hazard): readonly Word[] {
  const end = endless ? -1 : words.findIndex(({ value }) => value === "--");
  return end < 0 ? words : words.slice(0, end);
}

function gitHazards(words: readonly Word[]): readonly Word[] {
  const valued = VALUED_OPTIONS.get("git");
  const found: Word[] = [];
  let at = 0;
  for (; at < words.length && literalStart(words[at] as Word).startsWith("-"); at += 1) {
    const word = words[at] as Word;
    if (word.value === "-C") {
      const folder = words[at + 1];
      if (!folder || !isInnerFolder(folder)) found.push(word);
      at += 1;
      continue;
    }
    if (isHazard(word, GIT_BEFORE) || /^-C/.test(word.value)) found.push(word);
    if (valued?.has(word.value)) at += 1;
  }
  const hazard = AFTER.get(words[at]?.value ?? "") ?? GIT_AFTER;
  return [...found, ...upToEnd(words.slice(at + 1), hazard).filter((word) => isHazard(word, hazard))];
}

const AFTER: ReadonlyMap<string, Hazard> = new Map([
  ["grep", GIT_GREP],
  ["rebase", GIT_REBASE],
]);

function isHazard(word: Word, { short = "", valued = "", long = [], exact = [], also }: Hazard): boolean {
  const value = literalStart(word);
  if (exact.includes(value) || also?.test(value)) return true;
  if (value.startsWith("--")) {
    const name = value.slice(2).split("=")[0] ?? "";
    // Many programs take any beginning of a long option.
    return name !== "" && long.some((option) => option.startsWith(name));
  }
  if (!/^-./.test(value)) return false;
  for (const letter of value.slice(1)) {
    if (short.includes(letter)) return true;
    if (valued.includes(letter)) return false;
  }
  return false;
}

/** Arguments that are only known when it runs must stay arguments: an option could come out of them. */
export function problemOfArguments(words: readonly Word[]): Why | undefined {
  for (const word of words.slice(1)) {
    if (word.value === "--" && word.resolved) return undefined;
    const attached = /^-[^=]*=/.test(literalStart(word)) && !word.splits;
    const why = attached ? undefined : problemOfOperand(word);
    if (why) return why;
  }
  return undefined;
}
