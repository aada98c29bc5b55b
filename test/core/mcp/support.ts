import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import type { McpFailure } from "../../../src/core/mcp/failure";
import type { CallHelp, ServerConfig } from "../../../src/core/mcp/pool";
import type { OpenTransport, TransportEvents } from "../../../src/core/mcp/transport";

export const never = new AbortController().signal;

export function configOf(name: string, more: Partial<ServerConfig> = {}): ServerConfig {
  return {
    ...{ name, source: "user", disabled: false, trusted: false, approved: true },
    ...{ connectMs: 15_000, listMs: 60_000, callMs: 120_000 },
    ...{ transport: "stdio", command: name, args: [], env: {} },
    ...more,
  } as ServerConfig;
}

export const help = (more: Partial<CallHelp> = {}): CallHelp => ({
  people: { ask: async () => ({ action: "decline" }) },
  agent: "root",
  callId: "c1",
  spends: true,
  progress: () => {},
  ...more,
});

export const echo = { name: "echo", description: "Echo", inputSchema: { type: "object", properties: {} } };

type Params = Readonly<Record<string, unknown>>;
/** Answers one request; nothing means silence, a throw an error. */
export type Answer = (params: Params, life: Life) => unknown;

/** One connection to a scripted server. */
export interface Life {
  readonly sent: JSONRPCMessage[];
  notify(method: string, params?: Params): void;
  /** A request of the server; resolves with what the client answers. */
  ask(method: string, params: Params): Promise<JSONRPCMessage>;
  /** As if its process had ended. */
  lose(failure: McpFailure): void;
  closed: boolean;
}

/** A server that runs in the test: what it answers to each method, and every connection that was made to it. */
export function scriptedServer(answers: Readonly<Record<string, Answer>>) {
  const lives: Life[] = [];
  const all: Readonly<Record<string, Answer>> = {
    initialize: ({ protocolVersion }) => ({
      ...{ protocolVersion, capabilities: { tools: { listChanged: true } } },
      serverInfo: { name: "scripted", version: "1" },
    }),
    ping: () => ({}),
    "tools/list": () => ({ tools: [echo] }),
    "tools/call": () => ({ content: [{ type: "text", text: "done" }] }),
    ...answers,
  };
  const open: OpenTransport = async (_, events) => {
    const transport = new ScriptedTransport(all, events);
    lives.push(transport);
    return { transport };
  };
  return { lives, open };
}

class ScriptedTransport implements Transport, Life {
  onclose?: () => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly sent: JSONRPCMessage[] = [];
  closed = false;
  #asked = 0;
  readonly #asking = new Map<string | number, (answer: JSONRPCMessage) => void>();

  constructor(
    private readonly answers: Readonly<Record<string, Answer>>,
    private readonly events: TransportEvents,
  ) {}

  async start(): Promise<void> {}

  async send(message: JSONRPCMessage): Promise<void> {
    this.sent.push(message);
    if (!("method" in message)) return this.#asking.get(message.id ?? "")?.(message);
    if (!("id" in message)) return;
    const { id, method, params = {} } = message;
    // As over a wire: never while it is being sent.
    await null;
    try {
      const result = await this.answers[method]?.(params, this);
      if (result !== undefined) this.#deliver({ jsonrpc: "2.0", id, result: result as Params });
    } catch (error) {
      const { code = -32603, message: text } = error as { code?: number; message: string };
      this.#deliver({ jsonrpc: "2.0", id, error: { code, message: text } });
    }
  }

  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    this.onclose?.();
  }

  notify(method: string, params: Params = {}): void {
    this.#deliver({ jsonrpc: "2.0", method, params });
  }

  ask(method: string, params: Params): Promise<JSONRPCMessage> {
    this.#asked += 1;
    const id = `s${this.#asked}`;
    return new Promise((resolve) => {
      this.#asking.set(id, resolve);
      this.#deliver({ jsonrpc: "2.0", id, method, params });
    });
  }

  lose(failure: McpFailure): void {
    this.events.lost(failure);
  }

  #deliver(message: JSONRPCMessage): void {
    if (!this.closed) this.onmessage?.(message);
  }
}

/** An error that the server answers with. */
export function rpcError(code: number, message: string): Error {
  return Object.assign(new Error(message), { code });
}
