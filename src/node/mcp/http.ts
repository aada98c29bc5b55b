import { SSEClientTransport } from "@modelcontextprotocol/sdk/client/sse.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import { McpFailure, UNANSWERED } from "../../core/mcp/failure";
import type { ServerConfig } from "../../core/mcp/pool";
import type { SignIn } from "../../core/mcp/signIn";
import type { Opened, TransportEvents } from "../../core/mcp/transport";
import type { Clock } from "../../core/operations/ports";
import { httpFailure, isUnreachable, statusOf } from "./httpFailure";
import { RpcFetch } from "./rpcFetch";

/** For a server to hear that its session is over. */
const GOODBYE_MS = 1_000;
/** To the first request, from servers that only speak the transport of 2024. */
const OLD = new Set([400, 404, 405, 406, 410, 415, 422]);

type HttpConfig = Extract<ServerConfig, { readonly transport: "http" | "sse" }>;
type Inner = StreamableHTTPClientTransport | SSEClientTransport;

/** A server at a URL, by the SDK's transports. */
export function openHttp(
  config: HttpConfig,
  events: TransportEvents,
  clock: Clock,
  signIn: SignIn | undefined,
): Opened {
  const url = readUrl(config.url);
  const transport = new HttpTransport(config, url, events, clock, signIn);
  return { transport, finishSignIn: (code) => transport.finishSignIn(code) };
}

function readUrl(text: string): URL {
  const url = URL.parse(text);
  if (url?.protocol === "http:" || url?.protocol === "https:") return url;
  throw new McpFailure("start", "Its address is no http or https URL.");
}

/**
 * Streamable HTTP, or the older transport when a server knows nothing else. Whatever goes wrong is a
 * `McpFailure`, and a request whose exchange has ended without an answer gets an error at once.
 */
class HttpTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;

  #inner: Inner;
  #fetch!: RpcFetch;
  #version: string | undefined;
  #isFirst = true;
  #closing: Promise<void> | undefined;

  constructor(
    private readonly config: HttpConfig,
    private readonly url: URL,
    private readonly events: TransportEvents,
    private readonly clock: Clock,
    private readonly signIn: SignIn | undefined,
  ) {
    this.#inner = this.#make(config.transport);
  }

  get sessionId(): string | undefined {
    return this.#inner instanceof StreamableHTTPClientTransport ? this.#inner.sessionId : undefined;
  }

  setProtocolVersion(version: string): void {
    this.#version = version;
    this.#inner.setProtocolVersion(version);
  }

  async start(): Promise<void> {
    await this.#inner.start().catch((error: unknown) => {
      throw httpFailure(error, false);
    });
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const isFirst = this.#isFirst;
    this.#isFirst = false;
    const hadSession = this.sessionId !== undefined;
    try {
      await this.#inner.send(message);
    } catch (error) {
      if (isFirst && this.config.transport === "http" && OLD.has(statusOf(error) ?? 0))
        return this.#sendTheOldWay(message, error);
      const failure = httpFailure(error, hadSession);
      if (hadSession && isUnreachable(error)) this.events.lost(failure);
      throw failure;
    } finally {
      const cancelled = cancelledBy(message);
      if (cancelled !== undefined) this.#fetch.done(cancelled, "cancelled");
    }
  }

  async finishSignIn(code: string): Promise<void> {
    await this.#inner.finishAuth(code);
  }

  /** Tells its end at once; resolves when the server has heard of it, or has had time to. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    this.onclose?.();
    const inner = this.#inner;
    const goodbye =
      inner instanceof StreamableHTTPClientTransport && inner.sessionId ? inner.terminateSession() : undefined;
    const stop = new AbortController();
    await Promise.race([
      goodbye?.catch(() => {}),
      this.clock.sleep(goodbye ? GOODBYE_MS : 0, stop.signal).catch(() => {}),
    ]);
    stop.abort();
    await inner.close().catch(() => {});
  }

  #make(kind: "http" | "sse"): Inner {
    const { url, config, signIn, clock } = this;
    const ended = (id: string | number, message: string) =>
      this.#deliver({ jsonrpc: "2.0", id, error: { code: UNANSWERED, message } });
    this.#fetch = new RpcFetch(url, kind, clock, { lost: (failure) => this.events.lost(failure), ended });
    const options = {
      fetch: this.#fetch.fetch,
      requestInit: { headers: { ...config.headers } },
      ...(signIn && { authProvider: signIn }),
    };
    const inner =
      kind === "sse" ? new SSEClientTransport(url, options) : new StreamableHTTPClientTransport(url, options);
    inner.onmessage = (message: JSONRPCMessage) => this.#deliver(message);
    inner.onerror = (error: Error) => this.onerror?.(error);
    return inner;
  }

  #deliver(message: JSONRPCMessage): void {
    if (!("method" in message) && "id" in message && message.id !== undefined) this.#fetch.done(message.id, "answered");
    if (!this.#closing) this.onmessage?.(message);
  }

  async #sendTheOldWay(message: JSONRPCMessage, refused: unknown): Promise<void> {
    await this.#inner.close();
    this.#inner = this.#make("sse");
    try {
      await this.#inner.start();
    } catch {
      // It does not speak that either: what it said first counts.
      throw httpFailure(refused, false);
    }
    if (this.#version !== undefined) this.#inner.setProtocolVersion(this.#version);
    await this.#inner.send(message);
  }
}

function cancelledBy(message: JSONRPCMessage): string | number | undefined {
  if (!("method" in message) || message.method !== "notifications/cancelled") return undefined;
  return (message.params as { requestId?: string | number } | undefined)?.requestId;
}
