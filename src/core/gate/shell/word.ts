import type { Why } from "./analysis";

/** Stands in a word's value for what is only known when it runs. No text that passes the checks holds it. */
export const UNKNOWN = "\u0000";

/** One word as the shell reads it. */
export interface Word {
  readonly start: number;
  readonly end: number;
  readonly source: string;
  /** Quotes and backslashes are gone; each expansion is one `UNKNOWN`. */
  readonly value: string;
  /** Holds no variable, substitution or brace expansion. */
  readonly resolved: boolean;
  /** All of it stands in one pair of double quotes. */
  readonly quoted: boolean;
  /** An expansion stands outside quotes, or gives several words inside them: it could be more than one word. */
  readonly splits: boolean;
  /** Holds a pattern character outside quotes. */
  readonly pattern: boolean;
  /** Begins with one. */
  readonly leadingPattern: boolean;
  /** Begins with a tilde outside quotes. */
  readonly tilde: boolean;
  /** Why the word by itself asks. */
  readonly problem?: Why;
}

/** A word made of known text, for what a wrapper puts together. */
export function plainWord(value: string): Word {
  const flags = { resolved: true, quoted: false, splits: false, pattern: false, leadingPattern: false, tilde: false };
  return { start: 0, end: 0, source: value, value, ...flags };
}

/** A variable with its value, as it stands before a command. */
export const isAssignmentText = (text: string): boolean => /^[A-Za-z_]\w*=/.test(text);

/** The literal text that a word begins with. */
export function literalStart({ value, resolved }: Word): string {
  return resolved ? value : value.slice(0, value.indexOf(UNKNOWN));
}
