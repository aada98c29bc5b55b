import type { Assets } from "./assets";
import type { Files, Splice } from "./files";
import type { Git } from "./git";
import type { Memory } from "./memory";
import type { Processes } from "./processes";
import type { Programs } from "./programs";
import type { Search } from "./search";
import type { Skills } from "./skills";
import type { Web } from "./web";

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
  /** Of all open and known files, or of those below one path. */
  allDiagnostics(below?: string): readonly Diagnostic[];
  /** In a file, or by name in the workspace. At most `limit`. */
  symbols(where: { readonly path: string } | { readonly query: string }, limit: number): Promise<readonly CodeSymbol[]>;
  /** Where the symbol at a place is used. */
  references(place: CodePlace, limit: number): Promise<readonly CodePlace[]>;
  /** The edits of a rename, by file; nothing is changed. None where nobody can; `unsupported` says why it is refused. */
  renameEdits(place: CodePlace, newName: string): Promise<readonly FileEdits[]>;
}

/** 1-based line and column (UTF-16). `path` is absolute. */
export interface CodePlace {
  readonly path: string;
  readonly line: number;
  readonly column: number;
}

export interface CodeSymbol extends CodePlace {
  readonly name: string;
  /** "function", "class", … */
  readonly kind: string;
  readonly container?: string;
  readonly endLine: number;
}

export interface FileEdits {
  readonly path: string;
  /** The whole text as the editor has it: its line ends may be others than the file's, or it may be older. */
  readonly text: string;
  /** UTF-16 offsets into `text`; ascending, not overlapping. */
  readonly splices: readonly Splice[];
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
  readonly search?: Search;
  readonly git?: Git;
  readonly web?: Web;
  readonly memory?: Memory;
  readonly skills?: Skills;
  readonly assets?: Assets;
  readonly programs?: Programs;
}

/** Ports a tool may need that not every host has. Without one the tool is disabled: `missing_port`. */
export const PORT_NAMES = ["shell", "language", "search", "git", "web", "memory", "skills", "programs"] as const;
export type PortName = (typeof PORT_NAMES)[number];

export function portsThere(ports: Ports): ReadonlySet<PortName> {
  return new Set(PORT_NAMES.filter((name) => (name === "shell" ? ports.processes.shell : ports[name]) !== undefined));
}
