import { type AnyNode, type ArrowFunctionExpression, type Comment, parse, type Statement } from "acorn";

/** Why a program is refused before any of it runs. `line` is the program's own, from 1. */
export class Refusal extends Error {
  constructor(
    message: string,
    readonly line?: number,
  ) {
    super(message);
  }
}

/** A program as the one function that is compiled. Offsets are those of `text`. */
export interface Parsed {
  readonly text: string;
  readonly body: readonly Statement[];
  readonly comments: readonly Comment[];
}

/** The parameter through which the program looks up names that it does not declare. */
const head = (lookup: string): string => `(async (${lookup}) => {`;
const TAIL = "\n})";

/**
 * Parses the program as the body of an async function: it may await and return, and it is strict. The head stands on
 * the program's first line, so that lines stay what they are. As in a module `<!--` is code: V8 would take it for a
 * comment, so it may not reach it.
 */
export function parseProgram(source: string, lookup: string): Parsed {
  return parseWrapped(head(lookup) + source + TAIL);
}

/** `text` is the whole function already. */
export function parseWrapped(text: string): Parsed {
  const comments: Comment[] = [];
  const program = attempt(() =>
    parse(text, {
      ecmaVersion: "latest",
      sourceType: "module",
      locations: true,
      allowImportExportEverywhere: true,
      onComment: comments,
    }),
  );
  const body = theOnlyFunction(program.body, text)?.body;
  if (body?.type !== "BlockStatement") throw new Refusal("A bracket closes more than the program opened.");
  return { text, body: body.body, comments };
}

/** What closes the function and goes on behind it would run outside of it. */
function theOnlyFunction(body: readonly AnyNode[], text: string): ArrowFunctionExpression | undefined {
  const [statement, ...more] = body;
  if (more.length > 0 || statement?.type !== "ExpressionStatement") return undefined;
  const { expression } = statement;
  const isWhole = expression.start === 1 && expression.end === text.length - 1;
  return expression.type === "ArrowFunctionExpression" && isWhole ? expression : undefined;
}

function attempt<T>(parsing: () => T): T {
  try {
    return parsing();
  } catch (error) {
    if (error instanceof RangeError) throw new Refusal("The program is nested too deeply.");
    if (!(error instanceof SyntaxError)) throw error;
    const { loc } = error as SyntaxError & { readonly loc?: { readonly line: number } };
    throw new Refusal(`SyntaxError: ${error.message.replace(/ \(\d+:\d+\)$/, "")}`, loc?.line);
  }
}

/** Calls `look` with every node below and at `node`, the outer one first. */
export function walk(node: AnyNode, look: (node: AnyNode) => void): void {
  look(node);
  for (const child of childrenOf(node)) walk(child, look);
}

export function childrenOf(node: AnyNode): AnyNode[] {
  return Object.values(node).flatMap((value) =>
    Array.isArray(value) ? value.filter(isNode) : isNode(value) ? value : [],
  );
}

function isNode(value: unknown): value is AnyNode {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
}
