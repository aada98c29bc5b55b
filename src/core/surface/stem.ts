import { stemmer } from "stemmer";

/** The part of an English word that its forms share; any other word as it is. */
export function stem(word: string): string {
  return /^[a-z]{3,}$/.test(word) ? stemmer(word) : word;
}
