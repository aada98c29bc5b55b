import { assertMay } from "../../src/core/gate/permit";
import type { CommandEnd, CommandRequest, OutputStream, Processes } from "../../src/core/operations/processes";

/** What a scripted command does: prints and ends; or a function that does it its own way. */
export type Script =
  | { readonly stdout?: string; readonly stderr?: string; readonly end?: Partial<CommandEnd> }
  | ((
      request: CommandRequest,
      emit: (text: string, stream: OutputStream) => void,
      signal: AbortSignal,
    ) => Promise<Partial<CommandEnd>>);

export interface ScriptedProcesses extends Processes {
  /** Every request that ran, in order. */
  readonly ran: readonly CommandRequest[];
}

/** Runs what the script has, by exact command; `*` stands for all others. An unknown command is a fault of the test. */
export function scriptedProcesses(scripts: Readonly<Record<string, Script>> = {}): ScriptedProcesses {
  const ran: CommandRequest[] = [];
  return {
    shell: "bash",
    ran,
    async run(permit, request, onOutput, signal) {
      signal.throwIfAborted();
      assertMay(permit, { command: request.command });
      const script = scripts[request.command] ?? scripts["*"];
      if (!script) throw new Error(`The test has no script for the command: ${request.command}`);
      ran.push(request);
      return { how: "exited", code: 0, ms: 1, leftOpen: false, ...(await play(script, request, onOutput, signal)) };
    },
  };
}

async function play(
  script: Script,
  request: CommandRequest,
  emit: (text: string, stream: OutputStream) => void,
  signal: AbortSignal,
): Promise<Partial<CommandEnd>> {
  if (typeof script === "function") return script(request, emit, signal);
  if (script.stdout) emit(script.stdout, "stdout");
  if (script.stderr) emit(script.stderr, "stderr");
  return script.end ?? {};
}
