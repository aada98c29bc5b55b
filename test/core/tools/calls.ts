import { ToolError } from "../../../src/core/operations/failure";
import { parseArguments } from "../../../src/core/tools/arguments";
import type { Prepared, RunContext, Tool, ToolOutput } from "../../../src/core/tools/tool";
import type { Todo } from "../../../src/shared/results";
import { type MemoryPorts, memoryPorts } from "../../fakes/memoryPorts";
import { fakePermit } from "../../fakes/permit";

export interface CallOptions {
  readonly ports?: MemoryPorts;
  readonly agent?: string;
  readonly takesImages?: boolean;
  readonly progress?: RunContext["progress"];
  readonly signal?: AbortSignal;
  readonly todos?: readonly Todo[];
  /** Ports and powers that only some tools use, in the place of the defaults. */
  readonly powers?: Partial<RunContext>;
}

/** The one place that knows how a tool is called: parsed, prepared, given an honest permit, run. */
export async function call(
  tool: Tool,
  args: unknown,
  options: CallOptions = {},
): Promise<ToolOutput & { prepared: Prepared }> {
  const ports = options.ports ?? memoryPorts();
  const parsed = parseArguments(tool, JSON.stringify(args));
  if (parsed instanceof ToolError) throw parsed;
  const agent = options.agent ?? "root";
  const signal = options.signal ?? new AbortController().signal;
  const base = { ...ports, agent, signal, ...options.powers };
  const prepared = (await tool.prepare?.(parsed.input, base)) ?? NOTHING;
  let todos = options.todos ?? [];
  const output = await tool.run(parsed.input, {
    ...base,
    permit: await permitFor(tool, prepared, ports),
    plan: prepared.plan,
    callId: "c1",
    todos: {
      get: () => todos,
      set(next) {
        todos = next;
      },
    },
    goals: { get: () => undefined, set: () => undefined, isRoot: agent === "root" },
    people: { ask: () => Promise.resolve({ action: "cancel", why: "closed" }) },
    finder: { search: () => Promise.resolve({ text: "" }) },
    mayRead: () => true,
    takesImages: options.takesImages ?? false,
    outside: () => Promise.resolve(undefined),
    progress: options.progress ?? (() => undefined),
    ...options.powers,
  });
  return { ...output, prepared };
}

/** What the model sees, and nothing else. */
export async function textOf(tool: Tool, args: unknown, options: CallOptions = {}): Promise<string> {
  return (await call(tool, args, options)).text;
}

const NOTHING: Prepared = { effects: { reads: [], writes: [], commands: [] } };

async function permitFor(tool: Tool, { effects }: Prepared, { files }: MemoryPorts) {
  const real = async (path: string): Promise<string> => (await files.inspect(path)).real;
  const reads = await Promise.all(effects.reads.map(real));
  const writes = await Promise.all(effects.writes.map(async ({ path, hash }) => ({ real: await real(path), hash })));
  const { commands, hosts = [] } = effects;
  return fakePermit({ tool: tool.name, version: tool.version ?? "", reads, writes, commands, hosts });
}
