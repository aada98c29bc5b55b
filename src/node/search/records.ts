/** One record of a program's output. Of one that is too long only both ends are kept. */
export type Record =
  | { readonly text: string }
  | { readonly head: string; readonly tail: string; readonly bytes: number };

/** Longer ones would hold up the host while they are parsed. */
const MAX_BYTES = 4 << 20;
const KEPT = 4 << 10;

/** Cuts chunks into records that end with one byte. The last one without it is none: the program was ended in it. */
export class Records {
  private readonly parts: Buffer[] = [];
  private bytes = 0;

  constructor(private readonly end: number) {}

  /** Stops taking when `onRecord` says that it has enough. */
  take(chunk: Buffer, onRecord: (record: Record) => "enough" | undefined): "enough" | undefined {
    let at = 0;
    for (let stop = chunk.indexOf(this.end); stop >= 0; stop = chunk.indexOf(this.end, at)) {
      this.keep(chunk.subarray(at, stop));
      at = stop + 1;
      if (onRecord(this.record()) === "enough") return "enough";
    }
    this.keep(chunk.subarray(at));
    return undefined;
  }

  /** A copy, since the chunk's memory is its sender's. */
  private keep(part: Buffer): void {
    this.bytes += part.length;
    if (this.bytes <= MAX_BYTES || this.parts.length === 0) this.parts.push(Buffer.from(part));
    else {
      const [first = Buffer.alloc(0)] = this.parts;
      const tail = Buffer.concat([...this.parts.slice(1), part]);
      this.parts.splice(1, Number.POSITIVE_INFINITY, Buffer.from(tail.subarray(-KEPT)));
      this.parts[0] = first.subarray(0, KEPT);
    }
  }

  private record(): Record {
    const whole = Buffer.concat(this.parts.splice(0));
    const { bytes } = this;
    this.bytes = 0;
    if (bytes <= MAX_BYTES) return { text: whole.toString("utf8") };
    return { head: whole.toString("utf8", 0, KEPT), tail: whole.toString("utf8", whole.length - KEPT), bytes };
  }
}
