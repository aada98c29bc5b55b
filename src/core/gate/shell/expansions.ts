import type { Why } from "./analysis";
import type { Expansions } from "./lexer";
import type { Node } from "./tree";

const KINDS: ReadonlySet<string> = new Set([
  "simple_expansion",
  "expansion",
  "command_substitution",
  "process_substitution",
  "arithmetic_expansion",
]);

export function expansionsOf(nodes: readonly Node[]): Expansions {
  return new Map(nodes.filter(({ type }) => KINDS.has(type)).map((node) => [node.start, node]));
}

/** Why an expansion by itself asks: forms that assign, run or calculate. */
export function problemOfExpansion({ type, start, end }: Node, text: string): Why | undefined {
  const source = text.slice(start, end);
  switch (type) {
    case "expansion":
      return PLAIN_FORMS.test(source) ? undefined : "expansion";
    case "arithmetic_expansion":
      return CONSTANT.test(source) ? undefined : "expansion";
    case "command_substitution":
      // Backslashes mean something else again inside back-quotes, and nobody here reads them a second time.
      return source.startsWith("`") && source.includes("\\") ? "hidden_substitution" : undefined;
    default:
      return undefined;
  }
}

const PLAIN_FORMS =
  /^\$\{(?:#?(?:[A-Za-z_]\w*|\d+)|[?#@*$!-]|(?:[A-Za-z_]\w*|\d+)(?::-|-|:\+|\+|%%?|##?|\/\/?|\^\^?|,,?)(?![@Q]\})[\s\S]*)\}$/;
const CONSTANT = /^\$\(\([\d\s+\-*/%()<>=!&|^~?:,]*\)\)$/;

/**
 * Places where the shell would run or expand something that the tree does not show. The grammar hides some back-quotes;
 * the same look is taken at all other openings.
 */
export function hiddenSubstitutions(text: string, nodes: readonly Node[], expansions: Expansions): readonly number[] {
  if (!/[`$<>]/.test(text)) return [];
  const kinds = kindOfEachPlace(text, nodes);
  const closings = new Set<number>();
  for (const { type, end } of nodes) if (type === "command_substitution") closings.add(end - 1);
  const found: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const kind = kinds[at];
    if (kind === TEXT) continue;
    if (text[at] === "\\") at += 1;
    else if (opens(text, at, kind === QUOTED) && !expansions.has(at) && !(text[at] === "`" && closings.has(at))) {
      found.push(at);
    }
  }
  return found;
}

function opens(text: string, at: number, quoted: boolean): boolean {
  const after = text[at + 1];
  switch (text[at]) {
    case "`":
      return true;
    case "$":
      return after === "(" || after === "{" || after === "[";
    case "<":
    case ">":
      // `>(` after a blank is a word; inside `(( ))` it is a comparison, and that asks by itself.
      return after === "(" && !quoted;
    default:
      return false;
  }
}

const CODE = 0;
const QUOTED = 1;
const TEXT = 2;

/** For each place whether the shell expands there: children paint over their parents. */
function kindOfEachPlace(text: string, nodes: readonly Node[]): Uint8Array {
  const kinds = new Uint8Array(text.length);
  for (const { type, start, end, parent } of nodes) {
    switch (type) {
      case "string":
        kinds.fill(QUOTED, start, end);
        break;
      case "heredoc_body":
        kinds.fill(isQuotedDocument(parent, text) ? TEXT : QUOTED, start, end);
        break;
      case "command_substitution":
      case "process_substitution":
        kinds.fill(CODE, start, end);
        break;
      case "raw_string":
      case "ansi_c_string":
        // Inside double quotes and documents single quotes protect nothing.
        if (kinds[start] !== QUOTED) kinds.fill(TEXT, start, end);
        break;
      case "comment":
        kinds.fill(TEXT, start, end);
        break;
      default:
    }
  }
  return kinds;
}

/** Whether the delimiter of a here-document is quoted, so that its body is plain text. */
function isQuotedDocument(redirect: Node | undefined, text: string): boolean {
  const start = redirect?.children.find(({ type }) => type === "heredoc_start");
  return start !== undefined && /['"\\]/.test(text.slice(start.start, start.end));
}
