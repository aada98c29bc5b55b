import { conceptsOf } from "./concepts";

/** One field of a document. */
export interface Field {
  readonly words: readonly string[];
  /** What each place of a word is worth. */
  readonly worth: number;
  /** So many words at the beginning count twice. */
  readonly twice?: number;
}

/** Where a term stands, and what all its places there are worth together. */
interface Posting {
  readonly documents: number[];
  readonly worths: number[];
}

/** BM25's knob: how soon repetition stops to count. */
const SATURATION = 3;
/** Shorter words are the beginning of too many. */
const MIN_KIN = 4;

/**
 * Which documents have a word, or another word of its concepts, and how much it counts there (BM25F: its places
 * in all fields count together before they saturate). Grows by a document at a time, so that whoever makes it
 * can pause in between.
 */
export class Postings {
  #size = 0;
  readonly #byTerm = new Map<string, Posting>();
  /** Of a word and its concepts. */
  readonly #byWord = new Map<string, readonly Posting[]>();
  readonly #byBeginning = new Map<string, string[]>();

  get size(): number {
    return this.#size;
  }

  add(document: readonly Field[]): void {
    for (const { words, worth, twice = 0 } of document) {
      for (let index = 0; index < words.length; index += 1) {
        const word = words[index] as string;
        const value = index < twice ? 2 * worth : worth;
        for (const posting of this.#byWord.get(word) ?? this.#begin(word)) count(posting, this.#size, value);
      }
    }
    this.#size += 1;
  }

  /** Inverse document frequency of a word or concept; 0 for one that no document has. */
  rarity(term: string): number {
    const found = this.#byTerm.get(term)?.documents.length ?? 0;
    return found === 0 ? 0 : Math.log(1 + (this.#size - found + 0.5) / (found + 0.5));
  }

  /** Raises each document's entry to what the term gives it, times `factor`. */
  raise(term: string, factor: number, into: Float64Array): void {
    const posting = this.#byTerm.get(term);
    if (posting) raise(posting, factor, into);
  }

  /** Known words that begin with this one or that this one begins with: for a word that none has. */
  kin(word: string): readonly string[] {
    const longer = this.#byBeginning.get(word.slice(0, MIN_KIN))?.filter((other) => other.startsWith(word)) ?? [];
    return [...longer, ...beginningsOf(word).filter((other) => this.#byTerm.has(other))];
  }

  #begin(word: string): readonly Posting[] {
    if (word.length >= MIN_KIN) {
      const beginning = word.slice(0, MIN_KIN);
      const known = this.#byBeginning.get(beginning);
      if (known) known.push(word);
      else this.#byBeginning.set(beginning, [word]);
    }
    const postings = [word, ...conceptsOf(word)].map((term) => this.#postingOf(term));
    this.#byWord.set(word, postings);
    return postings;
  }

  #postingOf(term: string): Posting {
    const posting = this.#byTerm.get(term) ?? { documents: [], worths: [] };
    this.#byTerm.set(term, posting);
    return posting;
  }
}

/** All places of a document come one after the other. */
function count({ documents, worths }: Posting, document: number, worth: number): void {
  const last = documents.length - 1;
  if (documents[last] === document) worths[last] = (worths[last] as number) + worth;
  else {
    documents.push(document);
    worths.push(worth);
  }
}

function raise({ documents, worths }: Posting, factor: number, into: Float64Array): void {
  for (let index = 0; index < documents.length; index += 1) {
    const at = documents[index] as number;
    const worth = worths[index] as number;
    const value = (factor * worth * (SATURATION + 1)) / (worth + SATURATION);
    if (value > (into[at] as number)) into[at] = value;
  }
}

function beginningsOf(word: string): string[] {
  const count = Math.max(0, word.length - MIN_KIN);
  return Array.from({ length: count }, (_, index) => word.slice(0, MIN_KIN + index));
}
