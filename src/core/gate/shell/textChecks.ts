import type { Part, ShellName } from "./analysis";

/** Longer commands ask: a person cannot read them. */
export const MAX_LENGTH = 10_000;

/** What the text itself asks for, before anybody parses it. */
export function textChecks(text: string, shell: ShellName): readonly Part[] {
  const parts: Part[] = [];
  if (text.length > MAX_LENGTH) parts.push({ text: text.slice(MAX_LENGTH), outcome: "ask", why: "too_long" });
  const control = CONTROL.exec(text);
  if (control) parts.push({ text: control[0], outcome: "ask", why: "control_character" });
  const hidden = HIDDEN.exec(text) ?? (shell === "pwsh" ? PWSH_LOOKALIKES.exec(text) : undefined);
  if (hidden) parts.push({ text: hidden[0], outcome: "ask", why: "hidden_character" });
  return parts;
}

/** As PowerShell reads it: several dashes and quotes are plain ones there. */
export function plainLookalikes(text: string): string {
  return text
    .replace(/[\u2013-\u2015]/g, "-")
    .replace(/[\u2018-\u201b]/g, "'")
    .replace(/[\u201c-\u201e]/g, '"');
}

/** All but TAB and LF. CR too: it lets a later part overwrite an earlier one on screen. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/;

/** Not seen by a person, or seen as a blank that the shell does not take for one. A lone surrogate is neither. */
const HIDDEN =
  /[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Cs}\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u2800\u3000]/u;

const PWSH_LOOKALIKES = /[\u2013-\u2015\u2018-\u201e]/;
