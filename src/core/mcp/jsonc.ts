import type { Node, ParseError } from "jsonc-parser";

/** A JSON file as people write it, with the lines of what stands in it. */
export interface Jsonc {
  /** Absent when there are errors: half a file may say the opposite of the whole. */
  readonly value?: unknown;
  readonly errors: readonly { readonly line: number; readonly text: string }[];
  /** 1-based line of what stands at these keys, or of the nearest thing above it that is there. */
  lineOf(keys: readonly (string | number)[]): number | undefined;
}

/** JSON with comments and trailing commas, as editors write `mcp.json`. */
export async function parseJsonc(text: string): Promise<Jsonc> {
  const { findNodeAtLocation, getNodeValue, parseTree, printParseErrorCode } = await import("jsonc-parser");
  const plain = text.replace(/^\uFEFF/, "");
  const found: ParseError[] = [];
  const root = parseTree(plain, found, { allowTrailingComma: true, allowEmptyContent: true });
  const lineAt = (offset: number) => plain.slice(0, offset).split("\n").length;
  const broken = found.map(({ error, offset }) => ({
    line: lineAt(offset),
    text: inWords(printParseErrorCode(error)),
  }));
  const twice = root
    ? repeatedKeys(root).map((offset) => ({ line: lineAt(offset), text: "the key stands twice." }))
    : [];
  const errors = [...broken, ...twice];
  const lineOf = (keys: readonly (string | number)[]): number | undefined => {
    for (let length = keys.length; root && length > 0; length -= 1) {
      const node: Node | undefined = findNodeAtLocation(root, keys.slice(0, length));
      if (node) return lineAt((node.parent?.type === "property" ? node.parent : node).offset);
    }
    return undefined;
  };
  return errors.length > 0 ? { errors, lineOf } : { value: root && getNodeValue(root), errors, lineOf };
}

/** Where a key stands that its object has already: which of the two is meant nobody knows. */
function repeatedKeys({ type, children = [] }: Node): number[] {
  const keys = type === "object" ? children.flatMap(({ children: [key] = [] }) => (key ? [key] : [])) : [];
  const names = keys.map(({ value }) => String(value));
  const here = keys.filter((key, at) => names.indexOf(String(key.value)) < at).map(({ offset }) => offset);
  return [...here, ...children.flatMap(repeatedKeys)];
}

/** `CommaExpected`: "comma expected". */
const inWords = (code: string): string => `${code.replace(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase()}.`;
