import { stemmer } from "stemmer";

/**
 * Words whose stem is another word: "news" is not "new". Those that Porter himself left alone in his later
 * stemmer (Snowball's English one).
 */
const WHOLE = new Set(
  "andes atlas bias canning cosmos earring exceed herring howe inning news outing proceed sky succeed".split(" "),
);

/** The part of an English word that its forms share; any other word as it is. */
export function stem(word: string): string {
  return /^[a-z]{3,}$/.test(word) && !WHOLE.has(word) ? stemmer(word) : word;
}
