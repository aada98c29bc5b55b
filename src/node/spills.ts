import { closeSync, existsSync, mkdirSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { Ids, Spills, SpillWriter } from "../core/operations/ports";
import { nodeIds } from "./ports";

/** A command that prints for ever must not fill the disk. */
const MAX_BYTES = 512 << 20;
const BUFFER_CHARS = 64 << 10;

/** With it, `read` takes the file for UTF-8 whatever the workspace's charset is and whatever the output holds. */
const MARK = "\uFEFF";

/**
 * Whole outputs as files, in one folder an owner: a handle is found under its owner alone, also after a restart.
 * Writing waits for the disk, so that output can't pile up in memory.
 */
export function createSpills(folder: string, ids: Ids = nodeIds, maxBytes: number = MAX_BYTES): Spills {
  const place = (owner: string): string => join(folder, `of-${encodeURIComponent(owner)}`);
  return {
    open(owner) {
      const id = ids.next("out");
      mkdirSync(place(owner), { recursive: true, mode: 0o700 });
      return new SpillFile(`spill:${id}`, join(place(owner), `${id}.txt`), maxBytes);
    },
    find(handle, owner) {
      const id = /^spill:([A-Za-z0-9_-]+)$/.exec(handle)?.[1];
      if (id === undefined) return undefined;
      const path = join(place(owner), `${id}.txt`);
      return existsSync(path) ? path : undefined;
    },
  };
}

class SpillFile implements SpillWriter {
  private readonly file: number;
  private open = true;
  private waiting = MARK;
  private written = 0;
  private failure: unknown;

  constructor(
    readonly handle: string,
    private readonly path: string,
    private readonly maxBytes: number,
  ) {
    this.file = openSync(path, "wx", 0o600);
  }

  write(text: string): void {
    this.waiting += text;
    if (this.waiting.length >= BUFFER_CHARS) this.flush();
  }

  async close(): Promise<void> {
    if (!this.open) return;
    this.flush();
    this.end();
    if (this.failure !== undefined) throw this.failure;
  }

  async discard(): Promise<void> {
    this.end();
    rmSync(this.path, { force: true });
  }

  /** A disk that is full must not end the command that prints: `close` tells. */
  private flush(): void {
    const text = this.waiting;
    this.waiting = "";
    if (this.failure !== undefined || this.written >= this.maxBytes) return;
    try {
      const bytes = Buffer.from(text);
      for (let at = 0; at < bytes.length; ) at += writeSync(this.file, bytes, at);
      this.written += bytes.length;
      if (this.written >= this.maxBytes)
        writeSync(this.file, `\n[Nothing more was kept after ${this.written} bytes.]\n`);
    } catch (error) {
      this.failure = error;
    }
  }

  private end(): void {
    if (this.open) closeSync(this.file);
    this.open = false;
  }
}
