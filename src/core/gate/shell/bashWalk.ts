import type { Part, Why } from "./analysis";
import { assignmentOf, bodilessCommand, commandOf, declarationOf } from "./bashCommands";
import { type Command, isSafeAssignment } from "./command";
import { expansionsOf, hiddenSubstitutions, problemOfExpansion } from "./expansions";
import { isSureDocument } from "./heredocs";
import { type Expansions, readWord } from "./lexer";
import { judgeRedirect } from "./redirects";
import { isHarmlessTest } from "./tests";
import { around, type Node, skipsText } from "./tree";

/** What a line of bash holds, before any command is judged. */
export interface Found {
  readonly commands: readonly FoundAt[];
  /** Everything else that was seen: redirections, tests, constructs, places that nobody can judge. */
  readonly parts: readonly PartAt[];
  /** Files that redirections open. */
  readonly reads: readonly PathAt[];
  readonly writes: readonly PathAt[];
  /** The parser took all of it. */
  readonly parsed: boolean;
}

export interface FoundAt {
  readonly node: Node;
  readonly command: Command;
  /** Asks whatever its words are. */
  readonly construct: boolean;
}

export interface PartAt {
  readonly at: number;
  readonly part: Part;
}

export interface PathAt {
  readonly at: number;
  readonly path: string;
}

interface Walk {
  readonly text: string;
  readonly expansions: Expansions;
  readonly commands: FoundAt[];
  readonly parts: PartAt[];
  readonly reads: PathAt[];
  readonly writes: PathAt[];
}

/** Looks at every node once: what is not known by name asks. */
export function walkBash(text: string, nodes: readonly Node[]): Found {
  const expansions = expansionsOf(nodes);
  const walk: Walk = { text, expansions, commands: [], parts: [], reads: [], writes: [] };
  let parsed = !skipsText(nodes, text);
  for (const node of nodes) {
    if (node.missing || node.type === "ERROR") parsed = false;
    if (node.named) look(node, walk);
    else if (ASKING_TOKENS.has(node.type)) ask(walk, node, "construct");
    else if (isGlued(node, text)) ask(walk, node, "unparsed");
  }
  for (const at of hiddenSubstitutions(text, nodes, expansions)) {
    const part: Part = { text: text.slice(at, at + 40), outcome: "ask", why: "hidden_substitution" };
    walk.parts.push({ at, part });
  }
  if (!parsed) walk.parts.push({ at: text.length, part: { text, outcome: "ask", why: "unparsed" } });
  return { ...walk, parsed };
}

/** Said by a token, where the node around it also stands for something harmless. */
const ASKING_TOKENS: ReadonlySet<string> = new Set(["select", "((", "coproc"]);

