/** A line of the result is cut to this. */
const MAX_CHARS = 400;
/** Of a cut line, this much stands before the match. */
const BEFORE = 120;

/** A long line around what matched in it; `…` stands where it was cut. `from` is an offset in UTF-16. */
export function cutLine(text: string, from: number): string {
  if (text.length <= MAX_CHARS) return text;
  const start = Math.max(0, Math.min(from - BEFORE, text.length - MAX_CHARS));
  const end = start + MAX_CHARS;
  const shown = text.slice(start, end).replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, "");
  return `${start > 0 ? "…" : ""}${shown}${end < text.length ? "…" : ""}`;
}
