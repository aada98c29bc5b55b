import * as z from "zod";
import type { CommandEnd, OutputStream } from "../operations/processes";
import { PlainText } from "../results/plain";
import { KeptOutput } from "./keptOutput";
import { defineTool, type RunContext, type Tool, type ToolOutput } from "./tool";

const MAX_SECONDS = 3_600;

const input = z.strictObject({
  command: z.string().min(1),
  timeout: z.number().positive().max(MAX_SECONDS).default(120).describe("Seconds."),
});

/**
 * Runs one foreground command. Process group, environment and ending are the port's; the text is
 * what a terminal would show in the end, its last part when it is long.
 */
export function bash(shell: string | undefined): Tool<typeof input, undefined> {
  return defineTool({
    name: "bash",
    title: "Run",
    description: `Run a command in ${shell ?? "bash"} and wait for its end. Each starts in the workspace root, without stdin. Gives the last 2,000 lines of stdout and stderr and the exit status.`,
    input,
    capabilities: ["shell"],
    offer: "eager",
    kind: "builtin",
    worker: "local",
    ports: ["shell"],
    renderer: "terminal",
    parallel: false,

    subject: ({ command }) => command,

    prepare: async ({ command }) => ({ effects: { reads: [], writes: [], commands: [command] }, plan: undefined }),

    async run({ command, timeout }, context) {
      const plain = new PlainText();
      const kept = new KeptOutput(context.spills, context.agent);
      const take = (text: string, stream: OutputStream): void => {
        context.progress(text, stream);
        kept.push(plain.push(text));
      };
      const end = await execute(command, timeout, context, take, kept);
      kept.push(plain.end());
      const { text, spill } = await kept.finish();
      const notes = [plain.interactive ? INTERACTIVE : "", end.leftOpen ? LEFT_OPEN : "", status(end, timeout)];
      return { ...output(command, end), text: join([text, ...notes]), ...(spill && { spill }) };
    },
  });
}

const INTERACTIVE = "(interactive program: it drew on the whole screen; use a form that only prints)";
const LEFT_OPEN = "(a background process it started still held the output; what that prints later is not here)";

async function execute(
  command: string,
  timeout: number,
  { processes, permit, callId, signal }: RunContext<undefined>,
  take: (text: string, stream: OutputStream) => void,
  kept: KeptOutput,
): Promise<CommandEnd> {
  try {
    return await processes.run(permit, { command, timeoutMs: timeout * 1000, callId }, take, signal);
  } catch (error) {
    await kept.discard();
    throw error;
  }
}

function output(command: string, end: CommandEnd): Pick<ToolOutput, "status" | "details"> {
  const { how, code, signal, ms } = end;
  const ended = { how, ms, ...(code !== undefined && { code }), ...(signal !== undefined && { signal }) };
  return {
    status: how === "exited" && code === 0 ? "ok" : "failed",
    details: { kind: "terminal", command, ...ended },
  };
}

function status(end: CommandEnd, timeout: number): string {
  switch (end.how) {
    case "exited":
      return `exit ${end.code ?? "unknown"} in ${seconds(end.ms)} s`;
    case "timeout":
      return `timed out after ${timeout} s`;
    case "stopped":
      return "stopped by the user";
    case "killed":
      return `killed by ${end.signal ?? "a signal"}`;
  }
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(1);
}

/** One part a line; what ends without a line end gets one. */
function join(parts: readonly string[]): string {
  const some = parts.filter((part) => part !== "");
  return some.map((part, index) => (index < some.length - 1 && !part.endsWith("\n") ? `${part}\n` : part)).join("");
}
