import type { AuditRecord } from "../../shared/approval";
import type { ProgramCallRow, ResultEnvelope } from "../../shared/results";
import type { Clock } from "../operations/ports";
import { plainLine } from "../results/foreign";
import { utf8Bytes } from "../results/sizes";
import { estimateTokens } from "../results/tokens";
import { denialOf, failureOf } from "./answer";

const MAX_NAME = 100;
const MAX_NOTE = 160;

type Status = ProgramCallRow["status"];

/** What is kept of a call: never its text, of which there can be very much. */
interface Call {
  readonly callId: string;
  readonly tool: string;
  readonly begun: number;
  readonly decision?: AuditRecord;
  readonly end?: Pick<ProgramCallRow, "status" | "elapsedMs" | "bytes" | "truncated"> & { readonly note?: string };
}

/** The calls of one program: a row is there from the moment a call is made, whatever becomes of it. */
export class Rows {
  readonly #calls = new Map<string, Call>();
  #tokens = 0;

  constructor(private readonly clock: Clock) {}

  get made(): number {
    return this.#calls.size;
  }

  /** Estimated, of all that the calls brought. */
  get tokens(): number {
    return this.#tokens;
  }

  begin(callId: string, tool: string): void {
    this.#calls.set(callId, { callId, tool: plainLine(tool, MAX_NAME), begun: this.clock.elapsed() });
  }

  decided(record: AuditRecord): void {
    const call = this.#calls.get(record.callId);
    if (call) this.#calls.set(record.callId, { ...call, decision: record });
  }

  decisionOn(callId: string): AuditRecord | undefined {
    return this.#calls.get(callId)?.decision;
  }

  ended(callId: string, result: ResultEnvelope): void {
    const call = this.#calls.get(callId);
    if (!call) return;
    this.#tokens += result.truncated?.originalTokens ?? estimateTokens(result.text);
    const elapsedMs = Math.round(this.clock.elapsed() - call.begun);
    const { status, ...rest } = endOf(result, call.decision);
    this.#calls.set(callId, { ...call, end: { status, elapsedMs, ...rest } });
  }

  list(): readonly ProgramCallRow[] {
    return [...this.#calls.values()].map((call, index) => {
      const { callId, tool, decision, end = this.#open(call) } = call;
      const { status, ...rest } = end;
      return { seq: index + 1, callId, tool, decision: decisionWord(decision, status), status, ...rest };
    });
  }

  /** Of a call that has not ended although its program has. */
  #open({ begun, decision }: Call): NonNullable<Call["end"]> {
    const elapsedMs = Math.round(this.clock.elapsed() - begun);
    return { ...unended(decision?.outcome === "allow"), elapsedMs, bytes: 0, truncated: false };
  }
}

const IN_FLIGHT = "cancelled; may have run in part";

/** Of a call whose program ended first. */
export function unended(wasAllowed: boolean): Pick<ProgramCallRow, "status" | "note"> {
  return wasAllowed
    ? { status: "in_flight", note: IN_FLIGHT }
    : { status: "refused", note: "the program ended before it ran" };
}

/** What a call's result leaves in its row. `decision`: the last one on it. */
export function endOf(
  result: ResultEnvelope,
  decision: AuditRecord | undefined,
): Pick<ProgramCallRow, "status" | "bytes" | "truncated" | "note"> {
  const { text, truncated } = result;
  const status = statusOf(result, decision);
  const note = status === "in_flight" ? IN_FLIGHT : plainLine(text, MAX_NOTE);
  return {
    status,
    bytes: utf8Bytes(text),
    truncated: truncated !== undefined,
    ...(status !== "ok" && note !== "" && { note }),
  };
}

/** A call that was stopped after it was let through may have run in part; before, nothing of it was done. */
function statusOf(result: ResultEnvelope, decision: AuditRecord | undefined): Status {
  const failure = failureOf(result, decision);
  switch (failure) {
    case undefined:
      return "ok";
    case "failed":
      return "failed";
    case "cancelled":
      return decision?.outcome === "allow" ? "in_flight" : "refused";
    case "refused":
    case "denied":
      return "refused";
    default:
      return failure satisfies never;
  }
}

/** A call that failed before it could be decided on was in nobody's way. */
export function decisionWord(record: AuditRecord | undefined, status: Status): ProgramCallRow["decision"] {
  if (!record) return status === "refused" ? "refused" : "auto";
  if (record.outcome === "deny") return denialOf(record);
  return record.by === "user" || record.by === "guardian" ? "approved" : "auto";
}
