import type { Why } from "./analysis";
import { type Assignment, isSafeAssignment, systemProgram } from "./command";
import { readOnlyGit } from "./git";
import { problemOfOperand, tellApart } from "./options";
import { ANY_ARGUMENT, LISTED, VERSION_QUERIES } from "./readOnlyTable";
import { isHarmlessSingle } from "./tests";
import { isAssignmentText, literalStart, UNKNOWN, type Word } from "./word";

export interface ReadOnlyFacts {
  /** The line left the workspace, or nobody knows where it is: git may read foreign settings. */
  readonly away: boolean;
  /** Judges a text that a shell gets, as a line of its own without allow rules. */
  readonly isAuto: (payload: string) => boolean;
}

/** `read_only` where a command is proven to be, else why not. The program is known and no word has a problem. */
export function readOnly(assignments: readonly Assignment[], words: readonly Word[], facts: ReadOnlyFacts): Why {
  if (!assignments.every(isSafeAssignment)) return "unsafe_variable";
  const [program, ...rest] = words;
  if (!program) return "not_listed";
  if (!program.resolved || program.pattern) return "unresolved_program";
  const name = systemProgram(program.value);
  if (name === undefined) return "not_listed";
  if (rest.length === 1 && VERSION_QUERIES.has(`${name} ${rest[0]?.value}`)) return "read_only";
  const inner = transparent(name, rest, facts);
  if (inner) return typeof inner === "string" ? inner : readOnly([], inner, facts);
  if (ANY_ARGUMENT.has(name)) return "read_only";
  return name === "git" ? readOnlyGit(rest, facts.away) : (own(name, rest) ?? listed(name, rest));
}

/** Programs with a form of their own. */
function own(name: string, rest: readonly Word[]): Why | undefined {
  const [first, second] = rest;
  switch (name) {
    case "printf":
      return first?.resolved && !first.pattern && !first.value.startsWith("-") ? "read_only" : "option_not_listed";
    case "cd":
      return isChange(rest) ? "read_only" : "option_not_listed";
    case "test":
      return isHarmlessSingle(rest) ? "harmless_test" : "unsafe_test";
    case "[":
      return rest.at(-1)?.value === "]" && isHarmlessSingle(rest.slice(0, -1)) ? "harmless_test" : "unsafe_test";
    case "command":
      return (first?.value === "-v" || first?.value === "-V") && second !== undefined ? "read_only" : "not_listed";
    case "jq":
      return jq(rest);
    default:
      return undefined;
  }
}

/** At most one operand and no option. */
function isChange(rest: readonly Word[]): boolean {
  const operands = rest[0]?.value === "--" ? rest.slice(1) : rest;
  const [only] = operands;
  if (operands.length > 1) return false;
  if (!only || only.value === "-") return true;
  return operands === rest ? problemOfOperand(only) === undefined && !only.value.startsWith("-") : !only.splits;
}

function listed(name: string, rest: readonly Word[]): Why {
  const listing = LISTED.get(name);
  if (!listing) return "not_listed";
  const told = tellApart(rest, listing);
  if (typeof told === "string") return told;
  if (name === "date" && !told.operands.every((word) => literalStart(word).startsWith("+"))) return "option_not_listed";
  if (name === "sed") return sed(told.options, told.operands);
  return "read_only";
}

function sed(options: readonly string[], [script]: readonly Word[]): Why {
  const isQuiet = options.some((option) => option === "-n" || option === "--quiet" || option === "--silent");
  return isQuiet && script?.resolved && !script.pattern && SED_SCRIPT.test(script.value)
    ? "read_only"
    : "option_not_listed";
}

/** Where an expression ends must be beyond doubt: no escaped slash, no bracket that stays open. */
const EXPRESSION = String.raw`(?:[^/\n;\\[\]]|\\[^/\n;c]|\[\^?\]?[^/\n;\\\]]*\]|\])+`;
const ADDRESS = String.raw`(?:\d+|\$|/${EXPRESSION}/)`;
const PRINT = `${ADDRESS}(?:,${ADDRESS})?p`;
const SED_SCRIPT = new RegExp(`^${PRINT}(?:;${PRINT})*(?:;\\d+q)?$`);

