/** A JSON file as people write it, with the lines of what stands in it. */
export interface Jsonc {
  /** Absent when there are errors: half a file may say the opposite of the whole. */
  readonly value?: unknown;
  readonly errors: readonly { readonly line: number; readonly text: string }[];
  /** 1-based line of what stands at these keys, or of the nearest thing above it that is there. */
  lineOf(keys: readonly string[]): number | undefined;
}

/** Strings first, so that `//` inside one is not taken for a comment. */
const STRING_COMMENT_OR_TAB = /"(?:[^"\\\n]|\\.)*"?|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|\t/g;

/**
 * JSON with comments and trailing commas, as editors write `mcp.json`. Comments are blanked in place, and
 * the rest is read as YAML with the scalars of JSON: its flow style is JSON that allows trailing commas,
 * and its reader knows where each thing stands. Anchors and aliases, which are not JSON, are refused.
 */
export async function parseJsonc(text: string): Promise<Jsonc> {
  const { LineCounter, parseDocument } = await import("yaml");
  const lines = new LineCounter();
  const plain = text.replace(/^\uFEFF/, "").replace(STRING_COMMENT_OR_TAB, blankUnlessString);
  if (plain.trim() === "") return { value: undefined, errors: [], lineOf: () => undefined };
  const document = parseDocument(plain, { schema: "json", lineCounter: lines, prettyErrors: false });
  const lineAt = (position: number) => lines.linePos(position).line;
  const errors = document.errors.map(({ pos, message }) => ({ line: lineAt(pos[0]), text: firstLine(message) }));
  const lineOf = (keys: readonly string[]): number | undefined => {
    for (let length = keys.length; length > 0; length -= 1) {
      const node: unknown = document.getIn(keys.slice(0, length), true);
      const start = startOf(node);
      if (start !== undefined) return lineAt(start);
    }
    return undefined;
  };
  if (errors.length > 0) return { errors, lineOf };
  try {
    return { value: document.toJS({ maxAliasCount: 0 }), errors, lineOf };
  } catch (error) {
    return {
      errors: [{ line: 1, text: error instanceof Error ? firstLine(error.message) : "It is not JSON." }],
      lineOf,
    };
  }
}

/** Lengths and line ends stay, so that positions do. */
function blankUnlessString(found: string): string {
  return found.startsWith('"') ? found : found.replace(/[^\n]/g, " ");
}

function startOf(node: unknown): number | undefined {
  if (typeof node !== "object" || node === null || !("range" in node)) return undefined;
  return Array.isArray(node.range) && typeof node.range[0] === "number" ? node.range[0] : undefined;
}

function firstLine(text: string): string {
  return (text.split("\n", 1)[0] ?? "").slice(0, 300);
}
