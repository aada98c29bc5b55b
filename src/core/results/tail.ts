import { lineFeeds, utf8Bytes } from "./sizes";

export interface TailLimits {
  readonly lines: number;
  readonly bytes: number;
}

/**
 * The end of a stream of text in memory that does not grow with it: the last lines that fit both
 * limits, or the end of a single line that fits in none.
 */
export class Tail {
  #text = "";
  #bytes = 0;
  #feeds = 0;
  #totalBytes = 0;
  #totalFeeds = 0;

  constructor(private readonly limits: TailLimits) {}

  /** Whether `piece` could be added without dropping anything. */
  fits(piece: string): boolean {
    const lines = this.#feeds + lineFeeds(piece) + (piece.endsWith("\n") ? 0 : 1);
    return this.droppedBytes === 0 && lines <= this.limits.lines && this.#bytes + utf8Bytes(piece) <= this.limits.bytes;
  }

  push(piece: string): void {
    this.#text += piece;
    this.#add(utf8Bytes(piece), lineFeeds(piece));
    this.#totalBytes += utf8Bytes(piece);
    this.#totalFeeds += lineFeeds(piece);
    // Cut only now and then, so that a stream costs what it is long.
    if (this.#bytes > 2 * this.limits.bytes || this.#feeds > 2 * this.limits.lines) this.#cut();
  }

  /** What is kept; the two `dropped` figures belong to it. */
  text(): string {
    this.#cut();
    return this.#text;
  }

  get totalBytes(): number {
    return this.#totalBytes;
  }

  get droppedBytes(): number {
    return this.#totalBytes - this.#bytes;
  }

  get droppedLines(): number {
    return this.#totalFeeds - this.#feeds;
  }

  #cut(): void {
    const start = this.#start();
    const dropped = this.#text.slice(0, start);
    this.#text = this.#text.slice(start);
    this.#add(-utf8Bytes(dropped), -lineFeeds(dropped));
  }

  #add(bytes: number, feeds: number): void {
    this.#bytes += bytes;
    this.#feeds += feeds;
  }

  /** Where the kept text starts: the earliest line start from which all fits. */
  #start(): number {
    const text = this.#text;
    let start = text.length;
    let room = this.limits.bytes;
    for (let lines = 0; lines < this.limits.lines && start > 0; lines += 1) {
      const previous = start > 1 ? text.lastIndexOf("\n", start - 2) + 1 : 0;
      room -= utf8Bytes(text.slice(previous, start));
      if (room < 0) break;
      start = previous;
    }
    return start === text.length && text !== "" ? insideLine(text, this.limits.bytes) : start;
  }
}

/** Start of the end of `text` that has at most `bytes` bytes. */
function insideLine(text: string, bytes: number): number {
  let start = text.length;
  let room = bytes;
  while (start > 0) {
    // A pair is taken whole.
    const pair =
      start > 1 && /[\uDC00-\uDFFF]/.test(text.charAt(start - 1)) && /[\uD800-\uDBFF]/.test(text.charAt(start - 2));
    const previous = start - (pair ? 2 : 1);
    room -= utf8Bytes(text.slice(previous, start));
    if (room < 0) break;
    start = previous;
  }
  return start;
}
