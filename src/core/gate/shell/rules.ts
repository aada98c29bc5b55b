import type { ShellName, ShellRules } from "./analysis";
import { type Assignment, isSafeAssignment, looseProgram, systemProgram } from "./command";
import { VALUED_OPTIONS } from "./ruleTable";
import { isOption } from "./views";
import { isAssignmentText, literalStart, type Word } from "./word";

/** One rule as the user wrote it, read once. */
export interface Rule {
  readonly source: string;
  /** Variables that an allow rule spells, then the words. */
  readonly variables: readonly string[];
  readonly words: readonly string[];
  /** Options ignore case and may be shortened. */
  readonly fold?: true;
  /** Covers one whole simple command. */
  readonly expression?: RegExp;
}

export interface CompiledRules {
  readonly allow: readonly Rule[];
  readonly ask: readonly Rule[];
  readonly deny: readonly Rule[];
}

const compiled = new WeakMap<ShellRules, CompiledRules>();

export function compileRules(rules: ShellRules): CompiledRules {
  const known = compiled.get(rules);
  if (known) return known;
  const read = (sources: readonly string[], wide: boolean): readonly Rule[] =>
    sources.flatMap((source) => readRule(source, wide));
  const fresh = { allow: read(rules.allow, false), ask: read(rules.ask, true), deny: read(rules.deny, true) };
  compiled.set(rules, fresh);
  return fresh;
}

/** An empty rule, and an expression that does not compile, match nothing. */
function readRule(source: string, wide: boolean): readonly Rule[] {
  const [, body, flags] = EXPRESSION.exec(source.trim()) ?? [];
  const plain = plainRule(source);
  if (body === undefined && flags === undefined) return plain;
  const expression = expressionOf(body ?? "", flags ?? "");
  const found = expression ? [{ source, variables: [], words: [], expression }] : [];
  // `/bin/rm` could be a path too: a rule that forbids is then taken for both.
  return wide && flags !== "" ? [...found, ...plain] : found;
}

const EXPRESSION = /^\/([\s\S]*)\/([A-Za-z]*)$/;

/** Why a rule for commands can match nothing; nothing when it can. */
export function whyNoCommandRule(source: string): string | undefined {
  const [, body, flags = ""] = EXPRESSION.exec(source.trim()) ?? [];
  if (body !== undefined && expressionOf(body, flags) === undefined) return "it is no regular expression";
  const joins = body === undefined && splitRule(source).some((word) => /^(&&?|\|\|?|;)$/.test(word));
  return joins ? "a rule is for one command alone, without && || ; |" : undefined;
}

function expressionOf(body: string, flags: string): RegExp | undefined {
  if (body === "") return undefined;
  try {
    return new RegExp(`^(?:${body})$`, [...new Set(flags)].filter((flag) => "isu".includes(flag)).join(""));
  } catch {
    return undefined;
  }
}

function plainRule(source: string): readonly Rule[] {
  const words = splitRule(source);
  const first = words.findIndex((word) => !isAssignmentText(word));
  if (first < 0) return [];
  return [{ source, variables: words.slice(0, first), words: words.slice(first) }];
}

/** Single and double quotes group. */
function splitRule(source: string): readonly string[] {
  const pieces = source.match(/(?:"[^"]*"|'[^']*'|[^\s"']|["'])+/g) ?? [];
  return pieces.map((piece) => piece.replace(/"([^"]*)"|'([^']*)'/g, (_, double, single) => double ?? single));
}

/** How an allow rule is matched: exactly. */
export interface Allowed {
  readonly assignments: readonly Assignment[];
  readonly words: readonly Word[];
  /** A `cd` stands in the line: rules for paths of the workspace do not count. */
  readonly moved: boolean;
  readonly shell: ShellName;
}

export function allows(rule: Rule, command: Allowed): boolean {
  if (rule.expression) return allowsByExpression(rule.expression, command);
  const { assignments, words, shell } = command;
  if (!spellsVariables(rule.variables, assignments) || rule.words.length > words.length) return false;
  return rule.words.every((word, at) => {
    const mine = words[at] as Word;
    if (!mine.resolved || mine.pattern) return false;
    if (at === 0) return allowsProgram(word, mine.value, command);
    return shell === "pwsh" ? same(word, mine.value) : word === mine.value;
  });
}

const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

function allowsProgram(rule: string, program: string, { moved, shell }: Allowed): boolean {
  if (shell === "pwsh") return allowsPwshProgram(rule, program, moved);
  if (!rule.includes("/")) return systemProgram(program) === rule;
  return !moved && program.includes("/") && isSamePath(rule, program);
}

function allowsPwshProgram(rule: string, program: string, moved: boolean): boolean {
  const [a, b] = [rule.replaceAll("\\", "/").toLowerCase(), program.replaceAll("\\", "/").toLowerCase()];
  if (!a.includes("/")) return !b.includes("/") && a === b;
  return !moved && b.includes("/") && isSamePath(a, b);
}

