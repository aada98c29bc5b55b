/** When a hook runs. Agents' events come with the agents. */
export const HOOK_EVENTS = [
  "session_start",
  "session_end",
  "message_submit",
  "tool_call_before",
  "tool_call_after",
  "turn_end",
  "mode_change",
  "agent_start",
  "agent_end",
  "error",
] as const;
export type HookEvent = (typeof HOOK_EVENTS)[number];

/** One command that a user or a repository wants to be run. */
export interface Hook {
  readonly event: HookEvent;
  readonly command: string;
  /** Of tool calls: names, `*` for any end. Absent: every tool. */
  readonly tools?: readonly string[];
  /** Without a verdict of it the call is denied. */
  readonly strict: boolean;
  /** Where it starts, absolute: the root whose file it is of. Absent: the first root. */
  readonly folder?: string;
  readonly timeoutMs: number;
}

/** A file or setting of hooks that can't be read: what it would have forbidden nobody knows. */
export interface HookProblem {
  readonly file: string;
  readonly text: string;
}

/** What is in force. A new value only where a person confirmed it. */
export interface HookList {
  readonly hooks: readonly Hook[];
  readonly problems: readonly HookProblem[];
}

export interface HookEnd {
  /** `changed`: it did not run, since a file that it names is not what was approved. */
  readonly how: "exited" | "killed" | "timeout" | "failed" | "changed";
  readonly code?: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Hooks of the window, and how one is run: the text on its standard input, its whole group killed at the end of its time. */
export interface Hooks {
  current(): HookList;
  /** Workspace files that those in force run: sensitive for writing. */
  guarded?(): readonly string[];
  /** Rejects with the signal's reason alone. */
  run(hook: Hook, input: string, signal: AbortSignal): Promise<HookEnd>;
}
