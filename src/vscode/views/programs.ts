import { decisionWord, endOf } from "../../core/code/rows";
import type { EngineEvent } from "../../core/progress/events";
import type { AuditRecord } from "../../shared/approval";
import type { ChatOp } from "../../shared/messages/chat";
import type { Program, ProgramRow } from "../../shared/messages/chatItems";
import { withRow } from "../../shared/programRows";
import type { Items } from "./items";

type Of<T extends EngineEvent["type"]> = Extract<EngineEvent, { type: T }>;

const MAX_SUBJECT = 200;

/** A call of a program. */
interface Nested {
  readonly program: string;
  readonly decision?: AuditRecord;
}

/** The calls of programs: they have no cards of their own, but are rows of their program's card. */
export class Programs {
  readonly #nested = new Map<string, Nested>();

  constructor(private readonly items: Items) {}

  /** Nothing of an event that is about no program's call. */
  apply(event: EngineEvent): ChatOp[] | undefined {
    switch (event.type) {
      case "call_waiting":
      case "call_started":
        return event.parent === undefined ? undefined : this.#begun(event.parent, event);
      case "call_reviewing":
      case "call_running":
        return this.#nested.has(event.callId) ? this.#went(event) : undefined;
      case "decision":
        return event.record.program === undefined ? undefined : this.#decided(event.record.program, event.record);
      case "call_finished":
        return event.parent === undefined ? undefined : this.#finished(event.parent, event);
      default:
        return undefined;
    }
  }

  row(callId: string, program = this.#nested.get(callId)?.program): ProgramRow | undefined {
    return this.#program(program ?? "")?.rows.findLast(({ id }) => id === callId);
  }

  #begun(program: string, { type, callId, tool, subject, subjectWords }: Of<"call_waiting"> | Of<"call_started">) {
    this.#nested.set(callId, { ...this.#nested.get(callId), program });
    const state = type === "call_started" ? "running" : "waiting";
    const said = { subject: subject.slice(0, MAX_SUBJECT), ...(subjectWords && { subjectWords }) };
    return this.#put(program, { ...this.row(callId, program), id: callId, tool, ...said, state });
  }

  #went({ type, callId }: Of<"call_reviewing"> | Of<"call_running">): ChatOp[] {
    const row = this.row(callId);
    const program = this.#nested.get(callId)?.program;
    if (!row || program === undefined) return [];
    return this.#put(program, type === "call_running" ? { ...row, state: "running" } : { ...row, reviewing: true });
  }

  /** It may come before all else: of a call that is refused at its name, and whenever a log is read again. */
  #decided(program: string, record: AuditRecord): ChatOp[] {
    const { callId, tool, subject } = record;
    this.#nested.set(callId, { program, decision: record });
    const fresh: ProgramRow = { id: callId, tool, subject: subject.slice(0, MAX_SUBJECT), state: "waiting" };
    const { reviewing: _, denied: __, ...row } = this.row(callId, program) ?? fresh;
    return this.#put(program, { ...row, decision: decisionWord(record, "ok"), ...denialOf(record) });
  }

  #finished(program: string, { callId, result, ms }: Of<"call_finished">): ChatOp[] {
    const { decision } = this.#nested.get(callId) ?? {};
    const fresh: ProgramRow = { id: callId, tool: "?", subject: "", state: "waiting" };
    const { reviewing: _, ...row } = this.row(callId, program) ?? fresh;
    const { status: state, bytes: __, ...end } = endOf(result, decision);
    return this.#put(program, { ...row, state, decision: decisionWord(decision, state), ...end, ms });
  }

  #put(id: string, row: ProgramRow): ChatOp[] {
    const item = this.items.find(id);
    // What comes after its end changes nothing of what its receipt says.
    if (item?.kind !== "call" || !item.program || item.program.end) return [];
    this.items.put({ ...item, program: withRow(item.program, row) });
    return [{ op: "row", id, row }];
  }

  #program(id: string): Program | undefined {
    const item = this.items.find(id);
    return item?.kind === "call" ? item.program : undefined;
  }
}

function denialOf({ outcome, by, reason, note }: AuditRecord): Pick<ProgramRow, "denied"> {
  return outcome === "deny" ? { denied: { by, reason, ...(note !== undefined && { note }) } } : {};
}
