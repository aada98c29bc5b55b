import { losesData, namesClient } from "./alwaysAsk";
import type { Analysis, FoundCommand, Part, ShellEffects, ShellRules } from "./analysis";
import { strictestOutcome } from "./analysis";
import { type FoundAt, walkBash } from "./bashWalk";
import { isSafeAssignment } from "./command";
import { effectsOf, joinEffects } from "./effects";
import { joinLines } from "./joinLines";
import { judgeCommand, type Place } from "./judge";
import { foldersAt, isAway, type Move, moveOf } from "./places";
import { readOnly } from "./readOnly";
import { roughCommands } from "./rough";
import { type CompiledRules, compileRules } from "./rules";
import { MAX_LENGTH, textChecks } from "./textChecks";
import { type Node, withLostDashes } from "./tree";
import { NO_EFFECTS } from "./uses";
import { type Views, viewsOf } from "./views";

/** Nothing when the parser gave up. */
export type Parse = (text: string) => readonly Node[] | undefined;

/** What a payload inherits from the line that it stands in. */
interface Around {
  readonly parse: Parse;
  readonly rules: CompiledRules;
  readonly depth: number;
  readonly moved: boolean;
  /** It begins out of the workspace, or nobody knows where. */
  readonly away: boolean;
  /** Where the line may begin; absent when nobody knows. */
  readonly folders: readonly string[] | undefined;
  /** Payloads that were judged: of one text, in one folder, once. */
  readonly payloads: Map<string, Line>;
}

interface Line {
  readonly parts: readonly Part[];
  readonly commands: readonly FoundCommand[];
  readonly effects: ShellEffects;
}

/** Payloads in payloads: deeper ones are not looked at, and ask. */
const MAX_DEPTH = 6;
const MAX_PAYLOADS = 100;
/** Longer texts ask anyway; of these only what can be seen without a tree is looked at. */
const MAX_PARSED = 4 * MAX_LENGTH;

export function analyseBash(text: string, rules: ShellRules, parse: Parse): Analysis {
  const payloads = new Map<string, Line>();
  const start = { depth: 0, moved: false, away: false, folders: [""] };
  const { parts, commands, effects } = lineOf(text, { parse, rules: compileRules(rules), ...start, payloads });
  const outcome = strictestOutcome(parts.map((part) => part.outcome));
  return {
    shell: "bash",
    outcome,
    parts,
    commands,
    effects: joinEffects([effects, ...[...payloads.values()].map((line) => line.effects)]),
  };
}

function lineOf(source: string, around: Around): Line {
  const checks = textChecks(source, "bash");
  const { text, joins, kept } = joinLines(source);
  const tree = text.length <= MAX_PARSED ? around.parse(text) : undefined;
  if (!tree) return roughLine(text, checks, around);
  const nodes = withLostDashes(tree, text);
  const { commands, parts: found, reads, writes, parsed } = walkBash(text, nodes);
  const views = commands.map(({ command }) => viewsOf(command.words));
  const moves = commands.map((each, at) => moveOf(each, views[at] as Views)).filter((move) => move !== undefined);
  const loses = once(() => losesData(text));
  const judged = commands.map((each, at) => judgeAt(each, views[at] as Views, moves, loses, around));
  const parts = [...judged.map((part, at) => ({ at: commands[at]?.command.start ?? 0, part })), ...found].sort(
    (a, b) => a.at - b.at,
  );
  const whole = [...checks, ...unjoined(text, nodes, joins, kept), ...parts.map(({ part }) => part)];
  const hasCommand =
    commands.length > 0 || found.some(({ part }) => part.why === "harmless_test" || part.why === "unsafe_test");
  if (!hasCommand) whole.push({ text, outcome: "ask", why: "empty" });
  // A word that the two readers do not agree on may be several commands to the shell.
  const isUnsure =
    found.some(({ part }) => part.why === "unparsed") ||
    commands.some(({ command }) => command.words.some(({ problem }) => problem === "unparsed"));
  if (!parsed) whole.push(...roughParts(text, around));
  else if (isUnsure) whole.push(...roughParts(text, around).filter(({ outcome }) => outcome === "deny"));
  return {
    parts: whole,
    commands: judged.map((part, at) => foundCommand(part, commands[at] as FoundAt)),
    effects: effectsOf({
      commands: commands.map(({ command }, at) => ({ at: command.start, views: (views[at] as Views).commands })),
      reads,
      writes,
      foldersAt: (at) => foldersAt(at, moves, around.folders),
    }),
  };
}

