import type { AnyNode, Statement } from "acorn";
import { transform } from "sucrase";
import { type Edit, edited } from "./edits";
import { coolHotWords } from "./hotWords";
import { freeNames } from "./names";
import { type Parsed, parseProgram, parseWrapped, Refusal, walk } from "./parse";

export type Prepared =
  /** An expression: the function that is the program. It takes what looks up a name, by the name. */
  { readonly text: string } | { readonly refused: string; readonly line?: number };

/**
 * Makes a model's program into the text that is compiled. Pure; what is compiled is what was parsed, and its lines
 * are the program's own. `isKnown`: whether a name is there for programs.
 */
export function prepareProgram(source: string, isKnown: (name: string) => boolean): Prepared {
  try {
    const program = withoutFence(source);
    const lookup = unusedName(program);
    const parsed = parseAnyhow(program, lookup);
    refuseModules(parsed.body);
    // What is put in front of a name comes before what the name becomes.
    const edits = [...returned(parsed), ...lookUps(parsed, lookup, isKnown), ...coolHotWords(parsed)];
    const { text } = parseWrapped(edited(parsed.text, edits));
    refuseHotText(text);
    return { text };
  } catch (error) {
    if (error instanceof Refusal) return { refused: error.message, ...(error.line && { line: error.line }) };
    if (error instanceof RangeError) return { refused: "The program is nested too deeply." };
    throw error;
  }
}

/** Markdown around the program, as models write it; its lines stay, empty. */
function withoutFence(source: string): string {
  const fenced = /^(\s*)(`{3,}|~{3,})[^\n`]*\n([\s\S]*?)\n?[ \t]*\2\s*$/.exec(source);
  return fenced ? `${fenced[1] ?? ""}\n${fenced[3] ?? ""}` : source;
}

function unusedName(source: string): string {
  let count = 0;
  while (source.includes(`$${count}`)) count += 1;
  return `$${count}`;
}

/** As JavaScript, or else as TypeScript: what is no program then either is told as JavaScript. */
function parseAnyhow(source: string, lookup: string): Parsed {
  try {
    return parseProgram(source, lookup);
  } catch (error) {
    const plain = error instanceof Refusal ? withoutTypes(source) : undefined;
    if (plain === undefined) throw advised(error, source);
    try {
      return parseProgram(plain, lookup);
    } catch {
      throw advised(error, source);
    }
  }
}

function withoutTypes(source: string): string | undefined {
  try {
    return transform(source, { transforms: ["typescript"], disableESTransforms: true, keepUnusedImports: true }).code;
  } catch {
    return undefined;
  }
}

/** A form of import that no parser knows yet. */
function advised(error: unknown, source: string): unknown {
  if (!(error instanceof Refusal) || error.line === undefined) return error;
  const line = source.split("\n")[error.line - 1] ?? "";
  return /\bimport\b/.test(line) ? new Refusal(`${error.message}. ${NO_IMPORT}`, error.line) : error;
}

const NO_IMPORT = "A program can't import anything: call a tool with tools.call(name, args).";

function refuseModules(body: readonly Statement[]): void {
  const refuse = (node: AnyNode, what: string): never => {
    throw new Refusal(what, node.loc?.start.line);
  };
  const look = (node: AnyNode): void => {
    if (node.type === "ImportDeclaration" || node.type === "ImportExpression") refuse(node, NO_IMPORT);
    if (node.type === "MetaProperty" && node.meta.name === "import")
      refuse(node, "There is no import.meta: a program is no module.");
    if (node.type.startsWith("Export") && !(node === body[0] && defaultFunction(body)))
      refuse(node, "A program can't export: leave `export` out, call the function and return what it gives.");
  };
  for (const statement of body) walk(statement, look);
}

/** A program that is nothing but `export default` and a function without a name. */
function defaultFunction([statement, ...more]: readonly Statement[]): AnyNode | undefined {
  const node = statement as AnyNode | undefined;
  if (more.length > 0 || node?.type !== "ExportDefaultDeclaration") return undefined;
  const { declaration } = node;
  return isFunction(declaration) && !("id" in declaration && declaration.id) ? declaration : undefined;
}

const isFunction = ({ type }: AnyNode): boolean =>
  type === "ArrowFunctionExpression" || type === "FunctionExpression" || type === "FunctionDeclaration";

/** What was declared nowhere is looked up by name, so that it can be said what is wrong with it. */
function lookUps({ body }: Parsed, lookup: string, isKnown: (name: string) => boolean): Edit[] {
  const unknown = freeNames(body).filter(({ node }) => !isKnown(node.name));
  return unknown.map(({ node: { name, start, end }, shorthand, constructed }) => {
    const call = `${lookup}("${name}")`;
    return { start, end, text: shorthand ? `${name}: ${call}` : constructed ? `(${call})` : call };
  });
}

/** The program returns its last expression; a lone function is called. */
function returned({ text, body }: Parsed): Edit[] {
  const last = body.at(-1);
  const exported = defaultFunction(body);
  if (!last) return [];
  const insert = (at: number, put: string): Edit => ({ start: at, end: at, text: put });
  const end = text[last.end - 1] === ";" ? last.end - 1 : last.end;
  const called = insert(end, ")()");
  if (exported) {
    const lines = text.slice(last.start, exported.start).replace(/[^\n]/g, "");
    return [{ start: last.start, end: exported.start, text: `return (${lines}` }, called];
  }
  const isLone = body.length === 1;
  if (isLone && isFunction(last.type === "ExpressionStatement" ? last.expression : last))
    return [insert(last.start, "return ("), called];
  return last.type === "ExpressionStatement" ? [insert(last.start, "return ")] : [];
}

/** The last word, whatever the parsers made of the text: no import in it can begin anywhere. */
function refuseHotText(text: string): void {
  const found = /(^|[^.\w$])import\s*[(./]/.exec(text);
  if (found) throw new Refusal(`SyntaxError: "import" can't stand here. ${NO_IMPORT}`, lineAt(text, found.index));
}

const lineAt = (text: string, index: number): number => text.slice(0, index + 1).split("\n").length;
