import { diffArrays } from "diff";
import type { Splice } from "../../operations/files";
import { linesOf } from "../../results/splices";
import type { Range } from "./literal";

/** Past this, lines are not compared one by one: the whole range is replaced. */
const MAX_DISTANCE = 400;

/**
 * Splices that put `newText` where `oldText` was found. Lines that both have stay as they are in the
 * file, even if they matched loosely only; new lines take the line end around them.
 */
export function splicesFor(text: string, found: Range, oldText: string, newText: string, eol: string): Splice[] {
  const was = linesOf(text.slice(found.start, found.end));
  const old = linesOf(oldText).map(unified);
  const now = linesOf(newText).map(unified);
  const changes = was.length === old.length ? diffArrays(old, now, { maxEditLength: MAX_DISTANCE }) : undefined;
  if (!changes) return [splice(text, found, now, eol)];

  const splices: Splice[] = [];
  let line = 0;
  let at = found.start;
  for (const [index, change] of changes.entries()) {
    if (change.added && changes[index - 1]?.removed) continue;
    const lines = change.added ? [] : was.slice(line, line + change.count);
    const range = { start: at, end: at + lines.join("").length };
    const next = changes[index + 1];
    if (change.added) splices.push(splice(text, range, change.value, eol));
    if (change.removed) splices.push(splice(text, range, next?.added ? next.value : [], eol));
    line += lines.length;
    at = range.end;
  }
  return splices.filter(({ start, end, text: put }) => text.slice(start, end) !== put);
}

function unified(line: string): string {
  return line.replace(/\r\n$/, "\n");
}

function splice(text: string, range: Range, lines: readonly string[], eol: string): Splice {
  const put = lines.join("");
  if (!put.includes("\n")) return { ...range, text: put };
  const end = lineEndAround(text, range, eol);
  return { ...range, text: end === "\n" ? put : put.replaceAll("\n", end) };
}

/** The first line end in the range or behind it, else the last before it. */
function lineEndAround(text: string, { start }: Range, otherwise: string): string {
  const next = text.indexOf("\n", start);
  const at = next === -1 ? text.lastIndexOf("\n", start) : next;
  if (at !== -1) return text[at - 1] === "\r" ? "\r\n" : "\n";
  // Carriage returns alone end lines only where there is nothing else.
  return text.includes("\r") ? "\r" : otherwise;
}
