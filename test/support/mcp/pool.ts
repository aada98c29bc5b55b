import { assertMay, issuePermit, redeemPermit } from "../../../src/core/gate/permit";
import type { Answers } from "../../../src/core/mcp/askBack";
import { createPool, type PoolOptions } from "../../../src/core/mcp/createPool";
import { elicitByForm } from "../../../src/core/mcp/elicit";
import type { CallHelp, McpPool, ServerConfig } from "../../../src/core/mcp/pool";
import type { People } from "../../../src/core/operations/people";
import type { ToolOutput } from "../../../src/core/tools/tool";
import { createTransports } from "../../../src/node/mcp/transports";
import { nodeClock, nodeDigest } from "../../../src/node/ports";
import type { FormEnd, FormRequest } from "../../../src/shared/forms";

type Asked = Omit<FormRequest, "id" | "session" | "expiresAt">;

/** The real pool on the real transports, with nobody's gate before it. */
export function realPool(options: Partial<PoolOptions> = {}, log: PoolOptions["log"] = silent): McpPool {
  return createPool({
    connect: createTransports(nodeClock),
    clock: nodeClock,
    digest: nodeDigest,
    log,
    clientInfo: { name: "gatehouse-test", version: "0.0.0" },
    builtinNames: [],
    check: (permit, tool) => assertMay(permit, { tool: tool.name, version: tool.version ?? "" }),
    answers: { elicit: elicitByForm, ...sampled, ...options.answers },
    ...options,
  });
}

const silent: PoolOptions["log"] = { info: () => {}, warn: () => {}, error: () => {} };

const sampled: Answers = {
  sample: async () => ({ model: "scripted", role: "assistant", content: { type: "text", text: "Sampled." } }),
};

const TIMES = { connectMs: 25_000, listMs: 25_000, callMs: 25_000 };
const OURS = { source: "user", disabled: false, trusted: false, approved: true, ...TIMES } as const;

export function stdioServer(name: string, args: readonly string[], env: Record<string, string> = {}): ServerConfig {
  return { ...OURS, name, transport: "stdio", command: process.execPath, args, env };
}

export function urlServer(name: string, url: string, transport: "http" | "sse" = "http"): ServerConfig {
  return { ...OURS, name, transport, url, headers: {} };
}

export interface CallOptions {
  readonly answer?: (form: Asked) => FormEnd;
  readonly progress?: (text: string) => void;
  readonly signal?: AbortSignal;
}

/** Calls a tool by the server's own name for it, as a permitted call would. */
export async function call(
  pool: McpPool,
  server: string,
  name: string,
  input: unknown = {},
  options: CallOptions = {},
): Promise<ToolOutput> {
  const tool = pool.tools().find((each) => each.server === server && each.name.endsWith(`_${name}`));
  if (!tool) throw new Error(`${server} offers no ${name}: ${JSON.stringify(pool.servers())}`);
  const facts = {
    ...{ session: "s1", agent: "root", callId: "c1", tool: tool.name, standsFor: [], args: "{}" },
    ...{ reads: [], writes: [], commands: [], hosts: [], named: [], version: tool.version ?? "" },
  };
  const permit = issuePermit(facts);
  redeemPermit(permit, facts);
  return pool.call(permit, tool, input, helpOf(options), options.signal ?? new AbortController().signal);
}

function helpOf({ answer, progress = () => {} }: CallOptions): CallHelp {
  const people: People = {
    async ask(form) {
      return answer?.(form) ?? { action: "cancel", why: "closed" };
    },
  };
  return { people, agent: "root", callId: "c1", spends: true, progress };
}
