import { POSTURES, type Posture } from "../../shared/modes";
import { auditedCall, auditRecord, refusedBefore, type Settled, settle } from "../gate/audit";
import { describe } from "../gate/describe";
import { type Decision, decide, STAGES } from "../gate/gate";
import { type PermitFacts, permitFacts } from "../gate/permit";
import type { Hooked } from "../gate/toolHooks";
import type { Deny, GateFacts, PlannedCall } from "../gate/verdict";
import { ToolError } from "../operations/failure";
import { parseArguments } from "../tools/arguments";
import { canonicalJson } from "../tools/canonical";
import type { TurnScope } from "./engine";
import { keepDecision } from "./keepDecision";
import { planCall, Refused, type ResolvedCall } from "./plan";
import { refusal } from "./refusal";
import type { OwnTurn, Step } from "./step";

/** A call that may run: the plan as it is now, and what was granted for it. */
export interface Cleared {
  readonly planned: PlannedCall;
  readonly granted: PermitFacts;
  /** `Engine.stance` that it was decided under. */
  readonly stance: number;
}

/** A person's yes, bound to what the card showed and to how wide the posture was. */
interface Approval {
  readonly settled: Settled;
  readonly granted: PermitFacts;
  readonly posture: Posture;
}

/** One way through the gate, with all that was true on it. */
interface Round {
  readonly planned: PlannedCall;
  readonly facts: GateFacts;
  readonly decision: Decision;
  /** Nothing that was decided on may have changed since. */
  readonly stance: number;
  readonly effects: number;
}

/** What came out of a round. */
interface Outcome {
  readonly settled: Settled;
  readonly granted: PermitFacts;
  /** A person was awaited, so the world may have moved on. */
  readonly awaited: boolean;
}

/**
 * Takes one call through the gate until it may run, or throws its refusal. Whatever takes time in
 * between (a person, earlier calls, a change of mode) makes the call be prepared and decided again;
 * an answer stands only as long as the call is still what the card showed.
 */
export class Clearance {
  #approval: Approval | undefined;
  /** They are asked once, before anything else judges the call. */
  #hooked: Hooked | undefined;

  constructor(
    private readonly parts: TurnScope,
    private readonly step: Step,
    private call: ResolvedCall,
    private readonly order: number,
    private readonly turn: OwnTurn,
    private readonly intent: string,
  ) {}

