import { appendFile, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { LogLine } from "../core/sessions/store";
import { errnoOf } from "./errors";
import { readLine } from "./logLine";
import type { LogEnd } from "./logWriter";

export const LOG_FILE = "log.jsonl";
const LINE_FEED = 0x0a;
const QUARANTINE_FILE = "quarantine.jsonl";

/** Parsing may keep the host from everything else for this long; then it gets its turn. */
const SLICE_MS = 8;

export interface ReadLog {
  readonly lines: readonly LogLine[];
  /** Whole lines that are not events, byte for byte as Latin-1. */
  readonly broken: readonly string[];
  /** The last line, when it was not written whole. */
  readonly torn: string | undefined;
  readonly end: LogEnd;
}

/** Takes every whole line of a log, whatever else is in it. Events that were written twice come once. */
export async function parseLog(bytes: Buffer): Promise<ReadLog> {
  const lines: LogLine[] = [];
  const broken: string[] = [];
  let seq = 0;
  let pausedAt = performance.now();
  for (const [start, end] of lineRanges(bytes)) {
    const line = readLine(bytes.toString("utf8", start, end));
    if (line && line.seq > seq) {
      seq = line.seq;
      lines.push(line);
    }
    if (!line && end > start) broken.push(bytes.toString("latin1", start, end));
    if (performance.now() - pausedAt > SLICE_MS) {
      await setImmediate();
      pausedAt = performance.now();
    }
  }
  const unended = bytes.length > 0 && bytes.at(-1) !== LINE_FEED;
  const last = unended ? readLine(bytes.toString("utf8", bytes.lastIndexOf(LINE_FEED) + 1)) : undefined;
  const torn = unended && !last ? broken.pop() : undefined;
  return { lines, broken, torn, end: { unended, seq } };
}

function* lineRanges(bytes: Buffer): Generator<readonly [start: number, end: number]> {
  for (let at = 0; at < bytes.length; ) {
    const found = bytes.indexOf(LINE_FEED, at);
    const end = found < 0 ? bytes.length : found;
    yield [at, end];
    at = end + 1;
  }
}

/** Nothing when the folder has no log. */
export async function readLogFile(folder: string): Promise<Buffer | undefined> {
  try {
    return await readFile(join(folder, LOG_FILE));
  } catch (error) {
    if (errnoOf(error) === "ENOENT" || errnoOf(error) === "ENOTDIR") return undefined;
    throw error;
  }
}

/** Copies broken lines aside, each once; they also stay where they are. Gives those that are new. */
export async function quarantine(folder: string, broken: readonly string[]): Promise<readonly string[]> {
  if (broken.length === 0) return [];
  const path = join(folder, QUARANTINE_FILE);
  const known = new Set((await readFile(path, "latin1").catch(() => "")).split("\n"));
  const fresh = [...new Set(broken)].filter((text) => !known.has(text));
  if (fresh.length > 0) await appendFile(path, `${fresh.join("\n")}\n`, "latin1");
  return fresh;
}
