import type { Goal, GoalPause } from "../../shared/goal";
import { words } from "../../shared/words";
import { figure } from "../results/sizes";

export const MAX_OBJECTIVE = 8_192;
/** Passes in a row in which no call changed or learned anything. */
export const MAX_IDLE_PASSES = 3;

/** A new goal, in its first pass. */
export function newGoal(id: string, objective: string, tokenBudget?: number): Goal {
  return {
    id,
    objective: objective.slice(0, MAX_OBJECTIVE),
    status: "active",
    passes: 1,
    tokens: 0,
    seconds: 0,
    ...(tokenBudget === undefined ? {} : { tokenBudget }),
  };
}

/** A session has one such goal at most; any other end is frozen. */
export const isUnfinished = (goal: Goal | undefined): goal is UnfinishedGoal =>
  goal?.status === "active" || goal?.status === "paused";

type UnfinishedGoal = Goal & { readonly status: "active" | "paused" };

export function pausedGoal(goal: Goal, pause: GoalPause): Goal {
  return { ...goal, status: "paused", pause };
}

export function resumedGoal(goal: Goal): Goal {
  const { pause: _, ...rest } = goal;
  return { ...rest, status: "active", passes: goal.passes + 1 };
}

export function endedGoal(goal: Goal, end: { readonly evidence: string } | { readonly blocker: string }): Goal {
  const { pause: _, ...rest } = goal;
  return "evidence" in end ? { ...rest, ...end, status: "complete" } : { ...rest, ...end, status: "blocked" };
}

export const isOverBudget = ({ tokenBudget, tokens }: Goal): boolean =>
  tokenBudget !== undefined && tokens >= tokenBudget;

/** What stands in the conversation before each further pass. */
export function reminder(goal: Goal, maxPasses: number): string {
  const budget = goal.tokenBudget === undefined ? "" : ` of ${figure(goal.tokenBudget)}`;
  return `The goal is not reached yet (pass ${goal.passes} of at most ${maxPasses}; ${figure(goal.tokens)}${budget} tokens spent):
${goal.objective}
Go on with it. When it is reached, check that and call update_goal with status complete and the evidence; when you cannot get further, call it with status blocked and the blocker. Do not stop before one of the two.`;
}

/** The same for people. */
export const passWords = (goal: Goal, maxPasses: number) => words("Goal: pass {0} of {1}.", goal.passes, maxPasses);

/** Why the goal is not pursued further, for people. */
export const PAUSE_WORDS: Readonly<Record<Exclude<GoalPause, "user">, ReturnType<typeof words>>> = {
  stopped: words("The goal is paused: you stopped the turn."),
  budget: words("The goal is paused: its token budget is spent."),
  max_passes: words("The goal is paused: it had as many passes as the setting allows."),
  no_progress: words("The goal is paused: three passes in a row changed and learned nothing."),
  turn_failed: words("The goal is paused: the turn did not end well."),
  interrupted: words("The goal is paused: its host ended in the middle of it."),
};

/** The goal as the model reads it. */
export function describeGoal(goal: Goal | undefined): string {
  if (!goal) return "No goal is set.";
  const { objective, status, passes, tokens, seconds, tokenBudget, evidence, blocker, pause } = goal;
  const lines = [
    `goal: ${objective}`,
    `status: ${status}${pause === undefined ? "" : ` (${pause})`}`,
    `passes: ${passes}, tokens: ${figure(tokens)}${tokenBudget === undefined ? "" : ` of ${figure(tokenBudget)}`}, seconds: ${Math.round(seconds)}`,
    ...(evidence === undefined ? [] : [`evidence: ${evidence}`]),
    ...(blocker === undefined ? [] : [`blocker: ${blocker}`]),
  ];
  return lines.join("\n");
}
