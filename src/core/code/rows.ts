import type { AuditRecord } from "../../shared/approval";
import type { ProgramCallRow, ResultEnvelope } from "../../shared/results";
import { bounded } from "../../shared/visible";
import type { Clock } from "../operations/ports";
import { plainLine } from "../results/foreign";
import { utf8Bytes } from "../results/sizes";
import { estimateTokens } from "../results/tokens";
import { denialOf, failureOf } from "./answer";

const MAX_NAME = 100;
const MAX_NOTE = 160;

interface Call {
  readonly callId: string;
  readonly tool: string;
  readonly begun: number;
  decision?: AuditRecord;
  result?: ResultEnvelope;
  elapsedMs?: number;
}

/** The calls of one program: a row is there from the moment a call is made, whatever becomes of it. */
export class Rows {
  readonly #calls = new Map<string, Call>();

  constructor(private readonly clock: Clock) {}

  get made(): number {
    return this.#calls.size;
  }

  begin(callId: string, tool: string): void {
    this.#calls.set(callId, { callId, tool: bounded(tool, MAX_NAME), begun: this.clock.elapsed() });
  }

  /** A call that is prepared again is decided again: the last decision stands. */
  decided(record: AuditRecord): void {
    const call = this.#calls.get(record.callId);
    if (call) call.decision = record;
  }

  decisionOn(callId: string): AuditRecord | undefined {
    return this.#calls.get(callId)?.decision;
  }

  ended(callId: string, result: ResultEnvelope): void {
    const call = this.#calls.get(callId);
    if (!call) return;
    call.result = result;
    call.elapsedMs = this.clock.elapsed() - call.begun;
  }

  /** Estimated tokens of all that the calls brought. */
  tokens(): number {
    const results = [...this.#calls.values()].flatMap(({ result }) => result ?? []);
    return results.reduce((sum, { text, truncated }) => sum + (truncated?.originalTokens ?? estimateTokens(text)), 0);
  }

  list(): readonly ProgramCallRow[] {
    return [...this.#calls.values()].map((call, index) => this.#row(call, index + 1));
  }

  #row({ callId, tool, begun, decision, result, elapsedMs }: Call, seq: number): ProgramCallRow {
    const status = statusOf(result, decision);
    const note = noteOn(status, result);
    return {
      seq,
      callId,
      tool,
      decision: decisionWord(decision, status),
      status,
      elapsedMs: Math.round(elapsedMs ?? this.clock.elapsed() - begun),
      bytes: result ? utf8Bytes(result.text) : 0,
      truncated: result?.truncated !== undefined,
      ...(note === undefined ? {} : { note }),
    };
  }
}

/** A call that was stopped after it was let through may have run in part; before, nothing of it was done. */
function statusOf(result: ResultEnvelope | undefined, decision: AuditRecord | undefined): ProgramCallRow["status"] {
  const failure = result ? failureOf(result, decision) : "cancelled";
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
  }
}

/** A call that failed before it could be decided on was in nobody's way. */
function decisionWord(record: AuditRecord | undefined, status: ProgramCallRow["status"]): ProgramCallRow["decision"] {
  if (!record) return status === "refused" ? "refused" : "auto";
  const byHand = record.by === "user" || record.by === "guardian";
  if (record.outcome === "allow") return byHand ? "approved" : "auto";
  return denialOf(record);
}

function noteOn(status: ProgramCallRow["status"], result: ResultEnvelope | undefined): string | undefined {
  if (status === "ok") return undefined;
  if (status === "in_flight") return "cancelled; may have run in part";
  return result ? plainLine(result.text, MAX_NOTE) : "the program ended before it ran";
}
