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
  const results = open.map(
    (call): StoredEvent => ({
      type: "call_finished",
      turn,
      callId: call.id,
      result: interrupted(call.id, step?.started.has(call.id) ?? false),
      ms: 0,
    }),
  );
  const joined = state.queued.map((message): StoredEvent => message);
  const { text } = words("The last turn was interrupted because its host ended. Nothing of it is run again.");
  return [
    ...results,
    ...joined,
    { type: "notice", id: noticeId, level: "warning", code: "interrupted", text, toModel: false },
    { type: "turn_finished", turn, summary: interruptedTurn(text, open.length) },
  ];
}

function interrupted(callId: string, started: boolean): ResultEnvelope {
  const what = started
    ? "the host ended while this call ran. It may have done all, part or nothing of its work; look before you repeat it."
    : "the host ended before this call ran. Nothing of it was done.";
  return { status: "cancelled", text: `${INTERRUPTED}${what}`, operationId: callId, errorCode: "cancelled" };
}

function interruptedTurn(message: string, calls: number): TurnSummary {
  const zero = { steps: 0, asked: 0, blocked: 0, ms: 0, inputTokens: 0, outputTokens: 0 };
  return { end: "interrupted", message, files: [], calls, ...zero };
}
