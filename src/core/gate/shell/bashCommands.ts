import type { Assignment, Command } from "./command";
import { type Expansions, readWord } from "./lexer";
import type { Node } from "./tree";

/**
 * The simple command of a `command` node. The grammar hangs words behind a redirection onto the redirection: they are
 * fetched back, since the shell gives them to the command.
 */
export function commandOf(node: Node, text: string, expansions: Expansions): Command {
  const nodes = [...wordsBelow(node), ...strayWords(node)];
  return commandFrom(node, nodes, text, expansions);
}

/** `> file ls`: a redirection without a body whose target is followed by words. */
export function bodilessCommand(node: Node, text: string, expansions: Expansions): Command | undefined {
  const nodes = node.children.flatMap(redirectExtras);
  return nodes.length === 0 ? undefined : commandFrom(node, nodes, text, expansions);
}

/** `export A=1` and its like have nodes of their own; rules see them as commands. */
export function declarationOf(node: Node, text: string, expansions: Expansions): Command {
  return commandFrom(node, [...node.children], text, expansions);
}

function commandFrom(node: Node, nodes: readonly Node[], text: string, expansions: Expansions): Command {
  const words = merged(nodes).map(({ start, end }) => readWord(text, start, end, expansions));
  const assignments = node.type === "command" ? assignmentsIn(node, text, expansions) : [];
  const end = Math.max(node.type === "command" ? node.end : 0, ...words.map((word) => word.end));
  return { start: node.start, end, text: text.slice(node.start, end), assignments, words };
}

function wordsBelow(node: Node): Node[] {
  return node.children.flatMap((child) => {
    switch (child.type) {
      case "variable_assignment":
        return [];
      case "file_redirect":
      case "herestring_redirect":
      case "heredoc_redirect":
        return redirectExtras(child);
      default:
        return [child];
    }
  });
}

/** What stands behind the target of a redirection, and between a here-document's start and its body. */
function redirectExtras(redirect: Node): Node[] {
  if (redirect.type === "file_redirect") {
    return redirect.children.filter(({ field }) => field === "destination").slice(1);
  }
  if (redirect.type !== "heredoc_redirect") return [];
  return redirect.children.flatMap((child) => {
    if (child.field === "argument") return [child];
    return child.type === "file_redirect" ? redirectExtras(child) : [];
  });
}

function strayWords(node: Node): Node[] {
  const { parent } = node;
  if (parent?.type !== "redirected_statement" || node.field !== "body") return [];
  return parent.children.filter(({ field }) => field === "redirect").flatMap(redirectExtras);
}

/** Nodes without a blank between them are one word. */
function merged(nodes: readonly Node[]): readonly { readonly start: number; readonly end: number }[] {
  const spans: { start: number; end: number }[] = [];
  for (const { start, end } of [...nodes].sort((a, b) => a.start - b.start)) {
    const last = spans.at(-1);
    if (last && last.end === start) last.end = end;
    else if (end > start) spans.push({ start, end });
  }
  return spans;
}

function assignmentsIn(node: Node, text: string, expansions: Expansions): readonly Assignment[] {
  return node.children
    .filter(({ type }) => type === "variable_assignment")
    .map((child) => assignmentOf(child, text, expansions));
}

export function assignmentOf(node: Node, text: string, expansions: Expansions): Assignment {
  const source = text.slice(node.start, node.end);
  const name = /^[A-Za-z_]\w*(?==)/.exec(source)?.[0];
  const isArray = node.children.some(({ type }) => type === "array" || type === "subscript");
  if (name === undefined || isArray) return { name: /^\w*/.exec(source)?.[0] ?? "", text: source };
  return { name, value: readWord(text, node.start + name.length + 1, node.end, expansions), text: source };
}
