import type { Why } from "./analysis";
import type { Listing } from "./readOnlyTable";
import { literalStart, UNKNOWN, type Word } from "./word";

/** Arguments told apart by what a listing knows. */
export interface Told {
  readonly options: readonly string[];
  /** Values by option, with what is unknown in them. */
  readonly values: readonly { readonly option: string; readonly value: string }[];
  readonly operands: readonly Word[];
}

/** Tells options, their values and operands apart, or why that cannot be done: all that is not listed asks. */
export function tellApart(words: readonly Word[], listing: Listing): Told | Why {
  const told = { options: [] as string[], values: [] as { option: string; value: string }[], operands: [] as Word[] };
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] as Word;
    if (word.value === "--" && word.resolved && !listing.unbundled) {
      told.operands.push(...words.slice(at + 1));
      break;
    }
    const start = literalStart(word);
    if (!isListedOption(start, listing)) {
      const why = problemOfOperand(word);
      if (why) return why;
      told.operands.push(word);
      continue;
    }
    const read = readOption(word, start, listing);
    if (!read) return word.resolved ? "option_not_listed" : "unresolved_argument";
    told.options.push(...read.options);
    if (read.wants === undefined) continue;
    const value = read.attached === undefined ? words[at + 1] : undefined;
    if (read.attached === undefined) {
      if (!value) return "option_not_listed";
      if (value.splits || (!value.resolved && !value.quoted)) return "unresolved_argument";
      if (value.leadingPattern) return "pattern_argument";
      at += 1;
    }
    told.values.push({ option: read.wants, value: read.attached ?? value?.value ?? "" });
  }
  return told.operands.length > listing.operands ? "option_not_listed" : told;
}

/** `find` has words such as `!` among its options. */
function isListedOption(start: string, { flags, unbundled }: Listing): boolean {
  return /^-./.test(start) || (unbundled === true && flags.has(start));
}

/** A word that is no option as far as one sees: it must stay so when it is known. */
export function problemOfOperand(word: Word): Why | undefined {
  if (word.leadingPattern) return "pattern_argument";
  if (word.resolved) return undefined;
  return word.quoted && !word.splits && /^[^-]/.test(literalStart(word)) ? undefined : "unresolved_argument";
}

interface Read {
  readonly options: readonly string[];
  /** The option that has a value. */
  readonly wants?: string;
  readonly attached?: string;
}

function readOption(word: Word, start: string, listing: Listing): Read | undefined {
  // What is unknown must be inside a value, and one word.
  if (!word.resolved && word.splits) return undefined;
  return start.startsWith("--") || listing.unbundled
    ? readLong(word, start, listing)
    : readBundle(word, start, listing);
}

function readLong(word: Word, start: string, { flags, values, optional, also }: Listing): Read | undefined {
  const equals = start.indexOf("=");
  const option = equals < 0 ? start : start.slice(0, equals);
  if (equals < 0) {
    if (!word.resolved) return undefined;
    if (flags.has(option) || also?.test(option)) return { options: [option] };
    return values.has(option) ? { options: [option], wants: option } : undefined;
  }
  if (!values.has(option) && !optional.has(option)) return undefined;
  return { options: [option], wants: option, attached: word.value.slice(equals + 1) };
}

function readBundle(word: Word, start: string, { flags, values, also }: Listing): Read | undefined {
  if (word.resolved && (flags.has(start) || also?.test(start))) return { options: [start] };
  const options: string[] = [];
  for (let at = 1; at < word.value.length; at += 1) {
    const letter = word.value[at] as string;
    const option = `-${letter}`;
    if (letter === UNKNOWN) return undefined;
    options.push(option);
    if (values.has(option)) {
      const attached = word.value.slice(at + 1);
      return { options, wants: option, ...(attached !== "" && { attached }) };
    }
    if (!flags.has(option)) return undefined;
  }
  return { options };
}
