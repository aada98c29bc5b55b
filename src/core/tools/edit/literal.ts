/** UTF-16 offsets into the text that was searched. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** Where a text occurs. Two are enough to refuse; all are counted to say so. */
export interface Occurrences {
  readonly count: number;
  /** The first five. */
  readonly first: readonly Range[];
}

const SHOWN = 5;

/** Exact occurrences. `place` may move a range or, with nothing, refuse it. */
export function findLiteral(
  text: string,
  wanted: string,
  place: (start: number, end: number) => Range | undefined = (start, end) => ({ start, end }),
): Occurrences {
  const first: Range[] = [];
  let count = 0;
  let at = text.indexOf(wanted);
  while (at !== -1) {
    const range = place(at, at + wanted.length);
    if (range && first.length < SHOWN) first.push(range);
    if (range) count += 1;
    // The second may overlap the first, which is just as ambiguous; more need not be found one by one.
    at = text.indexOf(wanted, count < 2 ? at + 1 : at + wanted.length);
  }
  return { count, first };
}
