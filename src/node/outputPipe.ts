import { execFile } from "node:child_process";
import { closeSync, constants, mkdtempSync, openSync, rmSync } from "node:fs";
import { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";

/** Both ends of a pipe that a command writes all its output to. */
export interface OutputPipe {
  readonly reader: Socket;
  /** A descriptor, to be closed once the command has its own. */
  readonly writer: number;
}

/** After the command's end, output that is silent for 80 ms is all; what still comes after 1 s is somebody else's. */
const TURN_MS = 10;
const QUIET_TURNS = 8;
const DRAIN_TURNS = 100;

/**
 * A real pipe for both streams. Node's own are two sockets: what a command writes to one and then the other
 * comes out of order, and a script's `echo x > /dev/stderr` fails on a socket. Nothing where there are no named pipes.
 */
export async function openPipe(): Promise<OutputPipe | undefined> {
  if (process.platform === "win32") return undefined;
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-pipe-"));
  try {
    const path = join(folder, "out");
    await promisify(execFile)("mkfifo", ["-m", "600", path]);
    const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const writer = openSync(path, constants.O_WRONLY);
    return { reader: new Socket({ fd: reader, readable: true, writable: false }), writer };
  } catch {
    // Two ordinary pipes do as well, with the order less exact.
    return undefined;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export function closeWriter(pipe: OutputPipe | undefined): void {
  if (pipe) closeSync(pipe.writer);
}

/** Everything a command prints, until it has ended and its output is quiet. */
export class Collected {
  private readonly open = new Set<Readable>();
  private paused = false;
  private chunks = 0;
  private onEnd: () => void = () => {};

  constructor(
    private readonly streams: readonly Readable[],
    onData: (chunk: Buffer, stream: Readable) => void,
  ) {
    for (const stream of streams) {
      this.open.add(stream);
      stream.on("data", (chunk: Buffer) => {
        this.chunks += 1;
        onData(chunk, stream);
      });
      const ended = (): void => this.ended(stream);
      stream.on("end", ended).on("close", ended).on("error", ended);
    }
  }

  pause(paused: boolean): void {
    if (this.paused === paused) return;
    this.paused = paused;
    for (const stream of this.open) paused ? stream.pause() : stream.resume();
  }

  /** After the command's end: waits for what is still in the pipe, then lets go. True when somebody still held it. */
  async settle(): Promise<boolean> {
    const allRead = new Promise<void>((resolve) => {
      this.onEnd = resolve;
      if (this.open.size === 0) resolve();
    });
    await Promise.race([allRead, this.quiet()]);
    const leftOpen = this.open.size > 0;
    for (const stream of this.streams) stream.destroy();
    return leftOpen;
  }

  private ended(stream: Readable): void {
    this.open.delete(stream);
    if (this.open.size === 0) this.onEnd();
  }

  /**
   * Counts turns of the event loop, not time: when the loop was held up, output that is there was not read yet.
   * Turns in which nobody takes the output are not silence either.
   */
  private async quiet(): Promise<void> {
    let silent = 0;
    for (let turn = 0; this.open.size > 0 && turn < DRAIN_TURNS && silent < QUIET_TURNS; ) {
      const before = this.chunks;
      await sleep(TURN_MS);
      silent = this.chunks === before && !this.paused ? silent + 1 : 0;
      if (!this.paused) turn += 1;
    }
  }
}
