/** `active` turns go on by themselves; `complete` and `blocked` are ends: such a goal is frozen. */
export type GoalStatus = "active" | "paused" | "complete" | "blocked";

/** Why an unfinished goal is not pursued right now. */
export type GoalPause = "user" | "stopped" | "budget" | "max_passes" | "no_progress" | "turn_failed" | "interrupted";

/** What a session is working towards over several passes. One unfinished goal a session. */
export interface Goal {
  readonly id: string;
  /** At most 8,192 characters. */
  readonly objective: string;
  readonly status: GoalStatus;
  /** Passes begun: the turn that set it is the first. */
  readonly passes: number;
  /** It is paused after as many, as the setting said when the goal last changed. */
  readonly maxPasses?: number;
  /** Spent on it so far. */
  readonly tokens: number;
  readonly seconds: number;
  /** A hard stop when set. */
  readonly tokenBudget?: number;
  /** What was checked and what it showed; with `complete`. */
  readonly evidence?: string;
  /** What is in the way; with `blocked`. */
  readonly blocker?: string;
  /** With `paused`. */
  readonly pause?: GoalPause;
}

/** What a person may do with it: by the strip's buttons or by `/goal`. */
export const GOAL_ACTIONS = ["pause", "resume", "complete", "blocked", "clear"] as const;
export type GoalAction = (typeof GOAL_ACTIONS)[number];
