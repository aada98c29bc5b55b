import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type CallSpec, chunksOf, type DeltasSpec, deltaEvent } from "./scenarios/chunks";
import { NASTY, type NastyName } from "./scenarios/nasty";
import type { PlainReply } from "./scenarios/reply";

export type { CallSpec, DeltasSpec, UsageSpec } from "./scenarios/chunks";

export interface Reply extends PlainReply {
  /** A named broken or odd stream, see `scenarios/nasty.ts`; other fields of the reply win over its own. */
  readonly nasty?: NastyName;
}

export interface ScriptedRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The client's end of the connection: the same port, the same connection. */
  readonly port: number | undefined;
  /** The body's exact text. */
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look wherever they like in recorded JSON.
  readonly body: any;
  /** `performance.now()` when the whole request had arrived. */
  readonly arrived: number;
  /** When the last byte of the answer was handed to the socket. */
  ended: number | undefined;
  /** The client went away before the end. */
  aborted: boolean;
}

/** Replies in order, or one by request; a request past the list gets a 400 that says so. */
export type Scenario =
  | readonly Reply[]
  | ((request: ScriptedRequest, index: number) => Reply | Promise<Reply>)
  | LoopScenario;

/** `steps` tool calls, then a text; over and over, so that each turn of a session is alike. */
export interface LoopScenario {
  readonly kind: "loop";
  readonly steps: number;
  readonly call: CallSpec | ((step: number) => CallSpec);
  readonly text?: string;
}

export interface ScriptedOptions {
  /** Milliseconds between two events where the reply names none. */
  readonly pace?: number;
  readonly port?: number;
  /** Ids that GET /v1/models lists. */
  readonly models?: readonly string[];
}

export interface ScriptedModel {
  /** With `/v1`. */
  readonly url: string;
  /** Chat requests in order of arrival. */
  readonly requests: readonly ScriptedRequest[];
  /** Every other request, such as GET /v1/models. */
  readonly others: readonly ScriptedRequest[];
  /** `performance.now()` of each chat request's arrival. */
  arrivals(): number[];
  /** `performance.now()` of each chat answer's end; NaN while it lasts. */
  ends(): number[];
  /** Resolves when that many chat requests have arrived. */
  arrived(count: number): Promise<void>;
  close(): Promise<void>;
}

/**
 * An OpenAI-compatible server on loopback that plays a scenario over real HTTP and SSE.
 * It imports no test runner, so that benches and the end-to-end tests use it too.
 */