/** Where the shell's own words stand. */
const WORDED: ReadonlySet<string> = new Set(
  `compound_statement if_statement elif_clause else_clause while_statement for_statement do_group case_statement
   negated_command test_command function_definition`.split(/\s+/),
);
const OWN_WORD = /^(?:[a-z]+|[{}!]|\[\[?|\]\]?)$/;
const BESIDE = /^[\s;&|()<>`]?$/;

/** The grammar takes `[[!` and `{:` for two words. To the shell they are one, which names a program. */
function isGlued({ type, start, end, parent }: Node, text: string): boolean {
  if (!parent || !WORDED.has(parent.type) || !OWN_WORD.test(type)) return false;
  return !BESIDE.test(text[end] ?? "") || !BESIDE.test(text[start - 1] ?? "");
}

/** Nodes that mean nothing by themselves; what is in them is looked at in its turn. */
const TRANSPARENT: ReadonlySet<string> = new Set(
  `program list pipeline subshell compound_statement if_statement elif_clause else_clause while_statement case_statement
   do_group negated_command redirected_statement command_name word string string_content raw_string ansi_c_string
   concatenation number comment variable_name special_variable_name file_descriptor heredoc_start heredoc_body
   heredoc_content heredoc_end brace_expression binary_expression unary_expression parenthesized_expression
   test_operator extglob_pattern regex process_substitution simple_expansion variable_assignments
   postfix_expression ternary_expression`.split(/\s+/),
);

function look(node: Node, walk: Walk): void {
  const { text, expansions } = walk;
  switch (node.type) {
    case "command":
      walk.commands.push({ node, command: commandOf(node, text, expansions), construct: isConstruct(node, walk) });
      return;
    case "declaration_command":
    case "unset_command":
      walk.commands.push({ node, command: declarationOf(node, text, expansions), construct: true });
      return;
    case "redirected_statement":
      redirected(node, walk);
      return;
    case "file_redirect":
      redirect(node, walk);
      return;
    case "heredoc_redirect":
      if (!isSureDocument(node, text)) ask(walk, node, "unparsed");
      return;
    case "herestring_redirect":
      herestring(node, walk);
      return;
    case "test_command":
      test(node, walk);
      return;
    case "variable_assignment":
      assignment(node, walk);
      return;
    case "for_statement":
      loop(node, walk);
      return;
    case "case_item":
    case "case_statement":
      cases(node, walk);
      return;
    case "function_definition":
      definition(node, walk);
      return;
    case "expansion":
    case "arithmetic_expansion":
    case "command_substitution": {
      const why = problemOfExpansion(node, text);
      if (why) ask(walk, node, why);
      return;
    }
    default:
      // An ERROR makes the whole line ask.
      if (!TRANSPARENT.has(node.type) && node.type !== "ERROR") ask(walk, node, "construct");
  }
}

function ask({ parts, text }: Walk, { start, end }: Node, why: Why): void {
  parts.push({ at: start, part: { text: text.slice(start, end), outcome: "ask", why } });
}

function isConstruct(node: Node, { text }: Walk): boolean {
  const name = node.children.find(({ type }) => type === "command_name");
  // A group inside a command is some other shell's pattern.
  if (node.children.some(({ type }) => type === "subshell")) return true;
  return name !== undefined && CONSTRUCTS.test(text.slice(name.start, name.end).replace(/["'\\]/g, ""));
}

const CONSTRUCTS = /^(?:let|declare|export|typeset|readonly|local|unset|coproc|select|function)$/;

function redirected(node: Node, walk: Walk): void {
  const body = node.children.find(({ field }) => field === "body");
  const command = body ? undefined : bodilessCommand(node, walk.text, walk.expansions);
  if (command) walk.commands.push({ node, command, construct: false });
  // Words behind the redirection of a group are no shell's syntax.
  const strays = node.children.some(
    ({ type, children }) => type === "file_redirect" && children.filter(isTarget).length > 1,
  );
  if (body && body.type !== "command" && strays) ask(walk, node, "unparsed");
}

const isTarget = ({ field }: Node): boolean => field === "destination";

function redirect(node: Node, walk: Walk): void {
  const { part, reads, writes } = judgeRedirect(node, walk.text, walk.expansions);
  if (part) walk.parts.push({ at: node.start, part });
  if (reads !== undefined) walk.reads.push({ at: node.start, path: reads });
  if (writes !== undefined) walk.writes.push({ at: node.start, path: writes });
}

function herestring(node: Node, walk: Walk): void {
  const [, first, ...rest] = node.children;
  if (!first || rest.length > 0) {
    ask(walk, node, "unparsed");
    return;
  }
  const { problem } = readWord(walk.text, first.start, first.end, walk.expansions);
  if (problem) ask(walk, node, problem);
}

function test({ start, end }: Node, walk: Walk): void {
  const harmless = isHarmlessTest(walk.text, start, end, walk.expansions);
  const text = walk.text.slice(start, end);
  const part: Part = harmless
    ? { text, outcome: "auto", why: "harmless_test" }
    : { text, outcome: "ask", why: "unsafe_test" };
  walk.parts.push({ at: start, part });
}

/** A variable set by itself; those before a command belong to it. */
function assignment(node: Node, walk: Walk): void {
  const parent = node.parent?.type;
  if (parent === "command" || parent === "declaration_command") return;
  const text = walk.text.slice(node.start, node.end);
  const safe = isSafeAssignment(assignmentOf(node, walk.text, walk.expansions));
  const part: Part = safe
    ? { text, outcome: "auto", why: "safe_assignment" }
    : { text, outcome: "ask", why: "assignment" };
  walk.parts.push({ at: node.start, part });
}

function loop(node: Node, walk: Walk): void {
  const variable = node.children.find(({ field }) => field === "variable");
  const name = variable ? walk.text.slice(variable.start, variable.end) : "";
  if (!LOOP_VARIABLE.test(name) || SEARCH_PATHS.has(name)) ask(walk, node, "loop_variable");
  for (const value of node.children.filter(({ field }) => field === "value")) {
    const { problem } = readWord(walk.text, value.start, value.end, walk.expansions);
    if (problem) ask(walk, value, problem);
  }
}

const LOOP_VARIABLE = /^[a-z][a-z0-9]{0,15}$/;
/** In some shells these are other names of `PATH` and its like. */
const SEARCH_PATHS: ReadonlySet<string> = new Set(["path", "fpath", "cdpath", "manpath"]);

function cases(node: Node, walk: Walk): void {
  for (const value of node.children.filter(({ field }) => field === "value")) {
    const word = readWord(walk.text, value.start, value.end, walk.expansions);
    if (word.problem) ask(walk, value, word.problem);
  }
}

function definition(node: Node, walk: Walk): void {
  const text = walk.text.slice(node.start, node.end);
  const part: Part = isForkBomb(node, walk.text)
    ? { text, outcome: "deny", why: "floor" }
    : { text, outcome: "ask", why: "construct" };
  walk.parts.push({ at: node.start, part });
}

/** The function calls itself in a pipeline or in the background of its own body. */
function isForkBomb(node: Node, text: string): boolean {
  const named = node.children.find(({ field }) => field === "name");
  const name = named ? text.slice(named.start, named.end) : "";
  const waiting = [...node.children];
  for (let inner = waiting.pop(); inner; inner = waiting.pop()) {
    waiting.push(...inner.children);
    if (inner.type !== "command_name" || text.slice(inner.start, inner.end) !== name) continue;
    const call = inner.parent;
    if (call && (around(call, PIPELINE) || isBackground(call, node))) return true;
  }
  return false;
}

const PIPELINE: ReadonlySet<string> = new Set(["pipeline"]);

/** It, or something around it inside the function, is followed by a single `&`. */
function isBackground(call: Node, limit: Node): boolean {
  for (let inner: Node | undefined = call; inner && inner !== limit; inner = inner.parent) {
    const siblings: readonly Node[] = inner.parent?.children ?? [];
    if (siblings[siblings.indexOf(inner) + 1]?.type === "&") return true;
  }
  return false;
}