/** `--arg` and its like take a name and a value; the first operand is the program. */
function jq(rest: readonly Word[]): Why {
  const others: Word[] = [];
  for (let at = 0; at < rest.length; at += 1) {
    const word = rest[at] as Word;
    if (word.value === "--") {
      others.push(...rest.slice(at));
      break;
    }
    if (word.value !== "--arg" && word.value !== "--argjson") {
      others.push(word);
      continue;
    }
    const values = rest.slice(at + 1, at + 3);
    if (values.length < 2) return "option_not_listed";
    if (values.some((value) => value.splits || (!value.resolved && !value.quoted))) return "unresolved_argument";
    if (values.some((value) => value.leadingPattern)) return "pattern_argument";
    at += 2;
  }
  const listing = LISTED.get("jq");
  const told = listing ? tellApart(others, listing) : "not_listed";
  if (typeof told === "string") return told;
  const [program] = told.operands;
  if (!program?.resolved || program.pattern) return "unresolved_argument";
  return /\b(?:env|import|include)\b|\$ENV/.test(program.value) ? "option_not_listed" : "read_only";
}

/** What a transparent wrapper runs, why it is not transparent here, or nothing when it is no such wrapper. */
function transparent(name: string, rest: readonly Word[], facts: ReadOnlyFacts): readonly Word[] | Why | undefined {
  switch (name) {
    case "time":
      return behind(rest, rest[0]?.value === "-p" ? 1 : 0);
    case "nice":
      return behind(rest, niceness(rest));
    case "timeout":
      return behind(rest, timeLimit(rest));
    case "stdbuf":
      return behind(rest, bufferings(rest));
    case "command":
      return isLiteral(rest[0]) && !rest[0]?.value.startsWith("-") ? rest : undefined;
    case "env":
      return behind(rest, safeVariables(rest));
    case "sh":
    case "bash":
    case "dash":
      return payload(name, rest, facts);
    default:
      return undefined;
  }
}

function behind(rest: readonly Word[], skipped: number | undefined): readonly Word[] | Why {
  if (skipped === undefined || !rest.slice(0, skipped).every(isLiteral)) return "option_not_listed";
  const inner = rest.slice(skipped);
  return inner.length === 0 || inner[0]?.value.startsWith("-") ? "option_not_listed" : inner;
}

function niceness([first, second]: readonly Word[]): number | undefined {
  if (first?.value === "-n") return /^[-+]?\d+$/.test(second?.value ?? "") ? 2 : undefined;
  return /^-n[-+]?\d+$/.test(first?.value ?? "") ? 1 : 0;
}

function timeLimit(rest: readonly Word[]): number | undefined {
  let at = 0;
  for (; at < rest.length; at += 1) {
    const value = rest[at]?.value ?? "";
    if (value === "-k" || value === "-s") at += 1;
    else if (!/^(?:-k\d[\d.]*[smhd]?|-s\w+|--foreground|--preserve-status)$/.test(value)) break;
  }
  return /^\d+(?:\.\d+)?[smhd]?$/.test(rest[at]?.value ?? "") ? at + 1 : undefined;
}

function bufferings(rest: readonly Word[]): number | undefined {
  const count = rest.findIndex(({ value }) => !/^-[ioe](?:L|\d+[A-Za-z]*)$/.test(value));
  return count > 0 ? count : undefined;
}

function safeVariables(rest: readonly Word[]): number | undefined {
  const count = rest.findIndex(({ value }) => !isAssignmentText(value));
  const names = rest.slice(0, Math.max(0, count)).map((word) => ({
    name: /^\w+/.exec(word.value)?.[0] ?? "",
    value: word,
    text: word.source,
  }));
  return count >= 0 && names.every(isSafeAssignment) ? count : undefined;
}

/** What other shells read otherwise: to them `[[` is a program, and `>` inside of it writes. */
const BASH_ALONE = /\[\[|\$['"[]|&>|<<<|[<>]\(|\|&|;;?&|>&(?![\d-])|\{[^}]*(?:,|\.\.)/;

/** The literal text of `sh -c`, with nothing after it, is a line of its own. */
function payload(shell: string, rest: readonly Word[], { isAuto }: ReadOnlyFacts): Why {
  const [option, text, more] = rest;
  if (option?.value !== "-c" && option?.value !== "-lc") return "not_listed";
  if (!text || more || !isLiteral(text)) return "not_listed";
  if (shell !== "bash" && BASH_ALONE.test(text.value)) return "not_listed";
  return isAuto(text.value) ? "read_only" : "not_listed";
}

const isLiteral = (word: Word | undefined): boolean =>
  word?.resolved === true && !word.pattern && !word.value.includes(UNKNOWN);
