import type { ReadWindow } from "../core/operations/files";
import { type Codec, markLength } from "./charset";
import { countLines, findLineEnd, lastLineEnd, lineEndWidth } from "./lines";
import { fill, HEAD_BYTES, type OpenFile, readAt } from "./open";

/** Two of these are all that a scan holds, whatever the file's size. */
const CHUNK = 1 << 20;

export interface WindowText {
  readonly text: string;
  readonly lines: number;
  readonly totalLines: number;
  readonly totalBytes: number;
  readonly longLine?: { readonly head: string; readonly bytes: number };
}

/** Reads whole lines from any place of a file in constant memory. */
export async function readLines(
  file: OpenFile,
  codec: Codec,
  window: ReadWindow,
  signal: AbortSignal,
): Promise<WindowText> {
  const scan = await scanLines(file, codec, window.offset, signal);
  const totals = { totalLines: scan.lines, totalBytes: scan.bytes };
  if (scan.start === undefined) return { text: "", lines: 0, ...totals };
  // UTF-16 needs two bytes for what counts as one; no other charset needs more than UTF-8 does for the same text.
  const room = window.maxBytes * lineEndWidth(codec) + lineEndWidth(codec);
  const bytes = await bytesFrom(file, scan.start, Math.min(room, scan.bytes - scan.start));
  const whole = scan.start + bytes.length >= scan.bytes ? bytes.length : lastLineEnd(bytes, codec);
  const kept = keep(codec.decode(bytes.subarray(0, whole)), window);
  if (kept.lines > 0) return { ...kept, ...totals };
  return { text: "", lines: 0, ...totals, longLine: await longLine(bytes, codec, window, scan) };
}

async function bytesFrom(file: OpenFile, start: number, length: number): Promise<Buffer> {
  const inHead = start + length <= file.head.length;
  return inHead ? file.head.subarray(start, start + length) : readAt(file.handle, start, length);
}

interface Scan {
  /** Where the wanted line starts and ends; nothing when the file has fewer lines. */
  readonly start: number | undefined;
  readonly end: number;
  readonly lines: number;
  readonly bytes: number;
}

/** One pass over the file that counts line ends. */
async function scanLines(file: OpenFile, codec: Codec, wanted: number, signal: AbortSignal): Promise<Scan> {
  const marks = markLength(file.head, codec);
  const ends = new LineEnds(wanted, marks, codec);
  ends.take(file.head.subarray(marks), marks);
  if (file.head.length < HEAD_BYTES) return ends.finish(file.head.length);
  return ends.finish(await scanRest(file, ends, signal));
}

/** Reads the next chunk while it counts this one; gives the file's size. */
async function scanRest(file: OpenFile, ends: LineEnds, signal: AbortSignal): Promise<number> {
  const buffers = [Buffer.allocUnsafe(CHUNK), Buffer.allocUnsafe(CHUNK)] as const;
  let position = file.head.length;
  let pending = fill(file.handle, buffers[0], position);
  for (let turn = 1; ; turn += 1) {
    const chunk = await pending;
    signal.throwIfAborted();
    if (chunk.length === 0) return position;
    pending = fill(file.handle, buffers[turn % 2 === 0 ? 0 : 1], position + chunk.length);
    ends.take(chunk, position);
    position += chunk.length;
  }
}

/** Keeps count of line ends, and where the wanted line starts and ends. */
class LineEnds {
  private count = 0;
  private start: number | undefined;
  private end: number | undefined;
  private lastEnd: number;

  constructor(
    private readonly wanted: number,
    from: number,
    private readonly codec: Codec,
  ) {
    this.lastEnd = from;
    if (wanted === 1) this.start = from;
  }

  take(chunk: Buffer, position: number): void {
    const found = countLines(chunk, this.codec);
    if (this.start === undefined && this.count + found >= this.wanted - 1) {
      this.start = position + nth(chunk, this.wanted - 1 - this.count, this.codec);
    }
    if (this.end === undefined && this.count + found >= this.wanted) {
      this.end = position + nth(chunk, this.wanted - this.count, this.codec);
    }
    this.count += found;
    if (found > 0) this.lastEnd = position + lastLineEnd(chunk, this.codec);
  }

  finish(size: number): Scan {
    const lines = this.count + (this.lastEnd < size ? 1 : 0);
    const start = this.wanted <= lines ? this.start : undefined;
    return { start, end: this.end ?? size, lines, bytes: size };
  }
}

/** Index after the n-th line end of a chunk. */
function nth(chunk: Buffer, n: number, codec: Codec): number {
  let at = 0;
  for (let found = 0; found < n; found += 1) at = findLineEnd(chunk, at, codec);
  return at;
}

function keep(text: string, window: ReadWindow): { readonly text: string; readonly lines: number } {
  let end = 0;
  let lines = 0;
  let bytes = 0;
  while (lines < window.limit && end < text.length) {
    const next = text.indexOf("\n", end) + 1 || text.length;
    bytes += Buffer.byteLength(text.slice(end, next));
    if (bytes > window.maxBytes) break;
    end = next;
    lines += 1;
  }
  return { text: text.slice(0, end), lines };
}

async function longLine(
  bytes: Buffer,
  codec: Codec,
  window: ReadWindow,
  scan: Scan,
): Promise<{ readonly head: string; readonly bytes: number }> {
  const line = bytes.subarray(0, findLineEnd(bytes, 0, codec) || bytes.length);
  const utf8 = Buffer.from(codec.decode(line.subarray(0, line.length - (line.length % lineEndWidth(codec)))));
  // A character cut by the bound shows as U+FFFD at the end: it is left out.
  const head = new TextDecoder().decode(utf8.subarray(0, window.maxBytes), { stream: true }).replace(/\uFFFD+$/, "");
  return { head: head.replace(/\r?\n$/, ""), bytes: scan.end - (scan.start ?? 0) };
}
