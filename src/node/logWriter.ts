import { writeSync } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import type { StoredEvent } from "../core/progress/events";
import type { LogWriter } from "../core/sessions/store";
import { writeLine } from "./logLine";

export interface LogEnd {
  /** The last line has no end: what comes next starts with one. */
  readonly unended: boolean;
  /** Of the last event in the file; 0 when there is none. */
  readonly seq: number;
}

export interface WriterSurroundings {
  readonly now: () => number;
  /** Lets go of the lock; called once, at the end. */
  readonly release: () => Promise<void>;
  /** Told of a failure that nobody waits for. */
  readonly onError: (error: unknown) => void;
}

/** Appends events to an open file, in order. */
export class FileLogWriter implements LogWriter {
  private lines: string[] = [];
  private working: Promise<void> = Promise.resolve();
  private scheduled = false;
  private closed = false;
  private seq: number;
  private unended: boolean;

  constructor(
    private readonly file: FileHandle,
    end: LogEnd,
    private readonly around: WriterSurroundings,
  ) {
    this.seq = end.seq;
    this.unended = end.unended;
  }

  append(event: StoredEvent): void {
    if (this.closed) throw new Error("The session's log is closed.");
    this.seq += 1;
    this.lines.push(writeLine({ v: 1, seq: this.seq, ts: this.around.now(), event }));
    this.schedule();
  }

  flush(sync: boolean): Promise<void> {
    // One after the other: an earlier failure is told to who waited for it, and its lines are tried again.
    this.working = this.working.catch(() => undefined).then(() => this.write(sync));
    return this.working;
  }

  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    try {
      await this.flush(true);
    } finally {
      await this.file.close();
      await this.around.release();
    }
  }

  /** What nobody flushes is on its way all the same: a killed host loses no more than it did since its last turn of the loop. */
  private schedule(): void {
    if (this.scheduled) return;
    this.scheduled = true;
    setImmediate(() => {
      this.scheduled = false;
      if (!this.closed) this.flush(false).catch(this.around.onError);
    });
  }

  private async write(sync: boolean): Promise<void> {
    const lines = this.lines;
    if (lines.length > 0) {
      this.lines = [];
      this.writeLines(lines);
    }
    if (sync) await this.file.datasync();
  }

  /** After a failure nobody knows what arrived: all is written again, and the reader drops what comes twice. */
  private writeLines(lines: string[]): void {
    const text = `${this.unended ? "\n" : ""}${lines.join("\n")}\n`;
    try {
      writeAll(this.file, text);
      this.unended = false;
    } catch (error) {
      this.unended = true;
      this.lines = [...lines, ...this.lines];
      throw error;
    }
  }
}

/**
 * By the system call itself, which takes microseconds: it only hands the lines to the system. A thread of
 * the pool costs a step more than the lines do, and keeps the call that they tell of waiting.
 */
function writeAll(file: FileHandle, text: string): void {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; ) at += writeSync(file.fd, bytes, at);
}