export async function startScriptedModel(scenario: Scenario, options: ScriptedOptions = {}): Promise<ScriptedModel> {
  const requests: ScriptedRequest[] = [];
  const others: ScriptedRequest[] = [];
  const waiting: { count: number; resolve: () => void }[] = [];

  const server = createServer(async (incoming, response) => {
    const request = await recorded(incoming);
    response.on("close", () => {
      if (!response.writableFinished) request.aborted = true;
    });
    if (incoming.method === "POST" && request.path.endsWith("/chat/completions")) {
      const index = requests.push(request) - 1;
      for (const waiter of waiting) if (waiter.count <= requests.length) waiter.resolve();
      await play(await replyTo(scenario, request, index), request, response, options.pace ?? 0);
    } else {
      others.push(request);
      serveOther(request, response, options.models ?? ["scripted"]);
    }
    request.ended = performance.now();
  });
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, "127.0.0.1", resolve));

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    others,
    arrivals: () => requests.map((request) => request.arrived),
    ends: () => requests.map((request) => request.ended ?? Number.NaN),
    arrived: (count) =>
      new Promise((resolve) => {
        if (requests.length >= count) resolve();
        else waiting.push({ count, resolve });
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Opened by the test, awaited by a reply's `waitFor`. */
export function gate(): { readonly opened: Promise<void>; open(): void } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}

async function recorded(incoming: IncomingMessage): Promise<ScriptedRequest> {
  const parts: Buffer[] = [];
  for await (const part of incoming) parts.push(part as Buffer);
  const text = Buffer.concat(parts).toString("utf8");
  return {
    path: incoming.url ?? "",
    headers: incoming.headers,
    port: incoming.socket.remotePort,
    text,
    body: text === "" ? undefined : JSON.parse(text),
    arrived: performance.now(),
    ended: undefined,
    aborted: false,
  };
}

function replyTo(scenario: Scenario, request: ScriptedRequest, index: number): Reply | Promise<Reply> {
  if (typeof scenario === "function") return scenario(request, index);
  if ("kind" in scenario) return loopReply(scenario, index);
  const over = { error: { message: `The scenario has no reply for request ${index + 1}.` } };
  return scenario[index] ?? { status: 400, errorBody: over };
}

function loopReply(loop: LoopScenario, index: number): Reply {
  const step = index % (loop.steps + 1);
  if (step === loop.steps) return { text: loop.text ?? "All steps are done." };
  return { calls: [typeof loop.call === "function" ? loop.call(step) : loop.call] };
}

function serveOther(request: ScriptedRequest, response: ServerResponse, models: readonly string[]): void {
  const known = request.path.endsWith("/models");
  response.writeHead(known ? 200 : 404, { "content-type": "application/json" });
  const data = models.map((id) => ({ id, object: "model", created: 0, owned_by: "scripted" }));
  response.end(JSON.stringify(known ? { object: "list", data } : { error: { message: "Not found." } }));
}

async function play(reply: Reply, request: ScriptedRequest, response: ServerResponse, pace: number): Promise<void> {
  if (reply.nasty) return play({ ...NASTY[reply.nasty].reply, ...omitNasty(reply) }, request, response, pace);
  await reply.waitBefore;
  if (reply.status !== undefined && reply.status !== 200 && reply.raw === undefined) {
    response.writeHead(reply.status, { "content-type": "application/json", ...reply.headers });
    const body = reply.errorBody ?? { error: { message: `Scripted status ${reply.status}.` } };
    response.end(typeof body === "string" ? body : JSON.stringify(body));
    return;
  }
  response.writeHead(reply.status ?? 200, { "content-type": "text/event-stream", ...reply.headers });
  response.flushHeaders();
  await sendBody(reply, request, new Sender(response, reply.cutAfter), reply.delayMs ?? pace);
}

function omitNasty({ nasty: _, ...rest }: Reply): Reply {
  return rest;
}

async function sendBody(reply: Reply, request: ScriptedRequest, sender: Sender, pace: number): Promise<void> {
  if (reply.raw !== undefined) {
    const pieces = typeof reply.raw === "string" || reply.raw instanceof Uint8Array ? [reply.raw] : reply.raw;
    await sender.all(pieces.slice(0, -1), pace);
    await reply.waitFor;
    await sender.all(pieces.slice(-1), pace);
  } else {
    if (reply.deltas) await sendDeltas(reply.deltas, sender);
    const { opening, closing } = chunksOf(reply, request.body);
    await sender.all(opening, pace);
    await reply.waitFor;
    await sender.all(reply.hang ? closing.calls : [...closing.calls, ...closing.end], pace);
  }
  if (!reply.hang) sender.end();
}

/** Rates are kept by sending what is due each few milliseconds. */
async function sendDeltas(spec: DeltasSpec, sender: Sender): Promise<void> {
  const start = performance.now();
  for (let sent = 0; sent < spec.count && sender.open; ) {
    const due = spec.perSecond ? Math.floor(((performance.now() - start) * spec.perSecond) / 1000) : spec.count;
    for (; sent < Math.min(due, spec.count) && sender.open; sent++) await sender.send(deltaEvent(sent, spec.size));
    if (sent < spec.count) await delay(4);
  }
}

/** Writes with back-pressure, counts bytes, and cuts the connection where the reply says so. */
class Sender {
  private sent = 0;
  constructor(
    private readonly response: ServerResponse,
    private readonly cutAfter: number | undefined,
  ) {}

  get open(): boolean {
    return !this.response.destroyed && !this.response.writableEnded;
  }

  async all(pieces: readonly (string | Uint8Array)[], pace: number): Promise<void> {
    for (const [index, piece] of pieces.entries()) {
      if (pace > 0 && index > 0) await delay(pace);
      if (!this.open) return;
      await this.send(piece);
    }
  }

  async send(piece: string | Uint8Array): Promise<void> {
    if (this.cutAfter === undefined) return this.write(piece);
    const bytes = typeof piece === "string" ? Buffer.from(piece) : piece;
    const left = this.cutAfter - this.sent;
    this.sent += bytes.length;
    if (bytes.length < left) return this.write(bytes);
    if (left > 0) await new Promise((resolve) => this.response.write(bytes.subarray(0, left), resolve));
    this.response.socket?.destroy();
    this.response.destroy();
  }

  end(): void {
    if (this.open) this.response.end();
  }

  private async write(piece: string | Uint8Array): Promise<void> {
    if (this.response.write(piece)) return;
    await new Promise<void>((resolve) => {
      const done = () => {
        this.response.off("drain", done).off("close", done);
        resolve();
      };
      this.response.on("drain", done).on("close", done);
    });
  }
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