  async clear(): Promise<Cleared> {
    for (;;) {
      const round = await this.#round();
      const outcome = await this.#decided(round);
      if (!outcome || this.#isOvertaken(round)) continue;
      if (outcome.settled.outcome === "deny") throw this.#refuse(outcome.settled, round.facts, round.planned);
      await this.turn.come();
      if (outcome.awaited || !this.#isFresh(round)) continue;
      this.#audit(outcome.settled, round.facts, round.planned);
      return { planned: round.planned, granted: outcome.granted, stance: round.stance };
    }
  }

  async #round(): Promise<Round> {
    const { engine, signal } = this.parts;
    signal.throwIfAborted();
    if (this.call.tool.capabilities.includes("shell")) await engine.lookForIsolation();
    const { stance } = engine;
    const { effects } = this.step;
    const facts = engine.facts();
    this.#refuseOutdated(facts, undefined, this.#approval);
    const planned = await this.#plan(facts);
    if (!planned || (await this.#askHooks(planned, facts))) return this.#round();
    const stages = { ...STAGES, hooks: () => this.#hooked?.verdict, guardian: this.parts.guardian };
    const decision = await decide(planned, facts, stages);
    signal.throwIfAborted();
    return { planned, facts, decision, stance, effects };
  }

  /** True when they rewrote the arguments: stages 1 to 4 are repeated with those. */
  async #askHooks(planned: PlannedCall, facts: GateFacts): Promise<boolean> {
    if (this.#hooked) return false;
    const { engine, signal } = this.parts;
    this.#hooked = await engine.hooks.before(planned, facts, signal);
    const rewritten = this.#hooked.arguments;
    if (rewritten === undefined) return false;
    const parsed = parseArguments(this.call.tool, JSON.stringify(rewritten));
    if (parsed instanceof ToolError) {
      const verdict = { outcome: "deny", layer: "hooks", reason: "hook", subject: parsed.message } as const;
      throw this.#refuse(refusedBefore(verdict), facts, planned);
    }
    this.call = { ...this.call, input: parsed.input, args: canonicalJson(parsed.input) };
    return true;
  }

  /** Nothing when it failed before its turn: earlier calls of the response may yet bring what it misses. */
  async #plan(facts: GateFacts): Promise<PlannedCall | undefined> {
    const { engine, signal } = this.parts;
    try {
      return await this.step.plan(this.order, () =>
        planCall(this.call, facts, engine.ports, signal, engine.options.analyser),
      );
    } catch (error) {
      if (error instanceof Refused) throw this.#refuse(refusedBefore(error.verdict), facts, undefined);
      if (this.turn.hasCome || signal.aborted) throw error;
      await this.turn.come();
      return undefined;
    }
  }

  /** Nothing when the call must be decided again. */
  async #decided(round: Round): Promise<Outcome | undefined> {
    const { decision, planned, facts } = round;
    const granted = permitFacts(planned);
    if (decision.outcome !== "deny" && this.#approval && this.#isCovered(this.#approval, granted, facts)) {
      return { ...this.#approval, awaited: false };
    }
    if (decision.outcome !== "ask") return { settled: settle(decision), granted, awaited: false };
    if (!this.turn.hasCome && this.step.overlaps(this.order, planned)) {
      await this.turn.come();
      return undefined;
    }
    return this.#ask(round, granted);
  }

  async #ask({ decision, planned, facts }: Round, granted: PermitFacts): Promise<Outcome | undefined> {
    const { engine, tally, signal, program } = this.parts;
    this.#refuseOutdated(facts, planned, undefined);
    tally.asked += 1;
    const details = describe(planned, decision, facts, this.intent, program?.callId);
    const changed = this.#approval && !isSame(this.#approval.granted, granted) ? { changed: true as const } : {};
    const end = await engine.approvals.request({ ...details, request: { ...details.request, ...changed } }, signal);
    if (end.answer === "replanned") return undefined;
    if (end.answer === "stopped") signal.throwIfAborted();
    const settled = settle(decision, end);
    if (end.answer === "always") engine.addRules(end.rules);
    if (settled.outcome === "allow") this.#approval = { settled, granted, posture: facts.posture };
    return { settled, granted, awaited: true };
  }

  /** Once the posture was changed a program's calls are refused, but for one that was approved for no wider posture. */
  #refuseOutdated(facts: GateFacts, planned: PlannedCall | undefined, approval: Approval | undefined): void {
    if (!this.parts.program?.isOutdated() || (approval && survives(approval, facts))) return;
    throw this.#refuse(refusedBefore(OUTDATED), facts, planned);
  }

  /** A yes is only for what was shown. */
  #isCovered(approval: Approval, granted: PermitFacts, facts: GateFacts): boolean {
    return survives(approval, facts) && isSame(approval.granted, granted);
  }

  /** The posture changed while the guardian was asked: it is not its to answer any more. */
  #isOvertaken({ stance, decision }: Round): boolean {
    return decision.by === "guardian" && stance !== this.parts.engine.stance;
  }

  #isFresh({ stance, effects }: Round): boolean {
    const { engine } = this.parts;
    const isOff = engine.surface.reasonAgainst(this.call.tool.name) !== undefined;
    return stance === engine.stance && effects === this.step.effects && !isOff;
  }

  #refuse(settled: Settled, facts: GateFacts, planned: PlannedCall | undefined): ToolError {
    this.#audit(settled, facts, planned);
    return refusal(settled);
  }

  #audit(settled: Settled, facts: GateFacts, planned: PlannedCall | undefined): void {
    const { engine } = this.parts;
    const { tool, input } = this.call;
    const audited = planned ? auditedCall(planned) : { ...this.call, tool: tool.name, subject: tool.subject(input) };
    const record = auditRecord(audited, facts, settled, engine.ports);
    const hooks = this.#hooked?.ran ?? [];
    keepDecision(this.parts, hooks.length > 0 ? { ...record, hooks } : record);
  }
}

/** A yes survives only an equal or wider posture. */
function survives(approval: Approval, { posture }: GateFacts): boolean {
  return POSTURES.indexOf(posture) >= POSTURES.indexOf(approval.posture);
}

const OUTDATED: Deny = {
  outcome: "deny",
  layer: "posture",
  reason: "program_outdated",
  advice: "End the program. What is still wanted can be called again after it, and is then decided anew.",
};

function isSame(a: PermitFacts, b: PermitFacts): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
