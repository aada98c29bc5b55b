import { unended } from "../../core/code/rows";
import type { Program, ProgramRow } from "../../shared/messages/chatItems";
import type { ProgramDetails } from "../../shared/results";

/** Its receipt says all of its calls; what they were about, and why they were blocked, their events alone. */
export function withReceipt({ code, rows }: Program, { calls, code: whole, kind: _, ...end }: ProgramDetails): Program {
  const known = new Map(rows.map((row) => [row.id, row]));
  const received = calls.map(({ seq: _, callId: id, bytes: __, status: state, elapsedMs: ms, ...call }): ProgramRow => {
    const { subject = "", subjectWords, denied } = known.get(id) ?? {};
    return { id, subject, ...(subjectWords && { subjectWords }), ...(denied && { denied }), state, ms, ...call };
  });
  return { code: code || whole, rows: received, end };
}

/** Nothing comes for it any more, and there is no receipt. */
export function abandoned(program: Program): Program {
  return { ...program, rows: program.rows.map(closed) };
}

function closed({ reviewing: _, ...row }: ProgramRow): ProgramRow {
  if (row.state !== "waiting" && row.state !== "running") return row;
  const { status: state, ...end } = unended(row.state === "running");
  return { ...row, state, decision: row.decision ?? (state === "refused" ? "refused" : "auto"), ...end };
}
