import { ToolError } from "../core/operations/failure";
import type { Splice } from "../core/operations/files";
import { type Codec, encodeExactly, markLength } from "./charset";

/**
 * Replaces ranges of text inside bytes. Only the replacements are encoded: every byte outside of the
 * ranges is the one that was there.
 * `text` is the exact decoding of `bytes` after their marks.
 */
export function spliceBytes(bytes: Buffer, text: string, codec: Codec, splices: readonly Splice[]): Buffer {
  const marks = markLength(bytes, codec);
  const touchesHead = splices[0]?.start === 0;
  const pieces: Buffer[] = [bytes.subarray(0, touchesHead ? Math.min(marks, codec.mark.length) : marks)];
  let at = { text: 0, byte: marks };
  for (const splice of splices) {
    refuseBadRange(text, at.text, splice);
    const start = at.byte + exactLength(bytes, at.byte, text.slice(at.text, splice.start), codec);
    pieces.push(bytes.subarray(at.byte, start), encodeExactly(insertion(splice), codec));
    at = { text: splice.end, byte: start + exactLength(bytes, start, text.slice(splice.start, splice.end), codec) };
  }
  pieces.push(bytes.subarray(at.byte));
  return Buffer.concat(pieces);
}

/** The bytes of a file whose whole text is replaced: its charset and at most one mark stay. */
export function replaceBytes(bytes: Buffer, content: string, codec: Codec): Buffer {
  const mark = bytes.subarray(0, Math.min(markLength(bytes, codec), codec.mark.length));
  return Buffer.concat([mark, encodeExactly(content.replace(/^\uFEFF+/, ""), codec)]);
}

/** A mark that the model sends at the head is not text: the file has its own or wants none (F1). */
function insertion(splice: Splice): string {
  return splice.start === 0 ? splice.text.replace(/^\uFEFF+/, "") : splice.text;
}

/** How many bytes from `from` on are this piece of the text. */
function exactLength(bytes: Buffer, from: number, piece: string, codec: Codec): number {
  // The text was proven to be these bytes, and each character stands for itself.
  if (codec.charset.startsWith("utf8")) return Buffer.byteLength(piece);
  if (codec.charset.startsWith("utf16")) return piece.length * 2;
  const encoded = codec.encode(piece);
  // Some charsets write two characters as one unit; a range must not cut one in two.
  if (encoded.equals(bytes.subarray(from, from + encoded.length))) return encoded.length;
  throw new ToolError("unsupported", `This range can't be cut out of ${codec.charset} text.`, "Replace whole lines.");
}

function refuseBadRange(text: string, from: number, { start, end }: Splice): void {
  if (start < from || end < start || end > text.length) {
    throw new ToolError("internal", "The ranges to replace overlap, are out of order or out of the text.");
  }
  if (cutsPair(text, start) || cutsPair(text, end)) {
    throw new ToolError("invalid_argument", "A range to replace cuts a character in two.", "Replace whole characters.");
  }
}

function cutsPair(text: string, index: number): boolean {
  return /^[\uD800-\uDBFF][\uDC00-\uDFFF]$/.test(text.slice(Math.max(0, index - 1), index + 1));
}
