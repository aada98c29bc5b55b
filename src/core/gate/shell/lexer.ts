import type { Why } from "./analysis";
import { ansiC } from "./ansiC";
import type { Node } from "./tree";
import { UNKNOWN, type Word } from "./word";

/** Where the parser found expansions: by their first place. */
export type Expansions = ReadonlyMap<number, Node>;

interface Reading {
  readonly text: string;
  readonly end: number;
  readonly expansions: Expansions;
  at: number;
  value: string;
  resolved: boolean;
  splits: boolean;
  pattern: boolean;
  /** Open brace outside quotes, and a comma or two dots after it. */
  brace: "none" | "open" | "list";
  problem: Why | undefined;
}

/**
 * Reads one word, and must end where the parser ended it: two readers that disagree make it ask. Without `end` it
 * reads as far as the word goes.
 */
export function readWord(text: string, start: number, end: number | undefined, expansions: Expansions): Word {
  const flags = { resolved: true, splits: false, pattern: false, brace: "none", problem: undefined } as const;
  const reading: Reading = { text, end: end ?? text.length, expansions, at: start, value: "", ...flags };
  while (reading.at < reading.end && !(end === undefined && isBoundary(text, reading.at))) next(reading);
  if (end !== undefined && (reading.at !== end || !endsWord(text, end))) reading.problem ??= "unparsed";
  if (text[start] === "#") reading.problem ??= "unparsed";
  const source = text.slice(start, reading.at);
  if (hasHistory(source)) reading.problem ??= "history";
  return finished(reading, start, source);
}

