import type { Codec } from "./charset";

const FEEDS = 0x0a0a0a0a | 0;
const LOW_BITS = 0x7f7f7f7f | 0;
const FEED_LE = Buffer.from([0x0a, 0]);
const FEED_BE = Buffer.from([0, 0x0a]);

/** Bytes of one line feed. In every charset but UTF-16 a byte 0x0A is a line feed and nothing else. */
export function lineEndWidth(codec: Codec): 1 | 2 {
  return codec.charset.startsWith("utf16") ? 2 : 1;
}

/** Number of line feeds in a chunk. */
export function countLines(chunk: Buffer, codec: Codec): number {
  if (lineEndWidth(codec) === 1) return countFeeds(chunk);
  const [first, second] = codec.charset === "utf16le" ? [0x0a, 0] : [0, 0x0a];
  let count = 0;
  for (let at = 0; at + 1 < chunk.length; at += 2) {
    if (chunk[at] === first && chunk[at + 1] === second) count += 1;
  }
  return count;
}

/** Index after the first line feed at or after `from`; 0 when there is none. */
export function findLineEnd(chunk: Buffer, from: number, codec: Codec): number {
  if (lineEndWidth(codec) === 1) return chunk.indexOf(0x0a, from) + 1;
  let at = chunk.indexOf(wideFeed(codec), from);
  while (at % 2 === 1) at = chunk.indexOf(wideFeed(codec), at + 1);
  return at < 0 ? 0 : at + 2;
}

/** Index after the last line feed; 0 when there is none. */
export function lastLineEnd(chunk: Buffer, codec: Codec): number {
  if (lineEndWidth(codec) === 1) return chunk.lastIndexOf(0x0a) + 1;
  let at = chunk.lastIndexOf(wideFeed(codec));
  while (at % 2 === 1) at = chunk.lastIndexOf(wideFeed(codec), at - 1);
  return at < 0 ? 0 : at + 2;
}

function wideFeed(codec: Codec): Buffer {
  return codec.charset === "utf16le" ? FEED_LE : FEED_BE;
}

/**
 * Four bytes at a time: twice as fast as looking at each, and a search per line is slower still where
 * lines are short. A byte of `word ^ FEEDS` is zero where a line feed is; the sum turns each zero byte
 * into one set bit, and the product adds the four bits up.
 */
function countFeeds(chunk: Buffer): number {
  const lead = Math.min(chunk.length, (4 - (chunk.byteOffset % 4)) % 4);
  const words = new Int32Array(chunk.buffer, chunk.byteOffset + lead, (chunk.length - lead) >> 2);
  let count = countBytes(chunk, 0, lead) + countBytes(chunk, lead + words.length * 4, chunk.length);
  for (let index = 0; index < words.length; index += 1) {
    const other = (words[index] as number) ^ FEEDS;
    const zeros = ~(((other & LOW_BITS) + LOW_BITS) | other | LOW_BITS);
    if (zeros !== 0) count += Math.imul(zeros >>> 7, 0x01010101) >>> 24;
  }
  return count;
}

function countBytes(chunk: Buffer, from: number, to: number): number {
  let count = 0;
  for (let index = from; index < to; index += 1) if (chunk[index] === 0x0a) count += 1;
  return count;
}
