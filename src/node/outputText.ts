import { isUtf8 } from "node:buffer";

/** Turns chunks of a program's output into text. Nothing is lost, nothing comes twice, the order stays. */
export interface OutputText {
  take(chunk: Buffer): string;
  /** What was kept back because it looked like the start of a character. */
  end(): string;
}

const LINE_FEED = 0x0a;

/**
 * Strict UTF-8 first. A line that is not UTF-8 is read in the code page that programs here else use;
 * its neighbours are not.
 */
export function outputText(codePage = "windows-1252"): OutputText {
  const strict = new TextDecoder("utf-8", { ignoreBOM: true });
  const fallback = new TextDecoder(codePage);
  let kept: Buffer = Buffer.alloc(0);

  function decode(bytes: Buffer): string {
    if (isUtf8(bytes)) return strict.decode(bytes);
    return lines(bytes)
      .map((line) => (isUtf8(line) ? strict : fallback).decode(line))
      .join("");
  }

  return {
    take(chunk) {
      const bytes = kept.length > 0 ? Buffer.concat([kept, chunk]) : chunk;
      const whole = bytes.length - unfinished(bytes);
      // A copy: the chunk's memory is its sender's.
      kept = Buffer.from(bytes.subarray(whole));
      return decode(bytes.subarray(0, whole));
    },
    end() {
      const rest = kept;
      kept = Buffer.alloc(0);
      return decode(rest);
    },
  };
}

/** How many bytes at the end begin a UTF-8 character that may go on in the next chunk. */
function unfinished(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if ((byte & 0xc0) === 0x80) continue;
    const size = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return size > back ? back : 0;
  }
  return 0;
}

function lines(bytes: Buffer): Buffer[] {
  const found: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const next = bytes.indexOf(LINE_FEED, at) + 1 || bytes.length;
    found.push(bytes.subarray(at, next));
    at = next;
  }
  return found;
}
