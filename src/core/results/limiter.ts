import type { Truncation } from "../../shared/results";
import type { Spills } from "../operations/ports";
import { boundJson } from "./json";
import { counted, headOf, utf8Bytes, wellFormed } from "./sizes";
import { estimateTokens, headWithin, tailWithin, weigh } from "./tokens";

/** `gatehouse.results.maxTokens` when nothing else is set. */
export const DEFAULT_MAX_TOKENS = 12_000;
/** Below this a marker and something to read around it do not fit. */
const LEAST_TOKENS = 200;

export interface Limits {
  readonly maxTokens: number;
  readonly spills: Spills;
  /** The agent in whose result a spill's handle stands. */
  readonly owner: string;
  /** For a program instead of `maxTokens`: whole lines from the start, without a marker, which it would take for data. */
  readonly maxBytes?: number;
}

export interface Limitable {
  readonly text: string;
  /** `text` is JSON and must still parse when it is shortened. */
  readonly format?: "json";
  /** The whole is kept already. */
  readonly spill?: { readonly handle: string; readonly bytes: number };
}

export interface Limited {
  readonly text: string;
  readonly truncated?: Truncation;
}

/**
 * Holds every result to the same size. Head and tail stay, on whole lines; a marker between them
 * says what was left out and where the whole is. Never throws: a result that can't be kept whole is
 * still cut, and says so.
 */
export async function limit(output: Limitable, limits: Limits): Promise<Limited> {
  const text = wellFormed(output.text);
  const tokens = estimateTokens(text);
  const max = Math.max(LEAST_TOKENS, limits.maxTokens);
  const original = { originalBytes: utf8Bytes(text), originalTokens: tokens };
  const { maxBytes } = limits;
  if (maxBytes === undefined ? tokens <= max : original.originalBytes <= maxBytes) {
    if (!output.spill) return { text };
    const { handle, bytes } = output.spill;
    return { text, truncated: { ...original, originalBytes: bytes, keptBytes: original.originalBytes, spill: handle } };
  }

  const spill = output.spill?.handle ?? (await keep(text, limits));
  const kept =
    maxBytes === undefined ? cut(text, max, output.format, spill) : head(text, maxBytes, output.format, spill);
  const whole = output.spill?.bytes ?? original.originalBytes;
  return { text: kept, truncated: { ...original, originalBytes: whole, keptBytes: utf8Bytes(kept), spill } };
}

/** The handle, or nothing in it when the disk does not take it. */
async function keep(text: string, { spills, owner }: Limits): Promise<string> {
  try {
    const writer = spills.open(owner);
    writer.write(text);
    await writer.close();
    return writer.handle;
  } catch {
    return "";
  }
}

function cut(text: string, maxTokens: number, format: "json" | undefined, spill: string): string {
  const value = format === "json" ? parsed(text) : undefined;
  if (value === undefined) return cutLines(text, maxTokens, whereabouts(spill));
  return boundJson(value, (kept) => estimateTokens(kept) <= maxTokens, whereabouts(spill));
}

function head(text: string, maxBytes: number, format: "json" | undefined, spill: string): string {
  const value = format === "json" ? parsed(text) : undefined;
  if (value !== undefined) return boundJson(value, (kept) => utf8Bytes(kept) <= maxBytes, whereabouts(spill));
  const most = headOf(text, maxBytes);
  // A line that is longer than all that fits is cut in itself.
  return most.slice(0, most.lastIndexOf("\n") + 1) || most;
}

const whereabouts = (spill: string): string =>
  spill ? `read "${spill}" for all of it` : "the whole text could not be kept";

/** Of more than that only the head of the text is kept: to parse it all would hold up the host. */
const MAX_PARSED = 256 * 1024;

function parsed(text: string): unknown {
  if (text.length > MAX_PARSED) return text;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function cutLines(text: string, maxTokens: number, where: string): string {
  const marker = (from: number, to: number): string => {
    const lines = counted(countLines(text, from, to), "line");
    return `[${lines} (${counted(utf8Bytes(text.slice(from, to)), "byte")}) left out here; ${where}]\n`;
  };
  // The longest marker there can be, with its line ends.
  const room = maxTokens - estimateTokens(marker(0, text.length)) - 1;
  let head = headLines(text, room / 2);
  let tail = tailLines(text, head, room - weigh(text.slice(0, head)));
  const left = room - weigh(text.slice(0, head)) - weigh(text.slice(tail));
  if (left > room / 2) {
    // A monstrous line keeps whole lines from filling even half: its own head and tail are shown.
    head += headWithin(text.slice(head, tail), left / 2);
    tail = head + tailWithin(text.slice(head, tail), left / 2);
  }
  const before = text.slice(0, head);
  return before + (before === "" || before.endsWith("\n") ? "" : "\n") + marker(head, tail) + text.slice(tail);
}

function countLines(text: string, from: number, to: number): number {
  const part = text.slice(from, to);
  return part.split("\n").length - (part.endsWith("\n") ? 1 : 0);
}

/** End of the whole lines from the start that fit. */
function headLines(text: string, tokens: number): number {
  let end = 0;
  let room = tokens;
  while (end < text.length) {
    const next = text.indexOf("\n", end) + 1 || text.length;
    room -= weigh(text.slice(end, next));
    if (room < 0) break;
    end = next;
  }
  return end;
}

/** Start of the whole lines at the end that fit, not before `from`. */
function tailLines(text: string, from: number, tokens: number): number {
  let start = text.length;
  let room = tokens;
  while (start > from) {
    const previous = Math.max(from, start > 1 ? text.lastIndexOf("\n", start - 2) + 1 : 0);
    room -= weigh(text.slice(previous, start));
    if (room < 0) break;
    start = previous;
  }
  return start;
}
