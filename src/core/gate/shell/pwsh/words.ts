import type { Node } from "../tree";
import { plainWord, UNKNOWN, type Word } from "../word";

/** One argument as PowerShell reads it. Every value is one argument: nothing is split. */
export function readPwshWord(text: string, node: Node): Word {
  const { start, end } = node;
  const source = text.slice(start, end);
  if (SHORT_NAMES.has(source)) return { ...plainWord(source), start, end };
  const { value, quoted } = readValue(source, node);
  const resolved = !value.includes(UNKNOWN);
  // A backtick in a bare word hides what it is.
  const problem = !quoted && source.includes("`") ? ({ problem: "expansion" } as const) : {};
  const pattern = !quoted && /[*?[]/.test(source);
  return {
    ...{ start, end, source, value, resolved, quoted },
    // A variable can hold a list, which becomes several arguments of a program.
    splits: !resolved && !quoted,
    pattern,
    leadingPattern: pattern && /^[*?[]/.test(source),
    tilde: source.startsWith("~"),
    ...problem,
  };
}

/** Names of commands that look like patterns. */
const SHORT_NAMES: ReadonlySet<string> = new Set(["?", "%"]);

function readValue(source: string, node: Node): { readonly value: string; readonly quoted: boolean } {
  if (/^'(?:[^']|'')*'$/.test(source)) return { value: source.slice(1, -1).replaceAll("''", "'"), quoted: true };
  if (/^"(?:[^"`]|""|`[\s\S])*"$/.test(source)) return { value: expandable(source.slice(1, -1)), quoted: true };
  if (LITERAL.has(node.type) || /^-?\d[\w.]*$/.test(source)) return { value: bare(source), quoted: false };
  return { value: /^[\w./\\:-]*$/.test(source) ? source : UNKNOWN, quoted: false };
}

const LITERAL: ReadonlySet<string> = new Set([
  "command_name",
  "command_parameter",
  "generic_token",
  "command_name_expr",
]);

/** Text in double quotes; what stands for something else is unknown. */
function expandable(inner: string): string {
  return inner
    .replace(/""/g, '"')
    .replace(/`([\s\S])|\$(?:\w[\w:]*|\{[^}]*\}|\(|[?^$])[\s\S]*/g, (_, escaped) =>
      escaped === undefined ? UNKNOWN : escaped,
    );
}

function bare(source: string): string {
  const plain = source.replace(/`([\s\S])/g, "$1").replace(/["']/g, "");
  return /\$[\w{(]|@\(|^[({@]/.test(source) ? plain.replace(/\$[\s\S]*|@\([\s\S]*|^[({@][\s\S]*/, UNKNOWN) : plain;
}
