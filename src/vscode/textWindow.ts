import type { ReadWindow } from "../core/operations/files";

export interface TextWindow {
  readonly text: string;
  readonly lines: number;
  readonly totalLines: number;
  readonly totalBytes: number;
  readonly longLine?: { readonly head: string; readonly bytes: number };
}

/** The window of a text in memory, by the same rules as of a file on disk: whole lines, ended by line feeds. */
export function textWindow(text: string, { offset, limit, maxBytes }: ReadWindow): TextWindow {
  const starts = lineStarts(text);
  const totals = { totalLines: starts.length, totalBytes: size(text) };
  const line = (index: number) => text.slice(starts[index], starts[index + 1]);
  let lines = 0;
  let bytes = 0;
  while (lines < limit && offset - 1 + lines < starts.length) {
    bytes += size(line(offset - 1 + lines));
    if (bytes > maxBytes) break;
    lines += 1;
  }
  const first = starts[offset - 1];
  if (first === undefined) return { text: "", lines: 0, ...totals };
  if (lines === 0 && limit > 0)
    return { text: "", lines: 0, ...totals, longLine: longLine(line(offset - 1), maxBytes) };
  return { text: text.slice(first, starts[offset - 1 + lines]), lines, ...totals };
}

function lineStarts(text: string): number[] {
  const starts: number[] = [];
  for (let at = 0; at < text.length; ) {
    starts.push(at);
    const end = text.indexOf("\n", at);
    if (end < 0) break;
    at = end + 1;
  }
  return starts;
}

function longLine(line: string, maxBytes: number): { head: string; bytes: number } {
  const bytes = new TextEncoder().encode(line);
  // A character cut by the bound shows as U+FFFD at the end: it is left out.
  const head = new TextDecoder().decode(bytes.subarray(0, maxBytes)).replace(/\uFFFD+$/, "");
  return { head: head.replace(/\r?\n$/, ""), bytes: bytes.length };
}

function size(text: string): number {
  return Buffer.byteLength(text);
}
