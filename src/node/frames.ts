/**
 * What the broker and its host say to each other. Orders go down as JSON messages of the fork's channel.
 * Everything else comes up one pipe as frames, so that output is never encoded and its order to the end
 * of the command is certain, and a slow host slows the command down instead of filling memory.
 */
import type { Confinement } from "./sandbox/confinement";

export interface RunOrder {
  readonly do: "run";
  readonly id: number;
  readonly shell: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  /** On its standard input; none: it has no input at all. */
  readonly stdin?: string;
  /** Its output is data: what it complains of must not come in between. */
  readonly apart?: true;
  /** Its one command, to be run by `shell` in a sandbox in the place of `args`. */
  readonly confined?: { readonly command: string; readonly to: Confinement };
}
export type Order = RunOrder | { readonly do: "stop"; readonly id: number };

export interface Started {
  readonly pid: number;
}
export interface Ended {
  readonly how: "exited" | "killed" | "timeout" | "stopped";
  readonly code?: number;
  readonly signal?: string;
  readonly leftOpen: boolean;
}
/** The command could not be started. */
export interface Refused {
  readonly errno: string;
}

export const FRAME = { started: 0, stdout: 1, stderr: 2, ended: 3, refused: 4 } as const;
export type FrameKind = (typeof FRAME)[keyof typeof FRAME];

export interface Frame {
  readonly kind: number;
  readonly id: number;
  readonly body: Buffer;
}

/** The descriptor in the broker that frames are written to. */
export const FRAMES_FD = 4;
const HEADER = 9;

export function frame(kind: FrameKind, id: number, body: Buffer): Buffer {
  const header = Buffer.allocUnsafe(HEADER);
  header.writeUInt8(kind, 0);
  header.writeUInt32LE(id, 1);
  header.writeUInt32LE(body.length, 5);
  return Buffer.concat([header, body]);
}

/** Puts frames together from the chunks that a pipe makes of them. */
export function frameReader(onFrame: (frame: Frame) => void): (chunk: Buffer) => void {
  let kept: Buffer = Buffer.alloc(0);
  return (chunk) => {
    kept = kept.length > 0 ? Buffer.concat([kept, chunk]) : chunk;
    let at = 0;
    while (kept.length - at >= HEADER) {
      const end = at + HEADER + kept.readUInt32LE(at + 5);
      if (kept.length < end) break;
      onFrame({ kind: kept.readUInt8(at), id: kept.readUInt32LE(at + 1), body: kept.subarray(at + HEADER, end) });
      at = end;
    }
    kept = Buffer.from(kept.subarray(at));
  };
}
