import { diffArrays } from "diff";
import type { DiffDetails } from "../../shared/results";
import type { Splice } from "../operations/files";
import { counted, lineFeeds, utf8Bytes, wellFormed } from "./sizes";
import { applySplices, linesOf, splicesBetween } from "./splices";

const CONTEXT = 3;
const MAX_BYTES = 64 * 1024;
/** A longer line is shortened: a minified file is one line. */
const MAX_LINE = 2_000;
/** Past so many changed lines in one place the search for the shortest diff costs too much: all of it is shown replaced. */
const MAX_DISTANCE = 200;

interface FileNote {
  readonly path: string;
  readonly created: boolean;
}

/** What people see of a change that is known as splices; only the places that change are compared. */
export function diffOfSplices(
  { path, created }: FileNote,
  before: string,
  splices: readonly Splice[],
  maxBytes = MAX_BYTES,
): DiffDetails {
  const changes = changesOf(before, splices);
  const added = changes.reduce((sum, change) => sum + change.added.length, 0);
  const removed = changes.reduce((sum, change) => sum + change.removed.length, 0);
  return { kind: "diff", path, created, added, removed, unified: render(hunksOf(before, changes), maxBytes) };
}

/** The same for two whole texts. */
export function diffOfTexts(file: FileNote, before: string, after: string, maxBytes = MAX_BYTES): DiffDetails {
  return diffOfSplices(file, before, before === after ? [] : splicesBetween(before, after), maxBytes);
}

/** Whole lines that go and come at one place; offsets into the old text. */
interface Change {
  readonly start: number;
  readonly end: number;
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

function changesOf(before: string, splices: readonly Splice[]): Change[] {
  return placesOf(before, splices).flatMap((place) => {
    const was = before.slice(place.start, place.end);
    return shortest(linesOf(was), linesOf(applySplices(was, place.splices)), place.start);
  });
}

interface Place {
  readonly start: number;
  end: number;
  /** Relative to `start`. */
  readonly splices: Splice[];
}

/** The whole lines that splices touch; splices that share a line, or touch each other, share a place. */
function placesOf(before: string, splices: readonly Splice[]): Place[] {
  const places: Place[] = [];
  let previous = { end: -1, isWhole: true };
  for (const splice of splices) {
    const start = lineStart(before, splice.start);
    const last = places.at(-1);
    const touches = splice.start === previous.end;
    const joins = last && (start < last.end || touches);
    const place = joins ? last : { start, end: start, splices: [] };
    if (!joins) places.push(place);
    // What it touches may have left half a line, which then goes on behind this one.
    const whole = isWhole(before, splice) && (previous.isWhole || !touches);
    place.end = Math.max(place.end, whole ? splice.end : linesOn(before, splice.end, 1));
    place.splices.push({ ...splice, start: splice.start - place.start, end: splice.end - place.start });
    previous = { end: splice.end, isWhole: whole };
  }
  return places;
}

/** It replaces lines by lines, so that the next line is not touched. */
function isWhole(before: string, { start, end, text }: Splice): boolean {
  return lineStart(before, start) === start && lineStart(before, end) === end && (text === "" || text.endsWith("\n"));
}

function shortest(was: readonly string[], now: readonly string[], start: number): Change[] {
  const both = was.length > 0 && now.length > 0;
  const parts = both ? diffArrays([...was], [...now], { maxEditLength: MAX_DISTANCE }) : undefined;
  if (was.length + now.length === 0) return [];
  if (!parts) return [{ start, end: start + lengthOf(was), removed: was, added: now }];
  const changes: Change[] = [];
  let at = start;
  for (const [index, part] of parts.entries()) {
    const next = parts[index + 1];
    const end = part.added ? at : at + lengthOf(part.value);
    if (part.removed) changes.push({ start: at, end, removed: part.value, added: next?.added ? next.value : [] });
    else if (part.added && !parts[index - 1]?.removed)
      changes.push({ start: at, end: at, removed: [], added: part.value });
    at = end;
  }
  return changes;
}

function lengthOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + line.length, 0);
}

/** Start of the line `count` lines before the one that holds `from`. */
function linesBack(text: string, from: number, count: number): number {
  let at = lineStart(text, from);
  for (let left = count; left > 0 && at > 0; left -= 1) at = lineStart(text, at - 1);
  return at;
}

function lineStart(text: string, at: number): number {
  return at === 0 ? 0 : text.lastIndexOf("\n", at - 1) + 1;
}

/** End of the `count`-th line from `from`. */
function linesOn(text: string, from: number, count: number): number {
  let at = from;
  for (let left = count; left > 0; left -= 1) {
    at = text.indexOf("\n", at) + 1;
    if (at === 0) return text.length;
  }
  return at;
}

interface Hunk {
  readonly oldStart: number;
  readonly newStart: number;
  oldLines: number;
  newLines: number;
  readonly lines: string[];
}

function hunksOf(before: string, changes: readonly Change[]): Hunk[] {
  const hunks: Hunk[] = [];
  let [at, line, shift] = [0, 0, 0];
  for (const group of groupsOf(before, changes)) {
    line += lineFeeds(before, at, group.start);
    at = group.start;
    const hunk: Hunk = { oldStart: line + 1, newStart: line + shift + 1, oldLines: 0, newLines: 0, lines: [] };
    let from = group.start;
    for (const change of group.changes) {
      put(hunk, " ", linesOf(before.slice(from, change.start)));
      put(hunk, "-", change.removed);
      put(hunk, "+", change.added);
      from = change.end;
    }
    put(hunk, " ", linesOf(before.slice(from, group.end)));
    shift += hunk.newLines - hunk.oldLines;
    hunks.push(hunk);
  }
  return hunks;
}

/** Changes whose surroundings meet share a hunk. */
function groupsOf(before: string, changes: readonly Change[]): { start: number; end: number; changes: Change[] }[] {
  const groups: { start: number; end: number; changes: Change[] }[] = [];
  for (const change of changes) {
    const start = linesBack(before, change.start, CONTEXT);
    const end = linesOn(before, change.end, CONTEXT);
    const last = groups.at(-1);
    if (last && start <= last.end) {
      last.changes.push(change);
      last.end = Math.max(last.end, end);
    } else groups.push({ start, end, changes: [change] });
  }
  return groups;
}

const NO_END = "\\ No newline at end of file";

function put(hunk: Hunk, mark: " " | "-" | "+", lines: readonly string[]): void {
  for (const line of lines) {
    if (line.endsWith("\n")) hunk.lines.push(mark + line.slice(0, -1));
    else hunk.lines.push(mark + line, NO_END);
  }
  if (mark !== "+") hunk.oldLines += lines.length;
  if (mark !== "-") hunk.newLines += lines.length;
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
