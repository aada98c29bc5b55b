/** Growing Markdown as blocks that will not change any more, and the one that still grows. */
export interface Blocks {
  readonly done: readonly string[];
  readonly tail: string;
}

/**
 * A block longer than this is cut where it can be, so that drawing the growing one never takes long,
 * however much a model writes without a blank line.
 */
export const MAX_BLOCK = 16_384;

/** Shorter ones stay together: thousands of elements cost more than drawing a short text again. */
const MIN_BLOCK = 1_000;

/**
 * Each call takes the whole text so far and looks only at what is new. A text that does not begin with
 * the former one starts over. The blocks joined are the text (apart from fences reopened after a cut).
 */
export function blockSplitter(min = MIN_BLOCK): (text: string) => Blocks {
  let state = fresh(min);
  return (text) => {
    if (!text.startsWith(state.seen)) state = fresh(min);
    state.seen = text;
    scan(state, text);
    return { done: state.done, tail: state.reopen + text.slice(state.start) };
  };
}

interface State {
  readonly min: number;
  seen: string;
  done: string[];
  /** Where the growing block begins, and the first line not looked at yet. */
  start: number;
  line: number;
  /** The opening line of the fence we are in. */
  fence: string | undefined;
  /** What the growing block must begin with because its fence was cut. */
  reopen: string;
  afterBlank: boolean;
  inList: boolean;
}

const fresh = (min: number): State => ({
  min,
  seen: "",
  done: [],
  start: 0,
  line: 0,
  fence: undefined,
  reopen: "",
  afterBlank: false,
  inList: false,
});

function scan(state: State, text: string): void {
  for (let end = text.indexOf("\n", state.line); end >= 0; end = text.indexOf("\n", state.line)) {
    const line = text.slice(state.line, end);
    if (state.fence !== undefined) inFence(state, line, end + 1);
    else outside(state, text, line);
    state.line = Math.max(end + 1, state.start);
    cutLong(state, text, state.line);
  }
  cutLong(state, text, text.length);
}

function inFence(state: State, line: string, next: number): void {
  const fence = state.fence ?? "";
  const mark = fenceMark(fence);
  const closing = line.trim();
  if (!closing.startsWith(mark) || closing.replaceAll(mark.charAt(0), "") !== "") return;
  if (isTopLevel(fence) && /^ {4}/.test(line)) return;
  state.fence = undefined;
  state.afterBlank = false;
  if (state.reopen !== "") cut(state, state.seen, next, "");
  else if (isTopLevel(fence)) endBlock(state, state.seen, next);
}

function outside(state: State, text: string, line: string): void {
  if (line.trim() === "") {
    state.afterBlank = true;
    return;
  }
  const opens = OPENS_FENCE.test(line);
  const goesOn = isIndented(line) || (state.inList && LIST_ITEM.test(line));
  if (state.afterBlank ? !goesOn : opens && isTopLevel(line)) endBlock(state, text, state.line);
  state.inList = LIST_ITEM.test(line) || (state.inList && (goesOn || !state.afterBlank));
  state.afterBlank = false;
  if (opens) state.fence = line;
}

/** After a blank line such a line still belongs to what is above it. */
const isIndented = (line: string): boolean => /^(?: {2}|\t)/.test(line);

function endBlock(state: State, text: string, at: number): void {
  if (at - state.start >= state.min) cut(state, text, at, "");
}

const isTopLevel = (fence: string): boolean => /^[`~]/.test(fence);

const LIST_ITEM = /^ {0,3}(?:[-*+]|\d{1,9}[.)])\s/;
const OPENS_FENCE = /^\s*(?:(?:[-*+]|\d{1,9}[.)])\s+)?(?:`{3,}[^`]*|~{3,}.*)$/;

const fenceMark = (line: string): string => /`{3,}|~{3,}/.exec(line)?.[0] ?? "```";

function cut(state: State, text: string, at: number, reopen: string): void {
  if (at <= state.start) return;
  state.done.push(state.reopen + text.slice(state.start, at));
  state.start = at;
  state.reopen = reopen;
}

function cutLong(state: State, text: string, known: number): void {
  while (known - state.start > MAX_BLOCK) {
    const limit = state.start + MAX_BLOCK;
    const newline = text.lastIndexOf("\n", limit - 1) + 1;
    const space = text.lastIndexOf(" ", limit - 1) + 1;
    const at = newline > state.start ? newline : space > state.start ? space : wholeCharacter(text, limit);
    cut(state, text, at, state.fence === undefined ? "" : `${state.fence.replace(/^[^`~]*/, "")}\n`);
    state.line = Math.max(state.line, state.start);
  }
}

const wholeCharacter = (text: string, at: number): number => (/[\udc00-\udfff]/.test(text[at] ?? "") ? at - 1 : at);
