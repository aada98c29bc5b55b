import type { Splice } from "../operations/files";

/** The text with ascending, not overlapping splices applied. */
export function applySplices(text: string, splices: readonly Splice[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const splice of splices) {
    parts.push(text.slice(at, splice.start), splice.text);
    at = splice.end;
  }
  parts.push(text.slice(at));
  return parts.join("");
}

/** One splice that makes `after` of `before`: what lies between their common head and tail. */
export function spliceBetween(before: string, after: string): Splice {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before.charCodeAt(head) === after.charCodeAt(head)) head += 1;
  let tail = 0;
  while (
    tail < shorter - head &&
    before.charCodeAt(before.length - 1 - tail) === after.charCodeAt(after.length - 1 - tail)
  )
    tail += 1;
  return { start: head, end: before.length - tail, text: after.slice(head, after.length - tail) };
}
