import type { AnyNode, Identifier, Literal, TemplateElement } from "acorn";
import type { Edit } from "./edits";
import { type Parsed, Refusal, walk } from "./parse";

/**
 * What SES's look at the text takes for a way out, wherever it stands, and `import.` besides. A match begins with the
 * one character that, escaped, makes it harmless.
 */
const HOT = /\bimport(?=\s*[(./])|\beval(?=\s*\()|<(?=!--)|(?<=--)>/g;

/**
 * Edits after which none of those words stands in the text and every value is what it was: words in strings,
 * templates and regular expressions are escaped, comments that have them emptied, methods of these names get
 * computed keys.
 */
export function coolHotWords({ text, body, comments }: Parsed): Edit[] {
  if (text.search(HOT) < 0) return [];
  const edits: Edit[] = [];
  const masked: Edit[] = [];
  const within = (node: { readonly start: number; readonly end: number }, cooled: (raw: string) => string): void => {
    const raw = text.slice(node.start, node.end);
    masked.push({ start: node.start, end: node.end, text: " ".repeat(raw.length) });
    if (raw.search(HOT) >= 0) edits.push({ start: node.start, end: node.end, text: cooled(raw) });
  };
  for (const comment of comments) within(comment, emptied);
  const tagged = new Set<AnyNode>();
  const look = (node: AnyNode): void => {
    if (node.type === "TaggedTemplateExpression") for (const quasi of node.quasi.quasis) tagged.add(quasi);
    if (node.type === "Literal" && typeof node.value === "string") within(node, (raw) => cooledString(node, raw));
    else if (node.type === "Literal" && node.regex) within(node, cooledPattern);
    else if (node.type === "TemplateElement") within(node, (raw) => cooledTemplate(node, raw, tagged.has(node)));
    const key = methodKey(node);
    if (key) edits.push({ start: key.start, end: key.end, text: `["${key.name}"]` });
  };
  for (const statement of body) walk(statement, look);
  return [...edits, ...inCode(text, masked)];
}

/** Operators that only look like the ends of a comment. */
function inCode(text: string, masked: readonly Edit[]): Edit[] {
  const parts: string[] = [];
  let from = 0;
  for (const { start, end, text: blank } of masked.toSorted((a, b) => a.start - b.start)) {
    parts.push(text.slice(from, start), blank);
    from = end;
  }
  const code = [...parts, text.slice(from)].join("");
  return [...code.matchAll(/<(?=!--)|(?<=--)>/g)].map(({ 0: found, index }) => {
    const at = found === "<" ? index + 1 : index;
    return { start: at, end: at, text: " " };
  });
}

function methodKey(node: AnyNode): Identifier | undefined {
  const isMethod =
    node.type === "MethodDefinition" || (node.type === "Property" && (node.method || node.kind !== "init"));
  if (!isMethod || node.computed || node.key.type !== "Identifier") return undefined;
  return node.key.name === "import" || node.key.name === "eval" ? node.key : undefined;
}

/** Lines stay what they are. */
const linesOf = (raw: string): string => raw.replace(/[^\r\n\u2028\u2029]/g, "");

const emptied = (raw: string): string => (raw.startsWith("//") ? "//" : `/*${linesOf(raw)}*/`);

/** Only for text in which every backslash begins an escape that ends before the word. */
const escaped = (text: string): string => text.replace(HOT, (word) => hex(word) + word.slice(1));

const hex = (word: string): string => `\\x${word.charCodeAt(0).toString(16)}`;

function cooledString(node: Literal, raw: string): string {
  return escaped(JSON.stringify(node.value).replace(/[\u2028\u2029]/g, unicode)) + linesOf(raw);
}

function cooledTemplate(node: TemplateElement, raw: string, isTagged: boolean): string {
  const { cooked } = node.value;
  if (isTagged || typeof cooked !== "string") {
    const word = raw.match(HOT)?.[0];
    const { line } = node.loc?.start ?? {};
    throw new Refusal(`A tagged template may not hold "${word}" here: put the word together from two strings.`, line);
  }
  const written = cooked.replace(/[\\`]|\$(?=\{)|\$$/g, "\\$&").replace(/[\r\n\u2028\u2029]/g, unicode);
  return escaped(written) + linesOf(raw).replace(/\r\n|[\r\n\u2028\u2029]/g, "\\$&");
}

const unicode = (char: string): string => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`;

/** An escape that stands before the word goes with its character; `(?<!` begins a look behind. */
function cooledPattern(raw: string): string {
  const hot = new Set(Array.from(raw.matchAll(HOT), ({ index }) => index));
  let out = "";
  let inClass = false;
  for (let at = 0; at < raw.length; at += 1) {
    const isEscape = raw[at] === "\\";
    const start = isEscape ? at + 1 : at;
    const char = raw[start] ?? "";
    if (!isEscape && (char === "[" || char === "]")) inClass = char === "[";
    const isLookBehind = char === "<" && !inClass && raw.slice(at - 2, at) === "(?";
    if (hot.has(start) && isLookBehind) {
      out += "<!\\x2d";
      at += 2;
    } else {
      out += hot.has(start) ? hex(char) : raw.slice(at, start + 1);
      at = start;
    }
  }
  return out;
}
