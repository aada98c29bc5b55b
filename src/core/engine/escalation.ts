import { auditedCall, auditRecord, settle } from "../gate/audit";
import { describe } from "../gate/describe";
import type { Decision } from "../gate/gate";
import { endPermit, issuePermit, permitFacts, redeemPermit } from "../gate/permit";
import type { Ask, GateFacts, PlannedCall } from "../gate/verdict";
import type { Permit } from "../operations/permit";
import type { TurnScope } from "./engine";
import { keepDecision } from "./keepDecision";

export interface Escalation {
  /** A permit to run the call's command once outside of the sandbox, when the user says so. */
  ask(denied: string): Promise<Permit | undefined>;
  /** After the call. */
  end(): void;
}

/**
 * The one way out of the sandbox: the sandbox denied something, the posture is Ask, and a person lets this exact
 * command run again outside. Asked at most once a call, and never remembered.
 */
export function escalation(parts: TurnScope, planned: PlannedCall): Escalation {
  const { engine, tally, signal } = parts;
  let asked = false;
  let permit: Permit | undefined;

  async function answer(denied: string): Promise<boolean> {
    const facts = engine.facts();
    if (asked || facts.posture !== "ask" || facts.mode === "plan" || isRequired(facts)) return false;
    asked = true;
    tally.asked += 1;
    const decision: Decision = { outcome: "ask", verdict: askFor(denied), asked: true, by: "gate" };
    const details = describe(planned, decision, facts, "");
    const end = await engine.approvals.request({ request: { ...details.request, isolation: "outside" } }, signal);
    signal.throwIfAborted();
    // Another posture or mode came meanwhile: in it nobody would be asked.
    const settled = settle(decision, end.answer === "replanned" ? { answer: "closed" } : end);
    const record = auditRecord(auditedCall(planned), facts, settled, engine.ports);
    keepDecision(parts, record);
    return settled.outcome === "allow";
  }

  return {
    async ask(denied) {
      if (!(await answer(denied))) return undefined;
      const granted = { ...permitFacts(planned), outside: true } as const;
      permit = issuePermit(granted);
      redeemPermit(permit, granted);
      return permit;
    },
    end() {
      if (permit) endPermit(permit);
    },
  };
}

const isRequired = ({ isolation }: GateFacts): boolean =>
  isolation?.kind === "sandboxed" && isolation.required === true;

const askFor = (denied: string): Ask => ({
  outcome: "ask",
  kind: "always_ask",
  layer: "sandbox",
  reason: "sandbox_escalation",
  subject: denied,
});
