import type { ApprovalEnd, AuditRecord } from "../../shared/approval";
import { ruleText } from "../../shared/rules";
import { bounded } from "../../shared/visible";
import type { Clock, Digest } from "../operations/ports";
import type { Decision } from "./gate";
import type { Deny, GateFacts, PlannedCall } from "./verdict";

const MAX_TEXT = 1_000;

/** As much of a call as its record needs; calls that never got as far as a plan have that much too. */
export interface AuditedCall {
  readonly session: string;
  readonly agent: string;
  readonly id: string;
  readonly tool: string;
  readonly subject: string;
  /** Canonical JSON, or the text that the model sent when it is none. */
  readonly args: string;
}

/** A decision with nothing open: a person's answer is in it when one was needed. */
export interface Settled extends Pick<Decision, "asked" | "by" | "review"> {
  readonly outcome: AuditRecord["outcome"];
  readonly verdict: Decision["verdict"];
  readonly note?: string;
  /** Rules that were saved with a person's answer. */
  readonly saved?: readonly string[];
}

export function auditedCall({ session, agent, id, tool, input, args }: PlannedCall): AuditedCall {
  return { session, agent, id, tool: tool.name, subject: tool.subject(input), args };
}

/** One record a decision. */
export function auditRecord(
  call: AuditedCall,
  facts: Pick<GateFacts, "mode" | "posture">,
  settled: Settled,
  ports: { readonly clock: Clock; readonly digest: Digest },
): AuditRecord {
  const { outcome, asked, by, verdict, note, saved, review } = settled;
  return {
    ts: ports.clock.now(),
    session: call.session,
    agent: call.agent,
    callId: call.id,
    tool: bounded(call.tool, MAX_TEXT),
    subject: bounded(call.subject, MAX_TEXT),
    argsHash: ports.digest(call.args),
    mode: facts.mode,
    posture: facts.posture,
    outcome,
    asked,
    by,
    layer: verdict.layer,
    reason: verdict.reason,
    ...(verdict.subject === undefined ? {} : { because: bounded(verdict.subject, MAX_TEXT) }),
    ...(note === undefined ? {} : { note: bounded(note, MAX_TEXT) }),
    ...(saved === undefined ? {} : { saved: saved.map((text) => bounded(text, MAX_TEXT)) }),
    ...(review === undefined ? {} : { review }),
  };
}

/** A deny of a stage before the plan: unknown name, broken arguments, mode, resolver. */
export const refusedBefore = (verdict: Deny): Settled => ({ outcome: "deny", verdict, asked: false, by: "gate" });

/** The decision with what ended the request put in. `end` is needed exactly when the decision asks. */
export function settle(decision: Decision, end?: Exclude<ApprovalEnd, { answer: "replanned" }>): Settled {
  const { outcome, verdict, asked, by, review } = decision;
  if (outcome !== "ask") return { outcome, verdict, asked, by, ...(review === undefined ? {} : { review }) };
  return {
    outcome: isYes(end) ? "allow" : "deny",
    verdict,
    asked,
    ...endedBy(end),
  };
}

const isYes = (end: ApprovalEnd | undefined): boolean =>
  end?.answer === "once" || end?.answer === "session" || end?.answer === "always";

function endedBy(end: ApprovalEnd | undefined): Pick<Settled, "by" | "note" | "saved"> {
  switch (end?.answer) {
    case "once":
    case "session":
    case "stopped":
      return { by: "user" };
    case "always":
      return { by: "user", saved: end.rules.map(ruleText) };
    case "deny":
      return { by: "user", ...(end.note === undefined ? {} : { note: end.note }) };
    case "expired":
      return { by: "expiry" };
    default:
      return { by: "gate" };
  }
}
