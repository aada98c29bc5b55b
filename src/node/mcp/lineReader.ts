/** Cuts a byte stream into lines of at most `limit` bytes, without ever putting the same bytes together twice. */
export class LineReader {
  #pieces: Buffer[] = [];
  #bytes = 0;

  constructor(
    private readonly limit: number,
    private readonly onLine: (line: string) => void,
  ) {}

  /** False when a line is longer than the limit: nothing more can be read. */
  push(chunk: Buffer): boolean {
    let from = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
      if (!this.#keep(chunk.subarray(from, end))) return false;
      this.end();
      from = end + 1;
    }
    return this.#keep(chunk.subarray(from));
  }

  /** What is left is a line as well. */
  end(): void {
    const line = Buffer.concat(this.#pieces).toString("utf8");
    this.#pieces = [];
    this.#bytes = 0;
    if (line.trim() !== "") this.onLine(line);
  }

  #keep(piece: Buffer): boolean {
    this.#bytes += piece.length;
    if (this.#bytes > this.limit) {
      this.#pieces = [];
      return false;
    }
    if (piece.length > 0) this.#pieces.push(piece);
    return true;
  }
}
