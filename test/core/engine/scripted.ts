import type { EngineSettings, SessionOptions } from "../../../src/core/engine/options";
import { createSession, reopenSession, type Session } from "../../../src/core/engine/session";
import type { FinishReason, Model, ModelEvent, ModelRequest } from "../../../src/core/models/model";
import type { EngineEvent, StoredEvent } from "../../../src/core/progress/events";
import type { LogLine } from "../../../src/core/sessions/store";
import { type MemoryLog, memoryLog } from "../../fakes/memoryLog";
import { type MemoryPorts, memoryPorts } from "../../fakes/memoryPorts";

/** One answer of the scripted model, as data. */
export interface Reply {
  readonly text?: string;
  readonly reasoning?: string;
  readonly calls?: readonly (readonly [name: string, args: unknown, id?: string])[];
  readonly finish?: FinishReason;
  readonly usage?: { readonly inputTokens: number; readonly outputTokens: number };
  /** Thrown after what was said, in place of the finish. */
  readonly error?: Error;
  /** Ends without a finish. */
  readonly cut?: true;
  /** Awaited after the text. */
  readonly wait?: Promise<unknown>;
  /** Says this, then waits until it is stopped. */
  readonly hang?: true;
  /** Void attempts before this one. */
  readonly retries?: readonly string[];
}

export interface ScriptedModel extends Model {
  /** Every request, as it was when it was made. */
  readonly requests: readonly ModelRequest[];
}

/** Plays its replies in order; after the last one it says "Done.". */
export function scriptedModel(replies: readonly (Reply | ((request: ModelRequest) => Reply))[]): ScriptedModel {
  const requests: ModelRequest[] = [];
  return {
    id: "test/model",
    label: "Test",
    scripted: false,
    requests,
    capabilities: () => ({ images: undefined, contextTokens: undefined }),
    async *stream(request, signal) {
      requests.push(structuredClone(request));
      const next = replies[requests.length - 1] ?? { text: "Done." };
      yield* play(typeof next === "function" ? next(request) : next, requests.length, signal);
    },
  };
}

async function* play(reply: Reply, step: number, signal: AbortSignal): AsyncGenerator<ModelEvent> {
  for (const text of reply.retries ?? []) {
    yield { type: "text", text };
    yield { type: "retry", attempt: 1, maxAttempts: 8, waitMs: 0, reason: "overloaded" };
  }
  if (reply.reasoning !== undefined) yield { type: "reasoning", text: reply.reasoning };
  if (reply.text !== undefined) yield { type: "text", text: reply.text };
  await reply.wait;
  if (reply.hang && !signal.aborted) await new Promise((resolve) => signal.addEventListener("abort", resolve));
  signal.throwIfAborted();
  if (reply.error) throw reply.error;
  for (const [index, [name, args, id]] of (reply.calls ?? []).entries()) {
    const text = typeof args === "string" ? args : JSON.stringify(args);
    yield { type: "call", call: { id: id ?? `s${step}c${index}`, name, arguments: text } };
  }
  if (reply.usage) yield { type: "usage", usage: reply.usage };
  if (!reply.cut) yield { type: "finish", reason: reply.finish ?? (reply.calls ? "calls" : "stop") };
}

export const SETTINGS: EngineSettings = {
  trusted: true,
  home: "/home/user",
  foldsCase: false,
  exemptReads: ["/spill"],
  workspaceEdits: "ask",
  maxResultTokens: 12_000,
  maxSteps: 200,
  maxTurnMs: 3_600_000,
  approvalMs: 1_800_000,
};

export interface Rig {
  readonly session: Session;
  readonly model: ScriptedModel;
  readonly ports: MemoryPorts;
  readonly log: MemoryLog;
  readonly events: EngineEvent[];
  /** Of one type, in order. */
  all<K extends EngineEvent["type"]>(type: K): Extract<EngineEvent, { type: K }>[];
  /** Resolves with the next event that fits, those before this call left out. */
  next<K extends EngineEvent["type"]>(
    type: K,
    fits?: (event: Extract<EngineEvent, { type: K }>) => boolean,
  ): Promise<Extract<EngineEvent, { type: K }>>;
  /** The result of a call, as the record has it. */
  result(callId: string): Extract<EngineEvent, { type: "call_finished" }>["result"];
  /** The tool messages of the newest request. */
  told(): readonly string[];
}

export interface RigOptions
  extends Partial<
    Pick<
      SessionOptions,
      "mode" | "posture" | "editor" | "governance" | "allow" | "limit" | "pool" | "hooks" | "analyser"
    >
  > {
  readonly replies?: Parameters<typeof scriptedModel>[0];
  readonly ports?: MemoryPorts;
  readonly settings?: Partial<EngineSettings>;
  /** Reopens a session from these events. */
  readonly stored?: readonly StoredEvent[];
  readonly log?: MemoryLog;
  /** Answers every card at once. */
  readonly answer?: "once" | "session" | "deny";
}

/** A whole session in memory. */
export function rig(options: RigOptions = {}): Rig {
  const {
    replies = [],
    ports = memoryPorts(),
    settings = {},
    stored,
    log = memoryLog([...(stored ?? [])]),
    answer,
    ...rest
  } = options;
  const model = scriptedModel(replies);
  const events: EngineEvent[] = [];
  const waiters = new Set<(event: EngineEvent) => void>();
  const listen = (event: EngineEvent): void => {
    events.push(event);
    for (const waiter of [...waiters]) waiter(event);
    if (event.type === "approval_requested" && answer) session.answer(event.request.id, { answer });
  };
  const all = { ports, settings: () => ({ ...SETTINGS, ...settings }), model: () => model, log, listen, ...rest };
  const session: Session = stored
    ? reopenSession(all, { lines: linesOf(stored), problems: [], writer: log })
    : createSession(all);
  return {
    session,
    model,
    ports,
    log,
    events,
    all: (type) => events.filter((event) => event.type === type) as never,
    next: (type, fits = () => true) =>
      new Promise((resolve) => {
        const waiter = (event: EngineEvent): void => {
          if (event.type !== type || !fits(event as never)) return;
          waiters.delete(waiter);
          resolve(event as never);
        };
        waiters.add(waiter);
      }),
    result(callId) {
      const finished = events.find((event) => event.type === "call_finished" && event.callId === callId);
      if (finished?.type !== "call_finished") throw new Error(`The call ${callId} has no result.`);
      return finished.result;
    },
    told: () =>
      (model.requests.at(-1)?.messages ?? []).flatMap((message) => (message.role === "tool" ? [message.text] : [])),
  };
}

export function linesOf(events: readonly StoredEvent[]): LogLine[] {
  return events.map((event, index) => ({ v: 1, seq: index + 1, ts: 0, event }));
}
