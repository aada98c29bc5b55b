import * as z from "zod";
import type { Language } from "../operations/ports";
import { type PrepareContext, type RunContext, ToolError } from "./tool";

/** More hits than this help nobody. */
export const MAX_HITS = 200;

/** A place in a file, as a model can give it: it is bad at columns, so the text at the place will do. */
export const placeInput = {
  path: z.string(),
  line: z.int().min(1).describe("From 1."),
  symbol: z.string().min(1).optional().describe("Its name as it stands on that line."),
  column: z.int().min(1).optional().describe("From 1; in place of symbol, or to tell two alike apart."),
};

export interface AskedPlace {
  readonly path: string;
  readonly line: number;
  readonly symbol?: string | undefined;
  readonly column?: number | undefined;
}

export function placeSubject({ path, line, symbol }: AskedPlace): string {
  return symbol === undefined ? `${path}:${line}` : `${symbol} (${path}:${line})`;
}

/** The column meant, in the text of that line. */
export function columnOf({ path, line, symbol, column }: AskedPlace, text: string | undefined): number {
  if (text === undefined) throw invalid(`${path} has no line ${line}.`);
  if (symbol === undefined) {
    if (column === undefined) throw invalid("Give symbol or column.");
    if (column > text.length + 1) throw invalid(`Line ${line} of ${path} has only ${text.length} characters.`);
    return column;
  }
  const found = columnsOf(symbol, text);
  const [first, ...others] = found;
  if (first === undefined) {
    throw new ToolError(
      "no_match",
      `Line ${line} of ${path} does not have ${JSON.stringify(symbol)}.`,
      "Look the line up again.",
    );
  }
  if (others.length === 0) return first;
  if (column !== undefined) return found.reduce((a, b) => (Math.abs(b - column) < Math.abs(a - column) ? b : a));
  throw new ToolError(
    "multiple_matches",
    `Line ${line} of ${path} has it ${found.length} times, at columns ${found.join(", ")}.`,
    "Give the column as well.",
  );
}

/** As a word of its own where it is one anywhere on the line; else wherever it stands. */
function columnsOf(symbol: string, text: string): number[] {
  const all: number[] = [];
  for (let at = text.indexOf(symbol); at >= 0; at = text.indexOf(symbol, at + symbol.length)) all.push(at);
  const whole = all.filter(
    (at) => !ENDS_IN_WORD.test(text.slice(0, at)) && !STARTS_IN_WORD.test(text.slice(at + symbol.length)),
  );
  return (whole.length > 0 ? whole : all).map((at) => at + 1);
}

const ENDS_IN_WORD = /[\p{ID_Continue}$]$/u;
const STARTS_IN_WORD = /^[\p{ID_Continue}$]/u;

const invalid = (message: string): ToolError => new ToolError("invalid_argument", message);

/** A host without language services does not offer the tools that need them. */
export function languageOf({ language }: PrepareContext): Language {
  if (!language) throw new ToolError("unsupported", "This host has no language services.");
  return language;
}

/** A language server that never answers must not keep a stopped turn. */
export function untilStopped<T>(answer: Promise<T>, signal: AbortSignal): Promise<T> {
  if (signal.aborted) return Promise.reject(signal.reason);
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason);
    signal.addEventListener("abort", stop, { once: true });
    answer.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}

/**
 * Those hits that the model may see, each with its path as shown. What lies in `asked`, a real path that
 * the call's permit covers, it may see anyhow.
 */
export async function visibleHits<T extends { readonly path: string }>(
  hits: readonly T[],
  { files, mayRead }: RunContext,
  asked?: string,
): Promise<readonly (T & { readonly shown: string })[]> {
  const known = new Map<string, string | undefined>();
  const seen: (T & { readonly shown: string })[] = [];
  for (const hit of hits) {
    if (!known.has(hit.path)) {
      const { real, shown } = await files.inspect(hit.path);
      known.set(hit.path, real === asked || mayRead(real) ? shown : undefined);
    }
    const shown = known.get(hit.path);
    if (shown !== undefined) seen.push({ ...hit, shown });
  }
  return seen;
}
