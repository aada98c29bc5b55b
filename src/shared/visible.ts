/**
 * What can hide in a text or hide the rest of it: control characters, format and bidirectional
 * marks, unusual blanks, lone surrogates, and padding that pushes the rest out of sight.
 */
const HIDDEN = /(?! )[\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/gu;
const PADDING = /[ \t\n]{64,}|\n{16,}|\t{16,}/g;

/**
 * A text for people's eyes, with everything hidden shown as `\u{200B}` and padding as `\u{20}×120`.
 * Data stays raw; only what is drawn goes through here. `keep` names characters that are drawn as
 * they are: line feeds in a command, line feeds and tabs in a diff.
 */
export function visible(text: string, keep = "\n"): string {
  return text
    .replace(PADDING, (run) => `${[...new Set(run)].map(mark).join("")}×${run.length}`)
    .replace(HIDDEN, (character) => (keep.includes(character) ? character : mark(character)));
}

const mark = (character: string): string => `\\u{${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}}`;

/** At most about `max` characters: the whole, or head and tail around a line that says what is missing. */
export function bounded(text: string, max: number): string {
  if (text.length <= max) return text;
  const half = Math.floor(max / 2);
  const head = text.slice(0, half).replace(/[\uD800-\uDBFF]$/, "");
  const tail = text.slice(text.length - half).replace(/^[\uDC00-\uDFFF]/, "");
  const left = text.length - head.length - tail.length;
  return `${head}\n… ${left} of ${text.length} characters left out …\n${tail}`;
}
