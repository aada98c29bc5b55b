import type { Goal, GoalAction, GoalPause } from "../../shared/goal";
import type { ResultEnvelope } from "../../shared/results";
import {
  endedGoal,
  isOverBudget,
  isUnfinished,
  MAX_IDLE_PASSES,
  PAUSE_WORDS,
  passWords,
  pausedGoal,
  reminder,
  resumedGoal,
} from "../goals/goal";
import type { CallRequest } from "../models/model";
import type { Ports } from "../operations/ports";
import type { TurnSummary } from "../progress/events";
import { ROOT } from "../sessions/replay";
import type { Capability, GoalBook } from "../tools/tool";
import type { SessionRecord } from "./record";
import { TurnStop } from "./stop";

const BY_USER = "The user says so.";

/** What the engine lends to it. */
export interface GoalParts {
  readonly record: SessionRecord;
  readonly ports: Pick<Ports, "ids" | "digest">;
  maxPasses(): number;
  /** Nothing for a tool that nobody knows. */
  capabilitiesOf(tool: string): readonly Capability[];
}

/** Follows the session's goal through its passes: what they cost, whether they get on, when to stop. */
export class Goals {
  /** Results seen in this goal's passes: one that was seen before teaches nothing. */
  readonly #seen = new Set<string>();
  #learned = false;
  #idlePasses = 0;
  #spent = 0;
  #wasActive = false;

  constructor(private readonly parts: GoalParts) {}

  get current(): Goal | undefined {
    return this.parts.record.state.goal;
  }

  get maxPasses(): number {
    return this.parts.maxPasses();
  }

  book(agent: string): GoalBook {
    return {
      get: () => this.current,
      set: (goal) => this.set(goal, "model"),
      isRoot: agent === ROOT,
    };
  }

  set(goal: Goal | undefined, by: "model" | "user" | "engine"): void {
    if (goal?.id !== this.current?.id) this.#forget();
    this.parts.record.store({ type: "goal_changed", goal: goal ? { ...goal, maxPasses: this.maxPasses } : null, by });
  }

  beginPass(): void {
    this.#learned = false;
    this.#spent = 0;
    this.#wasActive = this.current?.status === "active";
  }

  /** After each answer of the model. A budget is a hard stop. */
  spend(tokens: number): void {
    const goal = this.current;
    const isActive = goal?.status === "active";
    // The answer that sets a goal counts, and the one that ends it.
    if (isActive || this.#wasActive) this.#spent += tokens;
    this.#wasActive = isActive;
    if (!goal || !isActive || !isOverBudget({ ...goal, tokens: goal.tokens + this.#spent })) return;
    throw new TurnStop("budget", PAUSE_WORDS.budget);
  }

  /** A result that was not seen yet, of a call that did more than keep notes. */
  see(call: CallRequest, result: ResultEnvelope): void {
    if (result.status !== "ok" && result.status !== "failed") return;
    const capabilities = this.parts.capabilitiesOf(call.name);
    if (call.name === "get_goal" || capabilities.every((each) => each === "state")) return;
    const print = this.parts.ports.digest(`${call.name}\n${call.arguments}\n${result.text}`);
    if (!this.#seen.has(print)) this.#learned = true;
    this.#seen.add(print);
  }

  /** Books what the turn cost and says whether another pass follows; if not, why the goal rests. */
  endPass(summary: TurnSummary): boolean {
    const goal = this.current;
    if (!goal || (this.#spent === 0 && !isUnfinished(goal))) return false;
    const booked = {
      ...goal,
      tokens: goal.tokens + this.#spent,
      seconds: goal.seconds + Math.round(summary.ms / 1000),
    };
    this.#spent = 0;
    if (!isUnfinished(booked)) {
      this.set(booked, "engine");
      return false;
    }
    this.#idlePasses = this.#learned ? 0 : this.#idlePasses + 1;
    const pause = booked.status === "active" ? this.#pause(booked, summary) : booked.pause;
    if (pause === undefined) {
      this.set(booked, "engine");
      return true;
    }
    this.set(pausedGoal(booked, pause), "engine");
    if (pause !== "user") this.#tell(pause);
    return false;
  }

  /** What a further pass begins with. */
  continue(): void {
    const goal = this.current;
    if (!goal) return;
    const { record, ports } = this.parts;
    const { text, args = [] } = passWords(goal, this.maxPasses);
    const forModel = reminder(goal, this.maxPasses);
    const id = ports.ids.next("notice");
    record.store({ type: "notice", id, level: "info", code: "goal_pass", text, args, toModel: true, forModel });
  }

  nextPass(): void {
    if (this.current) this.set({ ...this.current, passes: this.current.passes + 1 }, "engine");
  }

  /** The host ended while the goal was pursued: a person decides when it goes on. */
  interrupted(): void {
    if (this.current?.status === "active") this.set(pausedGoal(this.current, "interrupted"), "engine");
  }

  /** True when a pass is to begin. */
  act(action: GoalAction, text: string | undefined): boolean {
    const goal = this.current;
    if (action === "clear") {
      if (goal) this.set(undefined, "user");
      return false;
    }
    if (!isUnfinished(goal)) return false;
    switch (action) {
      case "pause":
        this.set(pausedGoal(goal, "user"), "user");
        return false;
      case "complete":
        this.set(endedGoal(goal, { evidence: text ?? BY_USER }), "user");
        return false;
      case "blocked":
        this.set(endedGoal(goal, { blocker: text ?? BY_USER }), "user");
        return false;
      case "resume":
        if (goal.status === "active") return false;
        if (isOverBudget(goal)) return this.#refuseBudget(goal);
        this.#idlePasses = 0;
        this.set(resumedGoal(goal), "user");
        return true;
    }
  }

  #pause(goal: Goal, { end }: TurnSummary): GoalPause | undefined {
    if (end === "stopped" || end === "interrupted") return end;
    if (isOverBudget(goal)) return "budget";
    if (end !== "completed") return "turn_failed";
    if (goal.passes >= this.maxPasses) return "max_passes";
    return this.#idlePasses >= MAX_IDLE_PASSES ? "no_progress" : undefined;
  }

  /** A spent budget is a hard stop: not one more request goes out. */
  #refuseBudget(goal: Goal): false {
    this.set(pausedGoal(goal, "budget"), "engine");
    this.#tell("budget");
    return false;
  }

  #tell(pause: Exclude<GoalPause, "user">): void {
    const { record, ports } = this.parts;
    const said = PAUSE_WORDS[pause];
    const id = ports.ids.next("notice");
    record.store({ type: "notice", id, level: "info", code: "goal_paused", ...said, toModel: false });
  }

  #forget(): void {
    this.#seen.clear();
    this.#idlePasses = 0;
    this.#spent = 0;
  }
}
