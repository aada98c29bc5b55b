import { structuredPatch } from "diff";
import type { DiffDetails } from "../../shared/results";
import type { Splice } from "../operations/files";
import { counted, lineFeeds, utf8Bytes, wellFormed } from "./sizes";
import { applySplices, spliceBetween } from "./splices";

const CONTEXT = 3;
const MAX_BYTES = 64 * 1024;
/** A longer line is shortened: a minified file is one line. */
const MAX_LINE = 2_000;
/** Past so many changed lines in one place the search for the shortest diff costs too much: all of it is shown replaced. */
const MAX_DISTANCE = 1_000;

interface Hunk {
  readonly oldStart: number;
  readonly oldLines: number;
  readonly newStart: number;
  readonly newLines: number;
  readonly lines: readonly string[];
}

/** What people see of a change that is known as splices; only the places that change are compared. */
export function diffOfSplices(
  file: { readonly path: string; readonly created: boolean },
  before: string,
  splices: readonly Splice[],
  maxBytes = MAX_BYTES,
): DiffDetails {
  const hunks = hunksOf(before, splices);
  const counts = { added: 0, removed: 0 };
  for (const line of hunks.flatMap((hunk) => hunk.lines)) {
    if (line.startsWith("+")) counts.added += 1;
    else if (line.startsWith("-")) counts.removed += 1;
  }
  return { kind: "diff", path: file.path, created: file.created, ...counts, unified: render(hunks, maxBytes) };
}

/** The same for two whole texts. */
export function diffOfTexts(
  file: { readonly path: string; readonly created: boolean },
  before: string,
  after: string,
  maxBytes = MAX_BYTES,
): DiffDetails {
  return diffOfSplices(file, before, before === after ? [] : [spliceBetween(before, after)], maxBytes);
}

function hunksOf(before: string, splices: readonly Splice[]): Hunk[] {
  const hunks: Hunk[] = [];
  let at = 0;
  let line = 0;
  let shift = 0;
  for (const window of windowsOf(before, splices)) {
    line += lineFeeds(before, at, window.start);
    at = window.start;
    const was = before.slice(window.start, window.end);
    const now = applySplices(was, window.splices);
    hunks.push(...compare(was, now).map((hunk) => moved(hunk, line, line + shift)));
    shift += lineFeeds(now) - lineFeeds(was);
  }
  return hunks;
}

interface Window {
  readonly start: number;
  end: number;
  /** Relative to `start`. */
  readonly splices: Splice[];
}

/** Whole lines around the splices; splices whose surroundings meet share a window. */
function windowsOf(before: string, splices: readonly Splice[]): Window[] {
  const windows: Window[] = [];
  for (const splice of splices) {
    const start = linesBack(before, splice.start);
    const last = windows.at(-1);
    const window = last && start <= last.end ? last : { start, end: start, splices: [] };
    if (window !== last) windows.push(window);
    window.end = Math.max(window.end, linesOn(before, splice.end));
    window.splices.push({ ...splice, start: splice.start - window.start, end: splice.end - window.start });
  }
  return windows;
}

function linesBack(text: string, from: number): number {
  let at = from;
  for (let count = 0; count <= CONTEXT && at > 0; count += 1) at = text.lastIndexOf("\n", at - 1);
  return at <= 0 ? 0 : at + 1;
}

function linesOn(text: string, from: number): number {
  let at = from;
  for (let count = 0; count <= CONTEXT; count += 1) {
    at = text.indexOf("\n", at) + 1;
    if (at === 0) return text.length;
  }
  return at;
}

function compare(was: string, now: string): readonly Hunk[] {
  if (was === now) return [];
  if (was !== "" && now !== "") {
    const patch = structuredPatch("", "", was, now, "", "", { context: CONTEXT, maxEditLength: MAX_DISTANCE });
    if (patch) return patch.hunks;
  }
  return [replaced(was, now)];
}

/** Every line out, every line in. */
function replaced(was: string, now: string): Hunk {
  const removed = marked(was, "-");
  const added = marked(now, "+");
  const lines = [...removed, ...added].flatMap((line) => (line.endsWith("\n") ? line.slice(0, -1) : [line, NO_END]));
  return { oldStart: 1, oldLines: removed.length, newStart: 1, newLines: added.length, lines };
}

const NO_END = "\\ No newline at end of file";

function marked(text: string, mark: string): string[] {
  return (text.match(/[^\n]*\n|[^\n]+$/g) ?? []).map((line) => mark + line);
}

function moved(hunk: Hunk, oldBy: number, newBy: number): Hunk {
  return { ...hunk, oldStart: hunk.oldStart + oldBy, newStart: hunk.newStart + newBy };
}

function render(hunks: readonly Hunk[], maxBytes: number): string {
  const lines = hunks.flatMap((hunk) => [header(hunk), ...hunk.lines]);
  // Room for the last line, which names what was cut.
  const room = maxBytes - 80;
  const kept: string[] = [];
  let bytes = 0;
  for (const line of lines) {
    const shown = shortened(line);
    bytes += utf8Bytes(shown) + 1;
    if (bytes > room) break;
    kept.push(shown);
  }
  if (kept.length < lines.length) kept.push(cutNote(lines.slice(kept.length), hunks.length));
  return kept.length > 0 ? `${kept.join("\n")}\n` : "";
}

/** A side without lines starts, by convention, at the line before. */
function header({ oldStart, oldLines, newStart, newLines }: Hunk): string {
  const old = oldLines === 0 ? oldStart - 1 : oldStart;
  const now = newLines === 0 ? newStart - 1 : newStart;
  return `@@ -${old},${oldLines} +${now},${newLines} @@`;
}

function shortened(line: string): string {
  if (line.length <= MAX_LINE) return wellFormed(line);
  return wellFormed(`${line.slice(0, MAX_LINE)}… (${counted(line.length - MAX_LINE, "more character")})`);
}

function cutNote(left: readonly string[], total: number): string {
  const hunks = left.filter((line) => line.startsWith("@@ ")).length;
  return `… ${counted(left.length - hunks, "more line")}, ${counted(hunks, "more hunk")} of ${total} not shown`;
}