/** Both from the workspace root. */
function isSamePath(a: string, b: string): boolean {
  const bare = (path: string): string => path.replace(/^\.\//, "");
  const isInner = !/^[/~]|^[a-z]:|(?:^|\/)\.\.(?:\/|$)/i.test(a);
  return isInner && bare(a) === bare(b);
}

/** Unsafe variables must all be spelled, in order, and nothing else may be. */
function spellsVariables(spelled: readonly string[], assignments: readonly Assignment[]): boolean {
  let at = 0;
  for (const assignment of assignments) {
    const { name, value } = assignment;
    const isKnown = value?.resolved === true && value.problem === undefined;
    if (isKnown && spelled[at] === `${name}=${value.value}`) at += 1;
    else if (!isSafeAssignment(assignment)) return false;
  }
  return at === spelled.length;
}

function allowsByExpression(expression: RegExp, { assignments, words, moved }: Allowed): boolean {
  if (!words.every(({ resolved }) => resolved) || !assignments.every(({ value }) => value?.resolved)) return false;
  if (moved && /[/\\]/.test(words[0]?.value ?? "") && systemProgram(words[0]?.value ?? "") === undefined) return false;
  return expression.test(wholeText(assignments, words));
}

/** A simple command as expressions see it. */
function wholeText(assignments: readonly Assignment[], words: readonly Word[]): string {
  const unsafe = assignments.filter((assignment) => !isSafeAssignment(assignment));
  const variables = unsafe.map(({ name, value, text }) => (value?.resolved ? `${name}=${value.value}` : text));
  return [...variables, ...words.map(textOf)].join(" ");
}

const textOf = ({ resolved, value, source }: Word): string => (resolved ? value : source);

export type Hit = "yes" | "maybe" | "no";

/** How deny and ask rules are matched: wide. `maybe`: a word that is only known when it runs could make it match. */
export function hits(rule: Rule, words: readonly Word[], assignments: readonly Assignment[] = []): Hit {
  if (rule.expression) return hitsExpression(rule.expression, words, assignments);
  return hitsWords(rule.words, words, rule.fold);
}

function hitsExpression(expression: RegExp, words: readonly Word[], assignments: readonly Assignment[]): Hit {
  const [program, ...rest] = words;
  if (!program) return "no";
  const texts = [wholeText(assignments, words), wholeText([], words)];
  texts.push([looseProgram(program.value), ...rest.map(textOf)].join(" "));
  if (texts.some((text) => expression.test(text))) return "yes";
  return words.every(({ resolved }) => resolved) ? "no" : "maybe";
}

/** Options of the rule stand anywhere; its other words are the first ones of the command that are no options. */
export function hitsWords(rule: readonly string[], words: readonly Word[], fold = false): Hit {
  const [program] = words;
  const [wanted, ...others] = rule;
  if (!program || wanted === undefined) return "no";
  // A program that is not known asks by itself.
  if (!program.resolved || looseProgram(program.value) !== looseProgram(wanted)) return "no";
  const rest = words.slice(1);
  const verdicts = [
    ...others.filter(looksLikeOption).map((option) => hasOption(option, rest, fold)),
    verbs(
      others.filter((word) => !looksLikeOption(word)),
      looseProgram(program.value),
      rest,
    ),
  ];
  if (verdicts.includes("no")) return "no";
  return verdicts.includes("maybe") ? "maybe" : "yes";
}

const looksLikeOption = (word: string): boolean => /^-./.test(word);

function hasOption(option: string, words: readonly Word[], fold: boolean): Hit {
  if (fold) return words.some((word) => isShortened(literalStart(word), option)) ? "yes" : "no";
  const bundled = /^-[A-Za-z0-9]$/.test(option) ? option[1] : undefined;
  for (const word of words) {
    const start = literalStart(word);
    if (start === option || start.startsWith(`${option}=`)) return "yes";
    if (bundled !== undefined && /^-[A-Za-z0-9]/.test(start) && start.includes(bundled)) return "yes";
  }
  return words.some(couldBeOption) ? "maybe" : "no";
}

/** `-rec` is `-Recurse`. */
function isShortened(given: string, option: string): boolean {
  const name = given.split(":")[0]?.toLowerCase() ?? "";
  return name.length > 1 && option.toLowerCase().startsWith(name);
}

const couldBeOption = (word: Word): boolean => !word.resolved && (word.splits || /^(?:-|$)/.test(literalStart(word)));

function verbs(wanted: readonly string[], program: string, words: readonly Word[]): Hit {
  const valued = VALUED_OPTIONS.get(program);
  let at = 0;
  let isSure = true;
  for (let place = 0; place < words.length && at < wanted.length; place += 1) {
    const word = words[place] as Word;
    if (valued?.has(word.value)) place += 1;
    else if (isOption(word) || word.value === "--") continue;
    else if (word.resolved) {
      if (!same(word.value, wanted[at] as string)) return isSure ? "no" : "maybe";
      at += 1;
    } else {
      // It could be the word, an option, or several of them.
      isSure = false;
      at += 1;
    }
  }
  if (at < wanted.length) return isSure ? "no" : "maybe";
  return isSure ? "yes" : "maybe";
}
