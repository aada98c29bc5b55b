import * as z from "zod";
import type { RanIn } from "../../shared/results";
import type { Permit } from "../operations/permit";
import type { CommandEnd, CommandRequest, OutputStream } from "../operations/processes";
import { PlainText } from "../results/plain";
import { KeptOutput } from "./keptOutput";
import { sandboxDenial } from "./sandboxDenial";
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
      let last = "";
      const take = (text: string, stream: OutputStream): void => {
        context.progress(text, stream);
        const drawn = plain.push(text);
        last = (last + drawn).slice(-LAST);
        kept.push(drawn);
      };
      const request = { command, timeoutMs: timeout * 1000, callId: context.callId };
      const { end, isolation, denied } = await withWayOut(
        (permit, more) => execute({ ...request, ...more }, permit, context, take, kept),
        () => sandboxDenial(last),
        () => take(AGAIN, "stdout"),
        context,
      );
      kept.push(plain.end());
      const { text, spill } = await kept.finish();
      const ended = end.sandboxed && startsBehind(command) ? ENDED_WITH_IT : "";
      const notes = [plain.interactive ? INTERACTIVE : "", end.leftOpen ? LEFT_OPEN : "", ended, status(end, timeout)];
      const head = denied === undefined ? "" : `The sandbox kept this command from something: ${denied}`;
      return {
        ...output(command, end, isolation),
        ...(denied === undefined ? {} : { errorCode: "sandbox" }),
        text: join([head, text, ...notes]),
        ...(spill && { spill }),
      };
    },
  });
}

const INTERACTIVE = "(interactive program: it drew on the whole screen; use a form that only prints)";
const LEFT_OPEN = "(a background process it started still held the output; what that prints later is not here)";

const ENDED_WITH_IT =
  "(it ran in the sandbox: what it started in the background ended with it; start and use that in one command)";

/** A lone `&` outside of quotes. The note would be true of any command: a wrong guess does no harm. */
function startsBehind(command: string): boolean {
  return /(?<![&<>|\\])&(?![&>])/.test(command.replace(/'[^']*'|"(?:[^"\\]|\\.)*"/g, ""));
}

/** Characters of output in which a denial is looked for. */
const LAST = 8_192;
const AGAIN = "\n[Once more, outside of the sandbox, as the user allowed:]\n";

async function execute(
  request: CommandRequest,
  permit: Permit,
  { processes, signal }: RunContext<undefined>,
  take: (text: string, stream: OutputStream) => void,
  kept: KeptOutput,
): Promise<CommandEnd> {
  try {
    return await processes.run(permit, request, take, signal);
  } catch (error) {
    await kept.discard();
    throw error;
  }
}

type Run = (permit: Permit, more: Pick<CommandRequest, "outside">) => Promise<CommandEnd>;

/** Runs it; and once more outside of the sandbox, when that denied something and the user lets it. */
async function withWayOut(
  run: Run,
  denial: () => string | undefined,
  again: () => void,
  { permit, processes, outside }: RunContext<undefined>,
): Promise<{ end: CommandEnd; isolation?: RanIn; denied?: string }> {
  const end = await run(permit, {});
  if (!end.sandboxed) return { end, ...(processes.isolation && { isolation: "open" }) };
  const denied = end.how === "exited" && end.code !== 0 ? denial() : undefined;
  if (denied === undefined) return { end, isolation: "sandboxed" };
  const wayOut = await outside(denied);
  if (!wayOut) return { end, isolation: "sandboxed", denied };
  again();
  return { end: await run(wayOut, { outside: true }), isolation: "outside" };
}

function output(
  command: string,
  end: CommandEnd,
  isolation: RanIn | undefined,
): Pick<ToolOutput, "status" | "details"> {
  const { how, code, signal, ms } = end;
  const ended = {
    how,
    ms,
    ...(isolation && { isolation }),
    ...(code !== undefined && { code }),
    ...(signal !== undefined && { signal }),
  };
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
