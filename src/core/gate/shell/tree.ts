import type { Node as SyntaxNode, TreeCursor } from "@vscode/tree-sitter-wasm";

/** A node of the parser's tree as a plain value, so that the tree in the parser's memory can go at once. */
export interface Node {
  readonly type: string;
  readonly named: boolean;
  readonly field: string | undefined;
  readonly start: number;
  readonly end: number;
  readonly missing: boolean;
  readonly parent: Node | undefined;
  readonly children: Node[];
}

/** Every node, parents before their children, in the order of the text. No recursion: trees can be deep. */
export function flatten(root: SyntaxNode): readonly Node[] {
  const cursor = root.walk();
  const all: Node[] = [];
  let parent: Node | undefined;
  for (;;) {
    const node = nodeAt(cursor, parent);
    parent?.children.push(node);
    all.push(node);
    if (cursor.gotoFirstChild()) {
      parent = node;
      continue;
    }
    while (!cursor.gotoNextSibling()) {
      if (!cursor.gotoParent()) {
        cursor.delete();
        return all;
      }
      parent = parent?.parent;
    }
  }
}

function nodeAt(cursor: TreeCursor, parent: Node | undefined): Node {
  const { startIndex: start, endIndex: end } = cursor;
  return {
    type: cursor.nodeType,
    named: cursor.nodeIsNamed,
    field: cursor.currentFieldName ?? undefined,
    start,
    end,
    // Each question crosses into the parser's memory, and only what is not there can be missing.
    missing: start === end && cursor.nodeIsMissing,
    parent,
    children: [],
  };
}

/** The nearest node of one of these types around a node. */
export function around(node: Node, types: ReadonlySet<string>): Node | undefined {
  for (let outer = node.parent; outer; outer = outer.parent) if (types.has(outer.type)) return outer;
  return undefined;
}

/** Whether all text but blanks is covered by leaves: what the parser skipped, nobody judged. */
export function skipsText(all: readonly Node[], text: string): boolean {
  let at = 0;
  for (const { type, start, end, children } of all) {
    // A document's text between its expansions is no leaf.
    if (children.length > 0 && type !== "heredoc_body") continue;
    if (start > at && !BLANKS.test(text.slice(at, start))) return true;
    at = Math.max(at, end);
  }
  return !BLANKS.test(text.slice(at));
}

const BLANKS = /^[ \t\n]*$/;

/**
 * The grammar loses a lone dash before a here-document, as in `git commit -F - <<EOF`. It is put back as the word that
 * it is, and nothing else: any other text that was skipped makes the line ask.
 */
export function withLostDashes(all: readonly Node[], text: string): readonly Node[] {
  if (!/ -[ \t]*<</.test(text)) return all;
  return all.flatMap((node, at) => {
    const body =
      node.type === "heredoc_redirect" ? node.parent?.children[node.parent.children.indexOf(node) - 1] : undefined;
    const start = all[at - 1]?.end ?? 0;
    const gap = /^[ \t]+(-)[ \t]*$/.exec(text.slice(start, node.start));
    if (body?.type !== "command" || !gap) return [node];
    const place = text.indexOf("-", start);
    const base = { type: "word", named: true, field: "argument", missing: false, children: [] };
    const dash: Node = { ...base, start: place, end: place + 1, parent: body };
    body.children.push(dash);
    return [dash, node];
  });
}
