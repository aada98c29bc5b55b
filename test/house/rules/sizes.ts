import ts from "typescript";
import type { SourceFile, Violation } from "./source";

export const MAX_FILE = 300;
export const MAX_FUNCTION = 60;

/** Path to the reason why a file may be longer, or have longer functions. */
export type Excuses = Readonly<Record<string, string>>;

/** An excuse that is no longer needed is wrong too. */
export function sizes(files: readonly SourceFile[], excuses: Excuses): Violation[] {
  const all = files.map((file) => ({ path: file.path, found: tooLong(file) }));
  const wrong = all.flatMap(({ path, found }) => (excuses[path] ? [] : found));
  const needed = new Set(all.filter(({ found }) => found.length > 0).map(({ path }) => path));
  const idle = Object.keys(excuses).filter((path) => !needed.has(path));
  return [...wrong, ...idle.map((path) => `${path}: needs no excuse in excused.json`)];
}

/** Own lines of every function: those of functions inside it are theirs. */
export function functionLengths({ path, text }: SourceFile): { name: string; line: number; lines: number }[] {
  const kind = path.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind);
  const lineOf = (position: number) => source.getLineAndCharacterOfPosition(position).line;
  const found: { name: string; line: number; lines: number }[] = [];

  /** Gives the lines of the functions below a node. */
  const visit = (node: ts.Node): number => {
    let inner = 0;
    ts.forEachChild(node, (child) => {
      inner += visit(child);
    });
    if (!ts.isFunctionLike(node) || !("body" in node) || !node.body) return inner;
    const start = lineOf(node.getStart());
    const whole = lineOf(node.getEnd()) - start + 1;
    found.push({ name: node.name?.getText() ?? "(a function)", line: start + 1, lines: whole - inner });
    return whole > 1 ? whole : 0;
  };
  visit(source);
  return found;
}

function tooLong(file: SourceFile): Violation[] {
  const lines = file.text.trimEnd().split("\n").length;
  const whole = lines > MAX_FILE ? [`${file.path}: ${lines} lines, more than ${MAX_FILE}`] : [];
  const functions = functionLengths(file).filter((found) => found.lines > MAX_FUNCTION);
  return [
    ...whole,
    ...functions.map(
      ({ name, line, lines: own }) => `${file.path}:${line}: ${name} has ${own} lines, more than ${MAX_FUNCTION}`,
    ),
  ];
}
