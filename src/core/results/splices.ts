import type { Splice } from "../operations/files";

/** The text with ascending, not overlapping splices applied. */
export function applySplices(text: string, splices: readonly Splice[]): string {
  let result = "";
  let at = 0;
  for (const splice of splices) {
    // Added, not joined: the engine then copies the text once, when somebody looks at it.
    result += text.slice(at, splice.start) + splice.text;
    at = splice.end;
  }
  return result + text.slice(at);
}

/** The lines of a text with their ends; the last may have none. A lone carriage return is a character like others. */
export function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/**
 * Splices of whole lines that make `after` of `before`, in time that hardly depends on how much
 * differs: lines that both have exactly once, in the same order, stay; what lies between is replaced.
 */
export function splicesBetween(before: string, after: string): Splice[] {
  const { start, oldEnd, newEnd } = differing(before, after);
  const old = linesOf(before.slice(start, oldEnd));
  const now = linesOf(after.slice(start, newEnd));
  const splices: Splice[] = [];
  let [line, nextLine, at] = [0, 0, start];
  for (const [oldLine, newLine] of [...anchors(old, now), [old.length, now.length] as const]) {
    const end = at + old.slice(line, oldLine).join("").length;
    const text = now.slice(nextLine, newLine).join("");
    if (before.slice(at, end) !== text) splices.push({ start: at, end, text });
    at = end + (old[oldLine]?.length ?? 0);
    [line, nextLine] = [oldLine + 1, newLine + 1];
  }
  return splices;
}

/** What is left of both texts without the whole lines at their head and tail that are the same. */
function differing(before: string, after: string): { start: number; oldEnd: number; newEnd: number } {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before.charCodeAt(head) === after.charCodeAt(head)) head += 1;
  const start = head === 0 ? 0 : before.lastIndexOf("\n", head - 1) + 1;
  let tail = 0;
  while (tail < shorter - start && fromEnd(before, tail) === fromEnd(after, tail)) tail += 1;
  const common = before.indexOf("\n", before.length - tail) + 1 || before.length;
  return { start, oldEnd: common, newEnd: after.length - (before.length - common) };
}

function fromEnd(text: string, back: number): number {
  return text.charCodeAt(text.length - 1 - back);
}

type Pair = readonly [old: number, now: number];

/** The longest ascending row of lines that occur once in both. */
function anchors(old: readonly string[], now: readonly string[]): Pair[] {
  if (old.length === 0 || now.length === 0) return [];
  const unique = onlyOnce(now);
  const pairs = [...onlyOnce(old)].flatMap(([line, at]): Pair[] => {
    const other = unique.get(line);
    return other === undefined ? [] : [[at, other]];
  });
  return longestAscending(pairs);
}

function onlyOnce(lines: readonly string[]): Map<string, number> {
  const places = new Map<string, number>();
  const repeated = new Set<string>();
  for (const [at, line] of lines.entries()) {
    if (places.has(line)) repeated.add(line);
    else places.set(line, at);
  }
  for (const line of repeated) places.delete(line);
  return places;
}

interface Link {
  readonly pair: Pair;
  readonly before: Link | undefined;
}

/** Patience: each pile's top ends the best row of its length. Pairs ascend by their first figure. */
function longestAscending(pairs: readonly Pair[]): Pair[] {
  const tops: Link[] = [];
  for (const pair of pairs) {
    let [low, high] = [0, tops.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((tops[middle]?.pair[1] ?? 0) < pair[1]) low = middle + 1;
      else high = middle;
    }
    tops[low] = { pair, before: tops[low - 1] };
  }
  const row: Pair[] = [];
  for (let link = tops.at(-1); link; link = link.before) row.push(link.pair);
  return row.reverse();
}
