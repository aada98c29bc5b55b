import { conceptsOf } from "./concepts";

/** One field of a document. */
export interface Weighted {
  readonly words: readonly string[];
  readonly weight: number;
  /** So many words at the beginning count twice. */
  readonly twice?: number;
}

export interface Postings {
  /** Inverse document frequency of a word or concept; 0 for one that no document has. */
  rarity(term: string): number;
  /** Raises each document's entry to what the term gives it, times `factor`. */
  raise(term: string, factor: number, into: Float64Array): void;
  /** Known words that begin with this one or that this one begins with: for a word that none has. */
  kin(word: string): readonly string[];
}

/** BM25's two knobs: how soon repetition stops to count, and how much long fields are held back. */
const SATURATION = 3;
const LENGTH = 0.5;
/** Shorter words are the beginning of too many. */
const MIN_KIN = 4;

interface Posting {
  readonly documents: Uint32Array;
  readonly weights: Float64Array;
}

/** Each document has the same fields in the same order. */
export function postingsOf(documents: readonly (readonly Weighted[])[]): Postings {
  const byTerm = collect(documents);
  let sorted: string[] | undefined;
  return {
    rarity(term) {
      const count = byTerm.get(term)?.documents.length ?? 0;
      return count === 0 ? 0 : Math.log(1 + (documents.length - count + 0.5) / (count + 0.5));
    },
    raise(term, factor, into) {
      const posting = byTerm.get(term);
      if (posting) raise(posting, factor, into);
    },
    kin(word) {
      sorted ??= [...byTerm.keys()].filter((term) => term.length >= MIN_KIN && !term.startsWith("#")).sort();
      return kinOf(word, sorted, (term) => byTerm.has(term));
    },
  };
}

function raise({ documents, weights }: Posting, factor: number, into: Float64Array): void {
  for (let index = 0; index < documents.length; index += 1) {
    const at = documents[index] as number;
    const value = factor * (weights[index] as number);
    if (value > (into[at] as number)) into[at] = value;
  }
}

function collect(documents: readonly (readonly Weighted[])[]): ReadonlyMap<string, Posting> {
  const lengths = averageLengths(documents);
  const growing = new Map<string, [documents: number[], weights: number[]]>();
  documents.forEach((fields, document) => {
    for (const [term, frequency] of frequencies(fields, lengths)) {
      const posting = growing.get(term) ?? [[], []];
      growing.set(term, posting);
      posting[0].push(document);
      posting[1].push((frequency * (SATURATION + 1)) / (frequency + SATURATION));
    }
  });
  const posting = ([documents, weights]: [number[], number[]]): Posting => ({
    documents: Uint32Array.from(documents),
    weights: Float64Array.from(weights),
  });
  return new Map([...growing].map(([term, grown]) => [term, posting(grown)]));
}

function averageLengths(documents: readonly (readonly Weighted[])[]): readonly number[] {
  const count = documents[0]?.length ?? 0;
  return Array.from({ length: count }, (_, field) => {
    const total = documents.reduce((sum, fields) => sum + (fields[field]?.words.length ?? 0), 0);
    return total / documents.length || 1;
  });
}

/** How often a document has each word and concept, by weight and held back in long fields. */
function frequencies(fields: readonly Weighted[], lengths: readonly number[]): Map<string, number> {
  const found = new Map<string, number>();
  fields.forEach(({ words, weight, twice = 0 }, field) => {
    const held = 1 - LENGTH + (LENGTH * words.length) / (lengths[field] ?? 1);
    words.forEach((word, index) => {
      const value = ((index < twice ? 2 : 1) * weight) / held;
      for (const term of [word, ...conceptsOf(word)]) found.set(term, (found.get(term) ?? 0) + value);
    });
  });
  return found;
}

function kinOf(word: string, sorted: readonly string[], has: (term: string) => boolean): string[] {
  if (word.length < MIN_KIN) return [];
  const found: string[] = [];
  for (let length = MIN_KIN; length < word.length; length += 1) {
    if (has(word.slice(0, length))) found.push(word.slice(0, length));
  }
  for (let at = firstFrom(word, sorted); sorted[at]?.startsWith(word); at += 1) found.push(sorted[at] as string);
  return found;
}

function firstFrom(word: string, sorted: readonly string[]): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as string) < word) low = middle + 1;
    else high = middle;
  }
  return low;
}
