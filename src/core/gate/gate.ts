import type { AuditRecord } from "../../shared/approval";
import type { Review } from "../../shared/review";
import type { Tool } from "../tools/tool";
import { floor } from "./floor";
import { type Guardian, noGuardian } from "./guardian";
import { isolation } from "./isolation";
import { law } from "./law";
import { modes } from "./modes";
import { paths } from "./paths";
import { policy } from "./policy";
import { ASKS, answerOf } from "./postures";
import { resolver } from "./resolver";
import { rules } from "./rules/rules";
import { sessionKey } from "./sessionKey";
import { strictest } from "./strictest";
import { tier } from "./tier";
import type { Ask, AsyncStage, Deny, GateFacts, PlannedCall, Stage, Verdict } from "./verdict";

/** The stages that hold what users, repositories, machines and models say: handed in as data. */
export interface Stages {
  readonly hooks: AsyncStage;
  readonly rules: Stage;
  readonly law: Stage;
  readonly policy: Stage;
  readonly guardian: Guardian;
}

export const STAGES: Stages = { hooks: () => undefined, rules, law, policy, guardian: noGuardian };

/** What the gate says of one call. `ask` means: a person must answer, through `approvals`. */
export type Decision = {
  readonly outcome: Verdict["outcome"];
  /** Its outcome is the decision's; its layer and reason are those of the stage that stood in the fold. */
  readonly verdict: Verdict;
  /** The stages folded to an ask, whoever answered it. */
  readonly asked: boolean;
  readonly by: AuditRecord["by"];
  /** With an ask: what "for this session" would remember; absent when it must not be offered. */
  readonly sessionKey?: string;
  /** With an ask: saved rules may cover all that asks, so that "always" can be offered. */
  readonly ruleable?: true;
  /** What the guardian said, where it was the one to answer. */
  readonly review?: Review;
};

/**
 * The gate. Name and arguments were resolved and effects prepared by `engine/dispatch` (stages 1
 * and 4); here come the others, in this order. The strictest verdict stands, the first deny ends.
 */
export async function decide(call: PlannedCall, facts: GateFacts, stages: Stages = STAGES): Promise<Decision> {
  const order: readonly AsyncStage[] = [
    modes,
    resolver,
    withoutAllow(stages.hooks),
    isolation,
    floor,
    paths,
    tierUnlessRuled(stages.rules),
    stages.law,
    stages.policy,
  ];
  const said: Verdict[] = [];
  for (const stage of order) {
    const verdict = await stage(call, facts);
    if (verdict) said.push(verdict);
    if (verdict?.outcome === "deny") break;
  }
  const folded = said.reduce<Verdict | undefined>(strictest, undefined) ?? UNDECIDED;
  if (folded.outcome !== "ask") return { outcome: folded.outcome, verdict: folded, asked: false, by: "gate" };
  const decision = await answered(folded, said, call, facts, stages.guardian);
  return decision.outcome === "ask" && said.every(ruleable) ? { ...decision, ruleable: true } : decision;
}

/** Stages 2 and 3 alone, which need no prepared call: dispatch asks before it prepares. */
export function admit(
  tool: Tool,
  facts: Pick<GateFacts, "mode" | "trusted" | "disabledReasons" | "hasShell">,
): Deny | undefined {
  return modes({ tool }, facts) ?? resolver({ tool }, facts);
}

/** A hook's `allow` is no opinion. */
function withoutAllow(hooks: AsyncStage): AsyncStage {
  return async (call, facts) => {
    const verdict = await hooks(call, facts);
    return verdict?.outcome === "allow" ? undefined : verdict;
  };
}

/** First exception: an allow rule replaces the tier's ask before the fold, where the table lets a rule cover it. */
function tierUnlessRuled(rules: Stage): Stage {
  return (call, facts) => {
    const own = tier(call, facts);
    const ruled = rules(call, facts);
    if (ruled?.outcome === "allow" && own.outcome === "ask" && ASKS[own.kind].ruleable) return ruled;
    return strictest(own, ruled);
  };
}

/** Second exception: the posture answers the folded ask. A session approval answers only in a person's place. */
async function answered(
  ask: Ask,
  said: readonly Verdict[],
  call: PlannedCall,
  facts: GateFacts,
  guardian: Guardian,
): Promise<Decision> {
  switch (answerOf(ask.kind, facts.posture)) {
    case "allow":
      return settled(allowing(ask), "posture");
    case "deny":
      return settled(denying(ask, facts), "posture");
    case "guardian": {
      const ruling = await guardian(call, facts, said);
      if (!ruling) return settled(denying(ask, facts), "posture");
      const { outcome, review } = ruling;
      return { ...settled(outcome === "allow" ? allowing(ask) : denied(ask), "guardian"), review };
    }
    case "ask": {
      const key = said.every(coverable) ? sessionKey(call) : undefined;
      if (key === undefined) return settled(ask, "gate");
      if (facts.sessionApprovals.has(key)) return settled(SESSION_APPROVAL, "user");
      return { ...settled(ask, "gate"), sessionKey: key };
    }
  }
}

/** One ask that must be answered each time makes the whole call one that must. */
const coverable = (verdict: Verdict): boolean => verdict.outcome !== "ask" || ASKS[verdict.kind].session;

const ruleable = (verdict: Verdict): boolean => verdict.outcome !== "ask" || ASKS[verdict.kind].ruleable;

const settled = (verdict: Verdict, by: Decision["by"]): Decision => ({
  outcome: verdict.outcome,
  verdict,
  asked: true,
  by,
});

/** What the stages asked for stays visible in the answer. */
function allowing({ layer, reason, subject }: Ask): Verdict {
  return { outcome: "allow", layer, reason, ...(subject === undefined ? {} : { subject }) };
}

function denying(ask: Ask, { posture }: GateFacts): Verdict {
  const advice = `This needs a person's approval, and the posture ${posture} asks nobody for it. Do not work around it: reach the goal another way or say what is missing.`;
  return { ...denied(ask), advice };
}

function denied({ layer, reason, subject }: Ask): Deny {
  return { outcome: "deny", layer, reason, ...(subject === undefined ? {} : { subject }) };
}

const SESSION_APPROVAL: Verdict = { outcome: "allow", layer: "approval", reason: "session_approval" };

/** A call about which no stage said anything is not allowed. */
const UNDECIDED: Deny = { outcome: "deny", layer: "tier", reason: "unknown_capability" };
