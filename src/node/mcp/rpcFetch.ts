import type { FetchLike } from "@modelcontextprotocol/sdk/shared/transport.js";
import { McpFailure } from "../../core/mcp/failure";
import { MAX_MESSAGE_BYTES } from "../../core/mcp/transport";
import type { Clock } from "../../core/operations/ports";
import { figure } from "../../core/results/sizes";
import { isUnreachable } from "./httpFailure";
import { countBytes, countEvents, watched } from "./streams";

/** A busy server may ask for this much patience, once a request. */
const MAX_RETRY_AFTER_MS = 10_000;
/** The SDK reads what came last within the same turn; this is many. */
const SETTLE_MS = 50;

type Id = string | number;

export interface FetchEvents {
  lost(failure: McpFailure): void;
  /** The exchange for this request is over, and it can't be taken up again. */
  ended(id: Id, why: string): void;
}

/**
 * The `fetch` of one connection. The SDK's transports wait for a body that has ended, and read one that
 * does not end; this holds bodies to a size and tells when no answer can come any more.
 */
export class RpcFetch {
  readonly #open = new Map<Id, AbortController>();
  /** Streams that had event ids: they are taken up again by a GET. */
  readonly #resumable = new Set<Id>();

  constructor(
    private readonly url: URL,
    private readonly kind: "http" | "sse",
    private readonly clock: Clock,
    private readonly events: FetchEvents,
  ) {}

  readonly fetch: FetchLike = async (target, init = {}) => {
    if (new URL(target).origin !== this.url.origin) return this.#bounded(await this.#send(target, init));
    if (init.method === "POST" && typeof init.body === "string") return this.#post(target, init, requestOf(init.body));
    const accepts = new Headers(init.headers).get("accept");
    return accepts === "text/event-stream" ? this.#listen(target, init) : this.#bounded(await this.#send(target, init));
  };

  /** The request has its answer, or nobody waits for it any more: then its exchange is broken off. */
  done(id: Id, how: "answered" | "cancelled"): void {
    this.#resumable.delete(id);
    if (how === "cancelled") this.#open.get(id)?.abort();
    this.#open.delete(id);
  }

  async #post(target: string | URL, init: RequestInit, id: Id | undefined): Promise<Response> {
    if (id === undefined || this.kind === "sse") return this.#bounded(await this.#send(target, init));
    const stop = new AbortController();
    this.#open.set(id, stop);
    const signal = init.signal ? AbortSignal.any([init.signal, stop.signal]) : stop.signal;
    const response = await this.#send(target, { ...init, signal });
    if (!response.ok) return this.#bounded(response);
    const type = typeOf(response);
    if (response.status === 202)
      throw await this.#refused(response, "no_answer", "It took the request and answers nothing.");
    if (type === "text/html")
      throw await this.#refused(response, "not_mcp", "There is a web page at its address, not an MCP server.");
    return type === "text/event-stream"
      ? this.#stream(response, id)
      : this.#bounded(response, (error) => this.#settle(id, error));
  }

  async #refused(response: Response, code: "no_answer" | "not_mcp", text: string): Promise<McpFailure> {
    await response.body?.cancel();
    return new McpFailure(code, text);
  }

  /** Messages that the server sends by itself; for the older transport, all that it sends. */
  async #listen(target: string | URL, init: RequestInit): Promise<Response> {
    const resuming = new Headers(init.headers).has("last-event-id");
    let response: Response;
    try {
      response = await this.#send(target, init);
    } catch (error) {
      if (!init.signal?.aborted && isUnreachable(error)) this.events.lost(gone());
      throw error;
    }
    if (resuming && !response.ok) for (const id of this.#resumable) void this.#settle(id);
    const hasSession = new Headers(init.headers).has("mcp-session-id");
    if (hasSession && response.status === 404) {
      this.events.lost(new McpFailure("session_lost", "It has forgotten the session.", true));
    }
    if (this.kind === "http" && response.ok && typeOf(response) !== "text/event-stream") {
      await response.body?.cancel();
      // As if it had no such stream: all goes without.
      return new Response(null, { status: 405 });
    }
    return watched(response, {
      chunk: countEvents(MAX_MESSAGE_BYTES, tooLarge, () => {}),
      end: (error) => {
        if (error instanceof McpFailure) this.events.lost(error);
        else if (this.kind === "sse" && !init.signal?.aborted) this.events.lost(gone());
      },
    });
  }

  #stream(response: Response, id: Id): Response {
    return watched(response, {
      chunk: countEvents(MAX_MESSAGE_BYTES, tooLarge, () => this.#open.has(id) && this.#resumable.add(id)),
      end: (error) => {
        if (error instanceof McpFailure || !this.#resumable.has(id)) void this.#settle(id, error);
      },
    });
  }

  #bounded(response: Response, end: (error?: unknown) => void = () => {}): Response {
    return watched(response, { chunk: countBytes(MAX_MESSAGE_BYTES, tooLarge), end });
  }

  /** Gives what was read last the time to arrive. */
  async #settle(id: Id, error?: unknown): Promise<void> {
    await this.clock.sleep(SETTLE_MS);
    if (!this.#open.has(id)) return;
    this.done(id, "answered");
    const why = error instanceof McpFailure ? error.message : "The connection ended without an answer.";
    this.events.ended(id, why);
  }

  /** One more try when the server says that it is busy and when to come again: then it did nothing. */
  async #send(target: string | URL, init: RequestInit): Promise<Response> {
    const response = await fetch(target, init);
    if (response.status !== 503 && response.status !== 429) return response;
    const wait = retryAfter(response, this.clock.now());
    if (wait === undefined || wait > MAX_RETRY_AFTER_MS) return response;
    await response.body?.cancel();
    await this.clock.sleep(wait, init.signal ?? undefined);
    return fetch(target, init);
  }
}

function requestOf(body: string): Id | undefined {
  try {
    const { id, method } = JSON.parse(body) as { id?: Id; method?: unknown };
    return typeof method === "string" ? id : undefined;
  } catch {
    return undefined;
  }
}

function typeOf(response: Response): string {
  return (response.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
}

function retryAfter(response: Response, now: number): number | undefined {
  const text = response.headers.get("retry-after");
  if (text === null) return undefined;
  const wait = /^\d+$/.test(text.trim()) ? Number(text) * 1_000 : Date.parse(text) - now;
  return Number.isNaN(wait) ? undefined : Math.max(0, wait);
}

const tooLarge = (): McpFailure =>
  new McpFailure("too_large", `It sent more than ${figure(MAX_MESSAGE_BYTES)} bytes in one message.`);

const gone = (): McpFailure => new McpFailure("network", "The connection to it was lost.", true);
