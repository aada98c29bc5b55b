import type { Part, Why } from "../analysis";
import type { FoundAt, PartAt } from "../bashWalk";
import type { Node } from "../tree";
import { readPwshWord } from "./words";

/** What a line of PowerShell holds, before any command is judged. */
export interface PwshFound {
  readonly commands: readonly PwshCommand[];
  readonly parts: readonly PartAt[];
  readonly reads: readonly { readonly at: number; readonly path: string }[];
  readonly writes: readonly { readonly at: number; readonly path: string }[];
  readonly parsed: boolean;
}

export interface PwshCommand extends FoundAt {
  /** Nodes of its arguments, in the order of its words behind the program. */
  readonly elements: readonly Node[];
}

/** Nodes that mean nothing by themselves: whatever is not named here asks. */
const TRANSPARENT: ReadonlySet<string> = new Set(
  `program statement_list pipeline pipeline_chain pipeline_chain_tail command command_name command_name_expr
   command_elements command_argument_sep command_parameter generic_token array_literal_expression unary_expression
   string_literal expandable_string_literal verbatim_string_characters expandable_here_string_literal
   verbatim_here_string_characters variable integer_literal decimal_integer_literal hexadecimal_integer_literal
   real_literal parenthesized_expression sub_expression array_expression script_block_expression script_block
   script_block_body statement_block hash_literal_expression hash_literal_body hash_entry key_expression simple_name
   member_access member_name element_access logical_expression bitwise_expression comparison_expression
   additive_expression multiplicative_expression format_expression range_expression comparison_operator
   format_operator expression_with_unary_operator if_statement else_clause elseif_clauses elseif_clause
   foreach_statement while_statement while_condition do_statement try_statement catch_clauses catch_clause
   finally_clause redirection redirections file_redirection_operator merging_redirection_operator
   redirected_file_name empty_statement comment foreach_command switch_statement switch_condition switch_body
   switch_clauses switch_clause switch_clause_condition logical_operator bitwise_operator named_block_list named_block
   block_name expandable_string_characters flow_control_statement`.split(/\s+/),
);

/** Tokens that ask wherever they stand. */
const ASKING_TOKENS: ReadonlySet<string> = new Set(["--%", "++", "--", "&="]);

interface Walk {
  readonly text: string;
  readonly commands: PwshCommand[];
  readonly parts: PartAt[];
  readonly reads: { at: number; path: string }[];
  readonly writes: { at: number; path: string }[];
}

export function walkPwsh(text: string, nodes: readonly Node[]): PwshFound {
  const walk: Walk = { text, commands: [], parts: [], reads: [], writes: [] };
  let parsed = true;
  for (const node of nodes) {
    if (node.missing || node.type === "ERROR") parsed = false;
    else if (!node.named) token(node, walk);
    else look(node, walk);
  }
  hidden(text, nodes, walk);
  if (!parsed) walk.parts.push({ at: text.length, part: { text, outcome: "ask", why: "unparsed" } });
  return { ...walk, parsed };
}

function token(node: Node, walk: Walk): void {
  const background = node.type === "&" && node.parent?.type !== "command_invokation_operator";
  if (ASKING_TOKENS.has(node.type) || background) ask(walk, node, "construct");
}

function look(node: Node, walk: Walk): void {
  switch (node.type) {
    case "command":
      walk.commands.push(commandOf(node, walk));
      return;
    case "redirection":
      redirection(node, walk);
      return;
    case "generic_token":
      genericToken(node, walk);
      return;
    case "variable":
      // A splat: nobody knows which parameters it holds.
      if (walk.text[node.start] === "@") ask(walk, node, "construct");
      return;
    default:
      if (!TRANSPARENT.has(node.type)) ask(walk, node, "construct");
  }
}

function ask({ parts, text }: Walk, { start, end }: Node, why: Why): void {
  parts.push({ at: start, part: { text: text.slice(start, end), outcome: "ask", why } });
}

