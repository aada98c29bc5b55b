import { plainLine } from "../results/foreign";
import { foreignInput } from "../tools/schema";
import type { RunContext, Tool, ToolOutput } from "../tools/tool";
import type { ListedTool } from "./listed";
import type { CallHelp, ServerConfig } from "./pool";

const MAX_SUBJECT = 300;

export type CallTool = (
  context: Pick<RunContext, "permit" | "signal">,
  tool: Tool,
  input: unknown,
  help: CallHelp,
) => Promise<ToolOutput>;

/** A server's tool as one of the catalog. What the server says of it never makes it less guarded, unless the user trusts it. */
export function asTool(listed: ListedTool, server: Pick<ServerConfig, "name" | "trusted">, call: CallTool): Tool {
  const reads = server.trusted && listed.readOnly && !listed.destructive;
  const tool: Tool = {
    name: listed.modelName,
    title: "Call",
    description: describe(listed, server.name),
    input: foreignInput(listed.schema),
    // What is not known to read only may do anything: Plan mode refuses to spend.
    capabilities: reads ? ["read"] : ["network", "spend"],
    mcpTier: reads ? "trusted_read" : listed.destructive ? "destructive" : "ask",
    offer: "deferred",
    origin: "mcp",
    server: server.name,
    version: listed.version,
    kind: "custom",
    worker: "main-process-proxy",
    renderer: "generic",
    parallel: !listed.destructive,
    subject: () => plainLine(`${server.name}/${listed.name}`, MAX_SUBJECT),
    // What it does nobody knows: a person sees all that it is given, once.
    prepare: async (input) => ({
      effects: { reads: [], writes: [], commands: [] },
      body: JSON.stringify(input, null, 2),
    }),
    async run(input, context) {
      const { people, agent, callId } = context;
      const help = {
        people,
        agent,
        callId,
        spends: !reads,
        progress: (text: string) => context.progress(text, "info"),
      };
      return call(context, tool, input, help);
    },
  };
  return tool;
}

/** Whose words these are stands first: a description is what a server wants a model to read. */
function describe({ description }: ListedTool, server: string): string {
  return `[MCP server ${plainLine(server, 64)}] ${description || "No description."}`;
}
