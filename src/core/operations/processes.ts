import type { Isolation } from "./isolation";
import type { Permit } from "./permit";

export interface CommandRequest {
  readonly command: string;
  readonly timeoutMs: number;
  /** Absolute; the first root when absent. */
  readonly cwd?: string;
  /** Outside of the sandbox: the permit must say so. */
  readonly outside?: true;
  /** Names the call in terminals and records. */
  readonly callId: string;
}

export interface CommandEnd {
  /** `exited` with a code, `killed` by a signal, `timeout`, or `stopped` by the caller's signal. */
  readonly how: "exited" | "killed" | "timeout" | "stopped";
  readonly code?: number;
  readonly signal?: string;
  readonly ms: number;
  /** A descendant still held the output when the command had ended. */
  readonly leftOpen: boolean;
  /** It ran in a sandbox. */
  readonly sandboxed?: true;
}

export type OutputStream = "stdout" | "stderr";

/**
 * Runs one foreground command in its own process group, in an allow-listed environment: no secrets but those that the user
 * names, and nothing that runs foreign code.
 * Settles on the process's exit plus a short drain, never on the end of its output.
 * Does not reject for a command that fails; rejects with `ToolError` when it can't be started.
 */
export interface Processes {
  /** What runs commands, as the tool's description says: `bash`, `Git Bash`, `PowerShell`; none when commands can't run here. */
  readonly shell: string | undefined;
  /** Whether commands are kept in a sandbox here; absent: they are not. */
  isolation?(): Promise<Isolation>;
  run(
    permit: Permit,
    request: CommandRequest,
    /** Decoded text, in order, nothing twice. */
    onOutput: (text: string, stream: OutputStream) => void,
    signal: AbortSignal,
  ): Promise<CommandEnd>;
}
