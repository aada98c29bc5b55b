/** Text without its continued lines, and where they were. */
export interface Joined {
  readonly text: string;
  /** Places in the new text where a backslash and a line break went out. */
  readonly joins: readonly number[];
  /** Places in the new text where they stayed, as they are text there. */
  readonly kept: readonly number[];
}

/**
 * Takes out each backslash with a line break where the shell does, inside a word too, since the grammar alone would
 * see two words there. Quotes are followed only roughly: the caller holds every place against the tree and asks
 * where the two disagree.
 */
export function joinLines(text: string): Joined {
  if (!text.includes("\\\n")) return { text, joins: [], kept: [] };
  const state: State = { text, at: 0, out: "", joins: [], kept: [], quotes: [], waiting: [] };
  while (state.at < text.length) step(state);
  return { text: state.out, joins: state.joins, kept: state.kept };
}

interface State {
  readonly text: string;
  at: number;
  out: string;
  readonly joins: number[];
  readonly kept: number[];
  /** What is open: a double quote, or a substitution inside one. */
  readonly quotes: ('"' | "(")[];
  /** Here-documents whose bodies begin at the next line. */
  readonly waiting: Heredoc[];
}

interface Heredoc {
  readonly end: string;
  readonly quoted: boolean;
  readonly tabs: boolean;
}

function step(state: State): void {
  const { text, at } = state;
  const char = text[at];
  const inDouble = state.quotes.at(-1) === '"';
  if (char === "\\") {
    backslash(state);
    return;
  }
  if (char === '"') toggle(state, inDouble);
  else if (!inDouble) {
    if (char === "'") {
      copyTo(state, closing(text, at, text[at - 1] === "$"));
      return;
    }
    if (char === "#" && /^$|[\s;&|()]/.test(state.out.at(-1) ?? "")) {
      copyTo(state, lineEnd(text, at));
      return;
    }
    if (char === "<" && text[at + 1] === "<") {
      heredocStart(state);
      return;
    }
    if (char === "\n" && state.waiting.length > 0) {
      bodies(state);
      return;
    }
  }
  if (char === "$" && text[at + 1] === "(") state.quotes.push("(");
  else if (char === ")" && state.quotes.at(-1) === "(") state.quotes.pop();
  copyTo(state, at + 1);
}

function toggle({ quotes }: State, inDouble: boolean): void {
  if (inDouble) quotes.pop();
  else quotes.push('"');
}

function backslash(state: State): void {
  if (state.text[state.at + 1] !== "\n") {
    copyTo(state, state.at + 2);
    return;
  }
  state.joins.push(state.out.length);
  state.at += 2;
}

/** Copies as it is; line ends that are continued in there stay. */
function copyTo(state: State, end: number): void {
  const piece = state.text.slice(state.at, end);
  for (let at = piece.indexOf("\\\n"); at >= 0; at = piece.indexOf("\\\n", at + 2)) {
    state.kept.push(state.out.length + at);
  }
  state.out += piece;
  state.at = Math.max(end, state.at + 1);
}

/** After the quote that closes the one at `at`. */
function closing(text: string, at: number, escapes: boolean): number {
  for (let end = at + 1; end < text.length; end += 1) {
    if (escapes && text[end] === "\\") end += 1;
    else if (text[end] === "'") return end + 1;
  }
  return text.length;
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end;
}

function heredocStart(state: State): void {
  const found = HEREDOC.exec(state.text.slice(state.at, state.at + 200));
  if (found?.[2] === undefined) {
    copyTo(state, state.at + (state.text[state.at + 2] === "<" ? 3 : 2));
    return;
  }
  const end = found[2].replace(/['"\\]/g, "");
  state.waiting.push({ end, quoted: end !== found[2], tabs: found[1] === "-" });
  copyTo(state, state.at + found[0].length);
}

const HEREDOC = /^<<(-?)[ \t]*((?:'[\w.-]+'|"[\w.-]+"|\\?[\w.-])+)/;

/** A quoted body stays as it is; in the others a continued line is taken out as elsewhere. */
function bodies(state: State): void {
  copyTo(state, state.at + 1);
  for (const { end, quoted, tabs } of state.waiting.splice(0)) {
    while (state.at < state.text.length) {
      const stop = quoted ? lineEnd(state.text, state.at) : joinedLineEnd(state.text, state.at);
      const line = quoted ? state.text.slice(state.at, stop) : state.text.slice(state.at, stop).replaceAll("\\\n", "");
      if (quoted) copyTo(state, stop + 1);
      else copyJoined(state, stop + 1);
      if ((tabs ? line.replace(/^\t+/, "") : line) === end) break;
    }
  }
}

function joinedLineEnd(text: string, at: number): number {
  let end = lineEnd(text, at);
  while (end < text.length && isContinued(text, at, end)) end = lineEnd(text, end + 1);
  return end;
}

/** An odd number of backslashes stands before the line break. */
function isContinued(text: string, from: number, end: number): boolean {
  let count = 0;
  while (end - 1 - count >= from && text[end - 1 - count] === "\\") count += 1;
  return count % 2 === 1;
}

function copyJoined(state: State, end: number): void {
  while (state.at < Math.min(end, state.text.length)) {
    if (state.text[state.at] === "\\") backslash(state);
    else copyTo(state, state.at + 1);
  }
}
