import { type Words, words } from "./words";

export const RISKS = ["low", "medium", "high", "critical"] as const;
export type Risk = (typeof RISKS)[number];

/** Why Auto-Review's guardian gave no usable answer; then the call is denied. */
export const FAILURES = ["too_large", "no_model", "unreachable", "timeout", "cut", "refused", "unreadable"] as const;
export type ReviewFailure = (typeof FAILURES)[number];

/** What Auto-Review's guardian said of one call, and what it cost to ask it. */
export interface Review {
  /** None with a `failure`. */
  readonly risk?: Risk;
  /** Its own sentence, or why there is none; a model wrote it about foreign text, so it is drawn plain. */
  readonly reason: string;
  readonly failure?: ReviewFailure;
  /** The label of the model that was asked; none when no request was made. */
  readonly model?: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly ms: number;
  /** Nobody was asked: the same call was denied before in this turn. */
  readonly again?: true;
}

export const RISK_WORDS: Readonly<Record<Risk, Words>> = {
  low: words("low risk"),
  medium: words("medium risk"),
  high: words("high risk"),
  critical: words("critical risk"),
};

export const REVIEW_FAILURES: Readonly<Record<ReviewFailure, Words>> = {
  too_large: words("The call is too large to be reviewed, so it was denied."),
  no_model: words("No model could review the call, so it was denied."),
  unreachable: words("The review failed, so the call was denied."),
  timeout: words("The review took too long, so the call was denied."),
  cut: words("The review was cut off, so the call was denied."),
  refused: words("The model refused to review the call, so it was denied."),
  unreadable: words("The review's answer could not be used, so the call was denied."),
};
