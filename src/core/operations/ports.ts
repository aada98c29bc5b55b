import type { Files } from "./files";
import type { Processes } from "./processes";

/** Wall and monotonic time, and timers, so that a test can own them. Milliseconds. */
export interface Clock {
  now(): number;
  /** Monotonic. */
  elapsed(): number;
  /** Resolves after `ms`; rejects with the signal's reason when aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export interface Ids {
  /** Unique, sortable by time, safe in a file name. */
  next(prefix: string): string;
}

export interface Log {
  info(message: string, data?: unknown): void;
  warn(message: string, data?: unknown): void;
  error(message: string, data?: unknown): void;
}

/** Whole outputs that were cut for the model. Handles are `spill:<id>`. */
export interface Spills {
  /** `owner` is the agent in whose result the handle will stand. */
  open(owner: string): SpillWriter;
  /** Path to read for a handle; nothing when it is not `owner`'s. */
  find(handle: string, owner: string): string | undefined;
}
export interface SpillWriter {
  readonly handle: string;
  write(text: string): void;
  /** Resolves when all is on disk. */
  close(): Promise<void>;
  /** Forget it: nothing was cut. */
  discard(): Promise<void>;
}

export interface Diagnostic {
  readonly path: string;
  readonly line: number;
  readonly severity: "error" | "warning";
  readonly message: string;
  readonly source?: string;
}

/** What the editor knows of the code. Absent in hosts without language services. */
export interface Language {
  diagnostics(path: string): readonly Diagnostic[];
  /** New ones after a change, compared with `before`; waits at most `ms`. */
  newDiagnostics(
    path: string,
    before: readonly Diagnostic[],
    ms: number,
    signal: AbortSignal,
  ): Promise<readonly Diagnostic[]>;
}

/** SHA-256 in hex of the UTF-8 of a text. */
export type Digest = (text: string) => string;

/** Everything the engine needs from its host. */
export interface Ports {
  readonly files: Files;
  readonly processes: Processes;
  readonly spills: Spills;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  readonly digest: Digest;
  readonly language?: Language;
}