function commandOf(node: Node, { text }: Walk): PwshCommand {
  const operator = node.children.some(({ type }) => type === "command_invokation_operator");
  const each = node.children.find(({ type }) => type === "foreach_command");
  const name = node.children.find(({ field, type }) => field === "command_name" || type === "command_name_expr");
  const program = each ? each.children[0] : name;
  const holder = (each ?? node).children.find(({ field }) => field === "command_elements");
  const elements = holder?.type === "command_elements" ? elementsOf(holder, text) : holder ? [holder] : [];
  const words = [program, ...elements].filter((word) => word !== undefined).map((word) => readPwshWord(text, word));
  const { start, end } = node;
  return {
    node,
    construct: operator || elements.some(({ type }) => type === "stop_parsing"),
    command: { start, end, text: text.slice(start, end).trimEnd(), assignments: [], words },
    elements,
  };
}

/** Arguments without blanks and redirections; `-Name:value` is one. */
function elementsOf(holder: Node, text: string): readonly Node[] {
  const elements: Node[] = [];
  for (const child of holder.children) {
    if (child.type === "redirection" || isRedirection(child, text)) continue;
    if (child.type === "command_argument_sep") continue;
    const last = elements.at(-1);
    const touches = last && /^:?$/.test(text.slice(last.end, child.start));
    if (last && touches) elements[elements.length - 1] = joined(last, child);
    else elements.push(child);
  }
  return elements;
}

function joined(left: Node, right: Node): Node {
  return { ...left, end: right.end, children: [left, right] };
}

const REDIRECTION = /^(?:\*|[1-6])?>>?(.*)$/s;

/** The grammar takes a redirection without a blank before its target for a word. */
function isRedirection({ type, start, end }: Node, text: string): boolean {
  return type === "generic_token" && REDIRECTION.test(text.slice(start, end));
}

function genericToken(node: Node, walk: Walk): void {
  // As the target of a redirection it was judged with it.
  if (node.parent?.type === "redirected_file_name") return;
  const source = walk.text.slice(node.start, node.end);
  const target = REDIRECTION.exec(source)?.[1];
  if (target === undefined) {
    if (/[<>|;&{}()]|^,|,$/.test(source.replace(/`./g, ""))) ask(walk, node, "unparsed");
  } else if (!/^\$null$/i.test(target) && !/^&[12]$/.test(target)) {
    write(node, target, walk);
  }
}

function redirection(node: Node, walk: Walk): void {
  const file = node.children.find(({ type }) => type === "redirected_file_name");
  if (!file) return;
  const operator = walk.text.slice(node.start, file.start);
  const target = walk.text.slice(file.start, node.end).trim();
  if (operator.startsWith("<")) {
    ask(walk, node, "redirect_target");
    return;
  }
  if (!/^\$null$/i.test(target)) write(node, target, walk);
}

function write(node: Node, target: string, walk: Walk): void {
  const literal = !/[$(`@]/.test(target);
  const part: Part = {
    text: walk.text.slice(node.start, node.end),
    outcome: "ask",
    why: literal ? "writes" : "redirect_target",
  };
  walk.parts.push({ at: node.start, part });
  if (literal) walk.writes.push({ at: node.start, path: target.replace(/^(["'])(.*)\1$/, "$2") });
}

/** A `$(` that would run and that the tree does not show. */
function hidden(text: string, nodes: readonly Node[], walk: Walk): void {
  if (!text.includes("$(")) return;
  const starts = new Set(nodes.filter(({ type }) => type === "sub_expression").map(({ start }) => start));
  const plain = nodes.filter(({ type }) => PLAIN_TEXT.has(type));
  for (let at = text.indexOf("$("); at >= 0; at = text.indexOf("$(", at + 2)) {
    if (starts.has(at) || text[at - 1] === "`") continue;
    if (plain.some(({ start, end }) => start <= at && at < end)) continue;
    walk.parts.push({ at, part: { text: text.slice(at, at + 40), outcome: "ask", why: "hidden_substitution" } });
  }
}

const PLAIN_TEXT: ReadonlySet<string> = new Set([
  "verbatim_string_characters",
  "verbatim_here_string_characters",
  "comment",
]);
