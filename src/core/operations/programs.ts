/** What a program may use; it is ended when it uses more. */
export interface ProgramLimits {
  /** `tools.call`s in all, and at once: more of them wait. */
  readonly calls: number;
  readonly callsAtOnce: number;
  /** Of V8's heap; the process as a whole may have 400 MB more. */
  readonly heapMb: number;
  /** Processor time of its process, in ms; also while nobody waits for it. */
  readonly cpuMs: number;
  /** UTF-8 of all that it logs; the rest is dropped, with a line that says so. */
  readonly logBytes: number;
  /** UTF-8 of the arguments of one call, and of the value that it returns, as JSON: over that it fails. */
  readonly argumentBytes: number;
  readonly resultBytes: number;
}

/** `refused`: nothing ran; `denied`: by a person or a rule; `failed`: it ran, and `message` is its text. */
export type ProgramCallFailure = "refused" | "denied" | "failed" | "cancelled";

/** What a `tools.call` comes to. `value`: JSON text of `{content, metadata, truncated}`. */
export type ProgramAnswer =
  | { readonly value: string }
  | { readonly failed: ProgramCallFailure; readonly message: string };

/** The host's side of a running program. */
export interface ProgramHost {
  /** One `tools.call`; `args` is JSON text of an object. Never rejects. */
  call(name: string, args: string): Promise<ProgramAnswer>;
  /** One call of `console`, already worded. */
  log(line: string): void;
}

/** Line numbers are the program's own, from 1; no message has a path of the host. */
export type ProgramEnd =
  /** `value`: JSON text; absent for `undefined`. */
  | { readonly how: "returned"; readonly value?: string }
  | { readonly how: "threw"; readonly message: string; readonly line?: number }
  /** Refused before any of it ran. */
  | { readonly how: "rejected"; readonly message: string; readonly line?: number }
  /** `stopped`: by the caller's signal, also for a deadline. */
  | {
      readonly how: "killed";
      readonly by: "stopped" | "cpu" | "memory" | "calls" | "crash";
      readonly message: string;
    };

/** Runs JavaScript whose only power is `tools.call`. */
export interface Programs {
  /**
   * Settles once the program's process is gone or can do nothing any more, within 2 s of the signal; never
   * rejects. A program that waits for its turn (four run at once) ends as `stopped` too.
   */
  run(source: string, limits: ProgramLimits, host: ProgramHost, signal: AbortSignal): Promise<ProgramEnd>;
}
