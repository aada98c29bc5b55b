import { ToolError } from "../core/operations/failure";
import type { Hook, HookEnd, HookList, Hooks } from "../core/operations/hooks";
import { outputOf, type RunProgram } from "./program";
import { findShell, here } from "./shell";

export interface HookRunnerOptions {
  readonly program: RunProgram;
  readonly env: () => Readonly<Record<string, string>>;
  /** Where hooks start: the first root. */
  readonly cwd: () => string;
  readonly current: () => HookList;
}

/** An answer is small; what prints on and on gives none. */
const MAX_OUTPUT = 65_536;

/** Hooks as commands of the shell, in a process group of their own that is killed when their time is up. */
export function createHooks(options: HookRunnerOptions): Hooks {
  return {
    current: options.current,
    run: (hook, input, signal) => run(hook, input, signal, options),
  };
}

async function run(hook: Hook, stdin: string, signal: AbortSignal, options: HookRunnerOptions): Promise<HookEnd> {
  const env = options.env();
  const shell = findShell(here(env));
  if (!shell) return failed("no shell was found");
  const { command, timeoutMs } = hook;
  const order = {
    path: shell.path,
    args: shell.args(command),
    cwd: hook.folder ?? options.cwd(),
    env,
    timeoutMs,
    stdin,
  };
  try {
    const { how, code, stdout, stderr } = await outputOf(options.program, order, MAX_OUTPUT, signal);
    if (how === "enough") return failed("it printed too much");
    return { how, ...(code === undefined ? {} : { code }), stdout, stderr };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ToolError) return failed(error.message);
    throw error;
  }
}

const failed = (stderr: string): HookEnd => ({ how: "failed", stdout: "", stderr });
