import { diffArrays } from "diff";
import type { LoosenedView } from "./loosened";

const MAX_LINES = 12;
/** Only so much of a line is compared and shown. */
const MAX_WIDTH = 200;
/** Below this nothing in the file resembles what is wanted. */
const LEAST_SCORE = 0.35;
/** Past so many different lines, comparing them one by one tells nothing. */
const MAX_DISTANCE = 400;

/** Where a text that does not match comes closest, with the lines that differ marked; nothing when nowhere. */
export function nearest(view: LoosenedView, wanted: LoosenedView): string | undefined {
  const file = view.text.split("\n");
  const lines = wanted.text.replace(/^\n+|\n+$/g, "").split("\n");
  const start = bestStart(file, lines);
  if (start === undefined) return undefined;
  return describe(view.original.split(/\r\n?|\n/), file, lines, start);
}

function bestStart(file: readonly string[], wanted: readonly string[]): number | undefined {
  const some = wanted.slice(0, 40).map((line) => new Likeness(line));
  const whole = some.reduce((sum, line) => sum + line.weight, 0);
  let best: number | undefined;
  let bestScore = LEAST_SCORE;
  for (const start of new Set([...startsByEqualLines(file, wanted), ...startsByLongestLine(file, wanted)])) {
    const score = some.reduce((sum, line, index) => sum + line.weight * line.to(file[start + index] ?? ""), 0) / whole;
    if (score > bestScore) [best, bestScore] = [start, score];
  }
  return best;
}

/** The starts for which the most text is in equal lines. */
function startsByEqualLines(file: readonly string[], wanted: readonly string[]): number[] {
  const places = new Map<string, number[]>();
  for (const [index, line] of wanted.entries()) {
    const key = line.trim();
    if (key !== "") places.set(key, [...(places.get(key)?.slice(0, 9) ?? []), index]);
  }
  const votes = new Map<number, number>();
  for (const [at, line] of file.entries()) {
    const key = line.trim();
    for (const index of places.get(key) ?? []) votes.set(at - index, (votes.get(at - index) ?? 0) + key.length);
  }
  return [...votes]
    .sort(([, a], [, b]) => b - a)
    .slice(0, 8)
    .map(([start]) => start);
}

/** The starts that put the longest line on the lines that are most like it. */
function startsByLongestLine(file: readonly string[], wanted: readonly string[]): number[] {
  const length = (index: number): number => wanted[index]?.trim().length ?? 0;
  const longest = wanted.reduce((best, _, index) => (length(index) > length(best) ? index : best), 0);
  const likeness = new Likeness(wanted[longest] ?? "");
  const scored = file.map((line, at) => [at - longest, likeness.to(line)] as const);
  return scored
    .filter(([, score]) => score > 0)
    .sort(([, a], [, b]) => b - a)
    .slice(0, 8)
    .map(([start]) => start);
}

/** How alike two lines are, 0 to 1: the share of pairs of neighbouring characters that both have. */
class Likeness {
  readonly weight: number;
  readonly #line: string;
  readonly #pairs: ReadonlySet<number>;

  constructor(line: string) {
    this.#line = line.trim().slice(0, MAX_WIDTH);
    this.#pairs = pairsOf(this.#line);
    this.weight = Math.max(1, this.#line.length);
  }

  to(line: string): number {
    const other = line.trim().slice(0, MAX_WIDTH);
    if (other === this.#line) return 1;
    let hits = 0;
    for (let at = 0; at + 1 < other.length; at += 1) if (this.#pairs.has(pair(other, at))) hits += 1;
    return hits / Math.max(1, other.length - 1, this.#line.length - 1);
  }
}

function pairsOf(line: string): ReadonlySet<number> {
  return new Set(Array.from({ length: Math.max(0, line.length - 1) }, (_, at) => pair(line, at)));
}

function pair(line: string, at: number): number {
  return line.charCodeAt(at) * 0x10000 + line.charCodeAt(at + 1);
}

function describe(
  original: readonly string[],
  file: readonly string[],
  wanted: readonly string[],
  start: number,
): string {
  const first = Math.max(0, start);
  const region = file.slice(first, start + wanted.length);
  const { differing, place, missing } = compare(wanted, region);
  const from = region.length <= MAX_LINES ? 0 : Math.max(0, Math.min(place - 3, region.length - MAX_LINES));
  const shown = region.slice(from, from + MAX_LINES).map((_, index) => {
    const line = from + index;
    return `${differing.has(line) ? ">" : " "} ${clipped(original[first + line] ?? "")}`;
  });
  const range = `${first + from + 1}-${first + from + shown.length}`;
  const said = missing === undefined ? [] : [`oldText has there: ${JSON.stringify(clipped(missing))}`];
  return [`Nearest, lines ${range} (> differs):`, ...shown, ...said].join("\n");
}

interface Comparison {
  /** Lines of the region that the wanted text has otherwise. */
  readonly differing: ReadonlySet<number>;
  /** Line of the region where the two part for the first time. */
  readonly place: number;
  /** The first wanted line that the region lacks. */
  readonly missing: string | undefined;
}

function compare(wanted: readonly string[], region: readonly string[]): Comparison {
  const parts = diffArrays([...wanted], [...region], { maxEditLength: MAX_DISTANCE });
  if (!parts) return { differing: new Set(region.keys()), place: 0, missing: wanted[0] };
  const differing = new Set<number>();
  let line = 0;
  let place: number | undefined;
  for (const part of parts) {
    if (part.added || part.removed) place ??= line;
    if (part.removed) continue;
    if (part.added) for (let index = 0; index < part.count; index += 1) differing.add(line + index);
    line += part.count;
  }
  return { differing, place: place ?? 0, missing: parts.find(({ removed }) => removed)?.value[0] };
}

function clipped(line: string): string {
  return line.length <= MAX_WIDTH ? line : `${line.slice(0, MAX_WIDTH)}…`;
}
