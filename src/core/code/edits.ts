/** One piece of a text that becomes another one. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** `edits` may not overlap; those at one place stay in their order. */
export function edited(text: string, edits: readonly Edit[]): string {
  const parts: string[] = [];
  let from = 0;
  for (const { start, end, text: put } of edits.toSorted((a, b) => a.start - b.start)) {
    parts.push(text.slice(from, start), put);
    from = end;
  }
  return [...parts, text.slice(from)].join("");
}
