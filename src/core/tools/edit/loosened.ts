import { findLiteral, type Occurrences, type Range } from "./literal";

/**
 * A text as it is compared when nothing matches exactly: one kind of line end, no blanks at line
 * ends, plain quotes, dashes and spaces, NFKC. It knows where each of its places is in the original.
 */
export class LoosenedView {
  readonly text: string;
  /** Spots where view and original differ, four figures each: start and end in the view, start and end in the original. */
  readonly #spots: readonly number[];

  constructor(readonly original: string) {
    const view = loosen(original);
    this.text = view.text;
    this.#spots = view.spots;
  }

  /** Occurrences of a text in this view, as ranges of the original. */
  find(wanted: string): Occurrences {
    const whole = loosen(wanted, false).text;
    if (whole === "") return { count: 0, first: [] };
    const found = findLiteral(this.text, whole, (start, end) => this.#range(start, end));
    const trimmed = whole.replace(TRAILING, "");
    if (found.count > 0 || trimmed === whole || trimmed === "") return found;
    // Blanks at the end of what is wanted are blanks at a line's end only where a line ends.
    const endsLine = (end: number): boolean => end === this.text.length || this.text[end] === "\n";
    return findLiteral(this.text, trimmed, (start, end) => (endsLine(end) ? this.#range(start, end) : undefined));
  }

  /** Nothing when it starts or ends inside what was one character in the original. */
  #range(start: number, end: number): Range | undefined {
    const from = this.#startOf(start);
    const to = this.#endOf(end);
    return from === undefined || to === undefined ? undefined : { start: from, end: to };
  }

  /** As a start, a place lies behind blanks that are not in the view. */
  #startOf(place: number): number | undefined {
    const at = this.#lastSpot((start) => start <= place);
    return at === -1 ? place : this.#map(at, place);
  }

  /** As an end, a place lies before them. */
  #endOf(place: number): number | undefined {
    const at = this.#lastSpot((start) => start < place);
    return at === -1 ? place : this.#map(at, place);
  }

  #map(spot: number, place: number): number | undefined {
    const [start = 0, end = 0, originalStart = 0, originalEnd = 0] = this.#spots.slice(spot, spot + 4);
    if (place >= end) return originalEnd + (place - end);
    return place === start ? originalStart : undefined;
  }

  /** Index of the last spot whose start passes; starts ascend. */
  #lastSpot(passes: (start: number) => boolean): number {
    let low = 0;
    let high = this.#spots.length / 4;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (passes(this.#spots[middle * 4] ?? 0)) low = middle + 1;
      else high = middle;
    }
    return (low - 1) * 4 < 0 ? -1 : (low - 1) * 4;
  }
}

const BLANK = "[ \\t\\u00A0\\u1680\\u2000-\\u200A\\u202F\\u205F\\u3000]";
const TRAILING = new RegExp(`${BLANK}+$`);

/**
 * Everything that may look different in the view: blanks at a line's end, line ends, and characters
 * outside ASCII with the marks that combine with them. Blanks are tried only where a run of them starts.
 */
const CANDIDATES = new RegExp(
  `((?<!${BLANK})${BLANK}+(?=[\\r\\n]|$))|\\r\\n?|\\P{M}\\p{M}+|[\\u1100-\\u11FF]+|[^\\0-\\x7F]`,
  "gu",
);

function loosen(original: string, trimEnd = true): { readonly text: string; readonly spots: number[] } {
  const candidates = new RegExp(CANDIDATES, "gu");
  const spots: number[] = [];
  let text = "";
  let taken = 0;
  // `exec`, since an iterator of matches costs twice as much, and a file may have one at each line's end.
  for (let match = candidates.exec(original); match; match = candidates.exec(original)) {
    const [found, trailing] = match;
    const end = match.index + found.length;
    const drop = trailing !== undefined && (trimEnd || end < original.length);
    const plain = drop ? "" : fold(found);
    if (plain === found) continue;
    text += original.slice(taken, match.index) + plain;
    spots.push(text.length - plain.length, text.length, match.index, end);
    taken = end;
  }
  return { text: text + original.slice(taken), spots };
}

const FOLDED = new RegExp(`([\\u2018-\\u201B])|([\\u201C-\\u201F])|([\\u2010-\\u2015\\u2212])|${BLANK}`, "g");

function fold(found: string): string {
  if (found.startsWith("\r")) return "\n";
  const folded = found.replace(FOLDED, (char, single, double, dash) => {
    if (single) return "'";
    if (double) return '"';
    if (dash) return "-";
    return char === "\t" ? char : " ";
  });
  return folded.normalize("NFKC");
}
