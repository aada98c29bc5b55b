import {
  findNodeAtLocation,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from "jsonc-parser";
import type * as z from "zod/mini";

type Keys = readonly (string | number)[];

export interface JsoncError {
  /** 1-based. */
  readonly line: number;
  readonly text: string;
  /** A key that stands twice, in a file that is whole otherwise. */
  readonly repeated?: true;
}

/** A JSON file as people write it, with the lines of what stands in it. */
export interface Jsonc {
  /** Absent when there are errors: half a file may say the opposite of the whole. */
  readonly value?: unknown;
  readonly errors: readonly JsoncError[];
  /** 1-based line of what stands at these keys, or of the nearest thing above it that is there. */
  lineOf(keys: Keys): number | undefined;
}

/** Every file of JSON that people write: settings, servers, rules, laws, hooks, policies. Comments and trailing commas may stand in it. */
export function parseJsonc(text: string): Jsonc {
  const plain = text.replace(/^\uFEFF/, "");
  const lineAt = (offset: number) => plain.slice(0, offset).split("\n").length;
  try {
    return parsed(plain, lineAt);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { errors: [{ line: 1, text: "it is nested too deeply." }], lineOf: () => undefined };
  }
}

function parsed(plain: string, lineAt: (offset: number) => number): Jsonc {
  const found: ParseError[] = [];
  const root = parseTree(plain, found, { allowTrailingComma: true, allowEmptyContent: true });
  const broken = found.map(({ error, offset }) => ({
    line: lineAt(offset),
    text: inWords(printParseErrorCode(error)),
  }));
  const twice = (root ? repeatedKeys(root) : []).map((offset) => ({
    ...{ line: lineAt(offset), text: "the key stands twice." },
    repeated: true as const,
  }));
  const errors = [...broken, ...twice];
  const lineOf = (keys: Keys): number | undefined => {
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

/** What is wrong with a value, where it is about keys that nobody knows; a newer Gatehouse may know them. */
export function unknownKeys(issue: z.core.$ZodIssue | undefined): string | undefined {
  return issue?.code === "unrecognized_keys" ? `${issue.keys.join(", ").slice(0, 200)} is not known` : undefined;
}
