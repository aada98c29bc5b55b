/** Control and format characters, bidirectional marks, fillers, halves of pairs: what hides, or hides the rest. */
const HIDDEN = /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu;
const BLANKS = /[\s\p{Z}\u2800]+/gu;

/** A text as people see it. Lines stay. */
export function withoutHidden(text: string): string {
  return text.replace(/\r\n?/g, "\n").replace(HIDDEN, "");
}

/** The same on one line, of at most `max` characters. */
export function plainLine(text: string, max: number): string {
  const line = withoutHidden(text.replace(BLANKS, " ")).replace(/ {2,}/g, " ").trim();
  if (line.length <= max) return line;
  return `${line
    .slice(0, max - 1)
    .replace(/[\uD800-\uDBFF]$/, "")
    .trimEnd()}…`;
}
