import type { ResultEnvelope } from "../../shared/results";
import { words } from "../../shared/words";
import type { StoredEvent, TurnSummary } from "../progress/events";
import type { SessionState } from "./replay";

const INTERRUPTED = "interrupted: ";

/** A call that was open when its host ended. It is never run again. */
export function isInterrupted(result: ResultEnvelope): boolean {
  return result.status === "cancelled" && result.text.startsWith(INTERRUPTED);
}

/**
 * What has to be appended once to a session whose host ended in the middle of a turn, so that every
 * call has its result and the turn its end. Nothing for a session that ended well.
 */
export function interruptionEvents(state: SessionState, noticeId: string): StoredEvent[] {
  const turn = state.openTurn;
  if (turn === undefined) return [];
  const step = state.openStep;
  const open = step?.calls.filter((call) => !step.results.has(call.id)) ?? [];
  const nested = [...(step?.nested ?? [])].map(([id, call]) => ({ id, ...call }));
  const finished = (id: string, result: ResultEnvelope, parent?: string): StoredEvent => ({
    ...{ type: "call_finished", turn, callId: id, result, ms: 0 },
    ...(parent !== undefined && { parent }),
  });
  const results = [
    ...nested
      .filter(({ ended }) => !ended)
      .map(({ id, parent }) => finished(id, interrupted(id, MAY_HAVE_RUN), parent)),
    ...open.map(({ id }) => {
      const calls = nested.filter(({ parent }) => parent === id);
      return finished(id, interrupted(id, step?.started.has(id) ? MAY_HAVE_RUN + ofProgram(calls) : NEVER_RAN));
    }),
  ];
  const joined = state.queued.map((message): StoredEvent => message);
  const { text } = words("The last turn was interrupted because its host ended. Nothing of it is run again.");
  return [
    ...results,
    ...joined,
    { type: "notice", id: noticeId, level: "warning", code: "interrupted", text, toModel: false },
    { type: "turn_finished", turn, summary: interruptedTurn(text, open.length) },
  ];
}

const MAY_HAVE_RUN =
  "the host ended while this call ran. It may have done all, part or nothing of its work; look before you repeat it.";
const NEVER_RAN = "the host ended before this call ran. Nothing of it was done.";
/** Of the tools that a program had in flight. */
const MAX_NAMED = 10;

/** Of a program the receipt is lost; the log still has its calls. */
function ofProgram(calls: readonly { readonly tool: string; readonly ended: boolean }[]): string {
  if (calls.length === 0) return "";
  const flying = calls.filter(({ ended }) => !ended).map(({ tool }) => tool);
  const names = flying.length === 0 ? "none" : flying.slice(0, MAX_NAMED).join(", ");
  return ` Calls of its program: ${calls.length - flying.length} had ended, ${flying.length} were in flight (${names}).`;
}

function interrupted(callId: string, what: string): ResultEnvelope {
  return { status: "cancelled", text: `${INTERRUPTED}${what}`, operationId: callId, errorCode: "cancelled" };
}

function interruptedTurn(message: string, calls: number): TurnSummary {
  const zero = { steps: 0, asked: 0, blocked: 0, ms: 0, inputTokens: 0, outputTokens: 0 };
  return { end: "interrupted", message, files: [], calls, ...zero };
}