function finished({ at, value, resolved, splits, pattern, problem }: Reading, start: number, source: string): Word {
  const quoted = source.length > 1 && source.startsWith('"') && closingDouble(source) === source.length - 1;
  const leadingPattern = /^[*?[]/.test(source);
  const tilde = source.startsWith("~");
  return {
    ...{ start, end: at, source, value, resolved, quoted, splits, pattern, leadingPattern, tilde },
    ...(problem && { problem }),
  };
}

function next(reading: Reading): void {
  const char = reading.text[reading.at] as string;
  switch (char) {
    case "\\":
      escaped(reading);
      return;
    case "'":
      single(reading);
      return;
    case '"':
      double(reading);
      return;
    case "$":
      dollar(reading, false);
      return;
    case "`":
      expansion(reading, false);
      return;
    default:
      plain(reading, char);
      return;
  }
}

function plain(reading: Reading, char: string): void {
  if (METACHARACTERS.test(char)) {
    // Only `<( )` and `>( )` may stand in a word.
    if (reading.expansions.has(reading.at)) {
      expansion(reading, false);
      return;
    }
    reading.problem ??= "unparsed";
  }
  if (char === "*" || char === "?" || char === "[") reading.pattern = true;
  braces(reading, char);
  reading.value += char;
  reading.at += 1;
}

/** `{a,b}` and `{1..3}` make several words; other braces are text. */
function braces(reading: Reading, char: string): void {
  if (char === "{") {
    if (reading.brace === "none") reading.brace = "open";
  } else if (reading.brace === "open" && (char === "," || (char === "." && reading.text[reading.at + 1] === "."))) {
    reading.brace = "list";
  } else if (reading.brace === "list" && char === "}") {
    reading.resolved = false;
    reading.splits = true;
    reading.value += UNKNOWN;
  }
}

function escaped(reading: Reading): void {
  reading.value += reading.text[reading.at + 1] ?? "";
  if (reading.at + 1 >= reading.end) reading.problem ??= "unparsed";
  reading.at += 2;
}

function single(reading: Reading): void {
  const close = reading.text.indexOf("'", reading.at + 1);
  if (close < 0) {
    stuck(reading);
    return;
  }
  reading.value += reading.text.slice(reading.at + 1, close);
  reading.at = close + 1;
}

function double(reading: Reading): void {
  const { text, end } = reading;
  reading.at += 1;
  while (reading.at < end && text[reading.at] !== '"') {
    const char = text[reading.at] as string;
    if (char === "\\") {
      const after = text[reading.at + 1] ?? "";
      reading.value += '$`"\\'.includes(after) ? after : `\\${after}`;
      reading.at += 2;
    } else if (char === "$") dollar(reading, true);
    else if (char === "`") expansion(reading, true);
    else {
      reading.value += char;
      reading.at += 1;
    }
  }
  if (text[reading.at] !== '"') {
    stuck(reading);
    return;
  }
  reading.at += 1;
}

function dollar(reading: Reading, quoted: boolean): void {
  const { text, at } = reading;
  const after = text[at + 1] ?? "";
  if (!quoted && after === "'") {
    ansiText(reading);
    return;
  }
  if (!quoted && after === '"') {
    reading.problem ??= "expansion";
    reading.at += 1;
    return;
  }
  if (/[({[\w?#@*$!-]/.test(after)) {
    expansion(reading, quoted, NAME.exec(text.slice(at, at + 200))?.[0].length);
    return;
  }
  reading.value += "$";
  reading.at += 1;
}

function ansiText(reading: Reading): void {
  const found = ansiC(reading.text, reading.at);
  if (!found) {
    stuck(reading);
    return;
  }
  // A NUL ends the word early, and an unpaired half or a control character is nothing that a person can read.
  if (found.value.includes("\u0000")) reading.problem ??= "control_character";
  reading.value += found.value.replaceAll("\u0000", "");
  reading.at = found.end;
}

/** Jumps over what the parser found here; when it found nothing, or something of another length, the word asks. */
function expansion(reading: Reading, quoted: boolean, length?: number): void {
  const node = reading.expansions.get(reading.at);
  if (!node || (length !== undefined && node.end - node.start !== length)) {
    reading.problem ??= "hidden_substitution";
  }
  const severalWords = /^\$(?:\{?[@*]|\{[^}]*\[@)/.test(reading.text.slice(reading.at, reading.at + 40));
  reading.resolved = false;
  if (!quoted || severalWords) reading.splits = true;
  reading.value += UNKNOWN;
  reading.at = node ? node.end : reading.at + (length ?? 1);
}

/** A quote without an end. */
function stuck(reading: Reading): void {
  reading.problem ??= "unparsed";
  reading.value += reading.text.slice(reading.at, reading.end);
  reading.at = reading.end;
}

function closingDouble(source: string): number {
  for (let at = 1; at < source.length; at += 1) {
    if (source[at] === "\\") at += 1;
    // A substitution may hold quotes of its own: then this is not known to be one pair.
    else if (source[at] === '"') return at;
  }
  return -1;
}

function isBoundary(text: string, at: number): boolean {
  const char = text[at] as string;
  return METACHARACTERS.test(char) && !(/[<>]/.test(char) && text[at + 1] === "(");
}

function endsWord(text: string, at: number): boolean {
  return at >= text.length || METACHARACTERS.test(text[at] as string) || text[at] === "`";
}

const METACHARACTERS = /[ \t\n;&|<>()]/;
const NAME = /^\$(?:[A-Za-z_]\w*|[0-9?#@*$!-])/;

/** A `!` for which an interactive shell would put an earlier command: not escaped, and outside single quotes. */
function hasHistory(source: string): boolean {
  if (!source.includes("!")) return false;
  let inDouble = false;
  for (let at = 0; at < source.length; at += 1) {
    const char = source[at];
    if (char === "\\") at += 1;
    else if (char === '"') inDouble = !inDouble;
    else if (char === "'" && !inDouble) {
      const close = source.indexOf("'", at + 1);
      at = close < 0 ? source.length : close;
    } else if (char === "!" && !"$[{".includes(source[at - 1] ?? " ") && !/[ \t\n=("]/.test(source[at + 1] ?? " ")) {
      return true;
    }
  }
  return false;
}
