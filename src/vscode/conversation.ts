import type { Session } from "../core/engine/session";
import type { EngineEvent } from "../core/progress/events";
import type { LogLine } from "../core/sessions/store";
import type { AuditRecord } from "../shared/approval";
import type { ChatOp, ChatStatus } from "../shared/messages/chat";
import { Images } from "./views/images";
import { KeptTexts } from "./views/keptTexts";
import { ChatProjection } from "./views/projection";

/** What the host keeps of one session besides the engine's own: the picture of it, and its records. */
export class Conversation {
  readonly projection: ChatProjection;
  /** None before the first message, and none while another window writes it. */
  session: Session | undefined;
  readonly audit: AuditRecord[] = [];
  readonly images = new Images();
  /** By the ids of calls that programs made. */
  readonly nested = new KeptTexts();
  readonly #spills = new Map<string, string>();

  constructor(status: ChatStatus) {
    this.projection = new ChatProjection(status);
  }

  get id(): string | undefined {
    return this.projection.status.sessionId;
  }

  /** Handle of the whole output of a call whose result was cut. */
  spillOf(callId: string): string | undefined {
    return this.#spills.get(callId);
  }

  take(event: EngineEvent, at: number): ChatOp[] {
    if (event.type === "decision") this.audit.push(event.record);
    const spill = event.type === "call_finished" ? event.result.truncated?.spill : undefined;
    if (event.type === "call_finished" && spill) this.#spills.set(event.callId, spill);
    if (event.type === "call_finished") this.images.add(event.callId, event.result);
    if (event.type === "call_finished" && event.parent !== undefined) this.nested.add(event.callId, event.result);
    return this.projection.apply(event, at);
  }

  /** From a log; what looks unfinished after it is up to the engine, or to `settle` where there is none. */
  replay(lines: readonly LogLine[]): void {
    for (const { event, ts } of lines) this.take(event, ts);
  }
}
