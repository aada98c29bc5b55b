import { PlainText } from "./plain";
import { wellFormed } from "./sizes";

/** What nobody sees, or what makes others read something else: control, bidi, zero-width, tags, fillers, private use. */
const HIDDEN = /(?![\n\t])[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Default_Ignorable_Code_Point}\u2800]/gu;
const LINE_ENDS = /\r\n?|[\u2028\u2029\u0085]/g;

/** What files, servers and pages bring, as plain text of at most `max` characters. Lines stay. */
export function plainText(text: string, max: number): string {
  // Cut first as well: a huge text is not looked at whole.
  const head = wellFormed(text.slice(0, 4 * max).replace(LINE_ENDS, "\n"));
  const escapes = new PlainText();
  const seen = (escapes.push(head) + escapes.end()).replace(HIDDEN, "").trim();
  if (seen.length <= max && text.length <= 4 * max) return seen;
  return `${wellFormed(seen.slice(0, max - 1)).trimEnd()}…`;
}

/** The same on one line. */
export function plainLine(text: string, max: number): string {
  return plainText(text.slice(0, 4 * max).replace(/\s+/g, " "), max).replace(/\s+/g, " ");
}
