import type { AuditRecord } from "../../shared/approval";
import type { TurnScope } from "./engine";

/** Writes down what was decided on a call: for the log, the audit and the receipt of the program that made it. */
export function keepDecision({ engine, program }: TurnScope, record: AuditRecord): void {
  const whole = program ? { ...record, program: program.callId } : record;
  program?.decided(whole);
  engine.record.store({ type: "decision", record: whole });
}