function judgeAt(found: FoundAt, views: Views, moves: readonly Move[], loses: () => boolean, around: Around): Part {
  const { command } = found;
  const inside = moves.filter(({ from, to }) => command.start > from && command.start < to);
  const folders = foldersAt(command.start, moves, around.folders);
  const away = around.away || isAway(command.start, moves);
  const moved = around.moved || inside.length > 0;
  const inner = { ...around, depth: around.depth + 1, moved, away, folders };
  const provenOnce = once(() =>
    readOnly(command.assignments, command.words, { away, isAuto: (payload) => isAuto(payload, inner) }),
  );
  const place: Place = {
    shell: "bash",
    rules: around.rules,
    moved,
    away,
    losesData: (words) => loses() && namesClient(words) && provenOnce() !== "read_only",
    payload: (payload) => guilt(payload, inner),
    readOnly: provenOnce,
  };
  const part = judgeCommand(command, views, place);
  return found.construct && part.outcome === "auto" ? { text: part.text, outcome: "ask", why: "construct" } : part;
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** A text for a shell, as a line of its own: allow rules are for what the user sees in the line itself. */
function payloadLine(text: string, around: Around): Line | undefined {
  const { depth, moved, away, folders, payloads } = around;
  const key = JSON.stringify([depth, moved, away, folders, text]);
  const known = payloads.get(key);
  if (known || depth > MAX_DEPTH || payloads.size >= MAX_PAYLOADS) return known;
  const line = lineOf(text, { ...around, rules: { ...around.rules, allow: [] } });
  payloads.set(key, line);
  return line;
}

function isAuto(text: string, around: Around): boolean {
  return payloadLine(text, around)?.parts.every(({ outcome }) => outcome === "auto") ?? false;
}

/** What in a payload asks or denies although a rule allows the program that runs it. */
function guilt(text: string, around: Around): Part | undefined {
  const line = payloadLine(text, around);
  if (!line) return { text, outcome: "ask", why: "unparsed" };
  const strict = line.parts.filter(
    ({ outcome, why }) => outcome === "deny" || (outcome === "ask" && !COVERED.has(why)),
  );
  return strict.find(({ outcome }) => outcome === "deny") ?? strict[0];
}

/** An allow rule for what runs the payload covers commands that are merely not known. */
const COVERED: ReadonlySet<Part["why"]> = new Set(["not_listed", "option_not_listed", "left_workspace", "empty"]);

/** Where continued lines were taken out in what the parser sees as text, or left where it sees code. */
function unjoined(text: string, nodes: readonly Node[], joins: readonly number[], kept: readonly number[]): Part[] {
  if (joins.length === 0 && kept.length === 0) return [];
  const texts = nodes.filter(({ type }) => type === "raw_string" || type === "ansi_c_string" || type === "comment");
  const bodies = nodes.filter(({ type, parent }) => type === "heredoc_body" && parent && isQuoted(parent, text));
  const isText = (at: number): boolean => [...texts, ...bodies].some(({ start, end }) => start < at && at < end);
  const inText = (at: number): boolean => isText(at) || bodies.some(({ start }) => start === at);
  const wrong = joins.some(isText) || kept.some((at) => !inText(at) && !isComment(texts, at));
  return wrong ? [{ text, outcome: "ask", why: "unparsed" }] : [];
}

/** The backslash that ends a comment is part of it. */
const isComment = (texts: readonly Node[], at: number): boolean =>
  texts.some(({ type, start, end }) => type === "comment" && start <= at && at <= end);

function isQuoted(redirect: Node, text: string): boolean {
  const start = redirect.children.find(({ type }) => type === "heredoc_start");
  return start !== undefined && /['"\\]/.test(text.slice(start.start, start.end));
}

function roughLine(text: string, checks: readonly Part[], around: Around): Line {
  const parts: Part[] = [...checks, { text, outcome: "ask", why: "unparsed" }, ...roughParts(text, around)];
  return { parts, commands: [], effects: NO_EFFECTS };
}

/** What is forbidden stays so where the parser lost its way. */
function roughParts(text: string, around: Around): readonly Part[] {
  const rules: CompiledRules = { ...around.rules, allow: [] };
  const place: Place = {
    shell: "bash",
    rules,
    moved: true,
    away: true,
    losesData: () => false,
    payload: () => undefined,
    readOnly: () => "unparsed",
  };
  return roughCommands(text)
    .map((command) => judgeCommand(command, viewsOf(command.words), place))
    .filter(({ outcome, why }) => outcome === "deny" || why === "always_ask" || why === "ask_rule");
}

function foundCommand({ text, outcome, why }: Part, { command }: FoundAt): FoundCommand {
  const unsafe = command.assignments.filter((assignment) => !isSafeAssignment(assignment));
  const variables = unsafe.map(({ name, value }) => (value?.resolved ? `${name}=${value.value}` : undefined));
  const words = command.words.map(({ value, resolved, pattern }) => (resolved && !pattern ? value : undefined));
  return { text, outcome, why, words: [...variables, ...words] };
}
