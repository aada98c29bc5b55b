import { isInterrupted } from "../../core/sessions/recover";
import type { AuditRecord } from "../../shared/approval";
import type { CallItem } from "../../shared/messages/chat";
import type { ResultEnvelope } from "../../shared/results";

/** How much of a text a card carries; the rest is fetched with `showFullResult`. */
const MAX_TEXT = 65_536;

type CallFacts = {
  readonly callId: string;
  readonly tool: string;
  readonly title: string;
  readonly subject: string;
  readonly renderer: string;
};

export function newCall({ callId, tool, title, subject, renderer }: CallFacts, state: CallItem["state"]): CallItem {
  return { kind: "call", id: callId, tool, title, subject, renderer, state };
}

export function callDecided(call: CallItem, record: AuditRecord): CallItem {
  const { outcome, by, layer, reason, because, note } = record;
  const said = { ...(because === undefined ? {} : { because }), ...(note === undefined ? {} : { note }) };
  return { ...call, decision: { outcome, by, layer, reason, ...said } };
}

/** The result replaces what was shown while it ran. */
export function callFinished(call: CallItem, result: ResultEnvelope, ms: number): CallItem {
  const { output: _, ...rest } = call;
  const { details, errorCode, hint } = result;
  return {
    ...rest,
    state: isInterrupted(result) ? "interrupted" : result.status,
    ms,
    text: head(result.text),
    ...(details === undefined ? {} : { details }),
    ...(errorCode === undefined ? {} : { errorCode }),
    ...(hint === undefined ? {} : { hint }),
  };
}

export function appendOutput(call: CallItem, text: string): CallItem {
  const output = (call.output ?? "") + text;
  return { ...call, output: output.length > MAX_TEXT ? tail(output) : output };
}

function head(text: string): string {
  return text.length > MAX_TEXT ? text.slice(0, MAX_TEXT) : text;
}

/** From the start of a line, so that no colour sequence or character is cut in two. */
function tail(text: string): string {
  const kept = text.slice(-MAX_TEXT);
  const line = kept.indexOf("\n");
  return line < 0 ? kept : kept.slice(line + 1);
}
