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

/** How long output must be silent after the command's end before it counts as all, and at most. */
const QUIET_MS = 80;
const DRAIN_MS = 1000;

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
  private heardAt = performance.now();
  private onEnd: () => void = () => {};

  constructor(
    private readonly streams: readonly Readable[],
    onData: (chunk: Buffer, stream: Readable) => void,
  ) {
    for (const stream of streams) {
      this.open.add(stream);
      stream.on("data", (chunk: Buffer) => {
        this.heardAt = performance.now();
        onData(chunk, stream);
      });
      const ended = (): void => this.ended(stream);
      stream.on("end", ended).on("close", ended).on("error", ended);
    }
  }

  pause(paused: boolean): void {
    if (this.paused === paused) return;
    this.paused = paused;
    this.heardAt = performance.now();
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

  /** Time in which nobody takes the output is not silence. */
  private async quiet(): Promise<void> {
    let waited = 0;
    this.heardAt = performance.now();
    while (this.open.size > 0 && waited < DRAIN_MS && performance.now() - this.heardAt < QUIET_MS) {
      await sleep(QUIET_MS / 8);
      if (this.paused) this.heardAt = performance.now();
      else waited += QUIET_MS / 8;
    }
  }
}
