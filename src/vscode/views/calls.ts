import type { EngineEvent } from "../../core/progress/events";
import type { AuditRecord } from "../../shared/approval";
import type { ChatOp } from "../../shared/messages/chat";
import type { CallItem } from "../../shared/messages/chatItems";
import { type AskedCall, appendOutput, callDecided, callFinished, neverStarted, newCall } from "./callItem";
import type { Items } from "./items";

type Of<T extends EngineEvent["type"]> = Extract<EngineEvent, { type: T }>;

/** The cards of the model's own calls. */
export class Calls {
  /** Calls that the model asked for, for those that never came as far as a start. */
  readonly #asked = new Map<string, AskedCall>();

  constructor(private readonly items: Items) {}

  asked(calls: readonly AskedCall[]): void {
    for (const call of calls) this.#asked.set(call.id, call);
  }

  begun(event: Of<"call_waiting"> | Of<"call_started">): ChatOp[] {
    const state = event.type === "call_started" ? "running" : "waiting";
    const call = newCall(event, state, this.#asked.get(event.callId)?.arguments);
    return [this.items.put({ ...this.#find(event.callId), ...call })];
  }

  went({ type, callId }: Of<"call_reviewing"> | Of<"call_running">): ChatOp[] {
    const call = this.#find(callId);
    if (!call) return [];
    return [this.items.put(type === "call_running" ? { ...call, state: "running" } : { ...call, reviewing: true })];
  }

  /** It may come before the call's card: of one that is refused at its name, and whenever a log is read again. */
  decided(record: AuditRecord): ChatOp[] {
    const asked = this.#asked.get(record.callId);
    const call = this.#find(record.callId) ?? (asked && neverStarted(asked));
    return call ? [this.items.put(callDecided(call, record))] : [];
  }

  finished({ callId, result, ms }: Of<"call_finished">): ChatOp[] {
    const asked = this.#asked.get(callId) ?? { id: callId, name: "?", arguments: "" };
    const call = this.#find(callId) ?? neverStarted(asked);
    this.#asked.delete(callId);
    return [this.items.put(callFinished(call, result, ms))];
  }

  progress({ tool_call_id: id, text, stream }: Of<"tool_progress">): ChatOp[] {
    const call = this.#find(id);
    if (!call || text === "") return [];
    this.items.put(appendOutput(call, text));
    return [{ op: "output", id, text, stream }];
  }

  #find(id: string): CallItem | undefined {
    const item = this.items.find(id);
    return item?.kind === "call" ? item : undefined;
  }
}
