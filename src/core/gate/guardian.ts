import type { Review } from "../../shared/review";
import type { GateFacts, PlannedCall, Verdict } from "./verdict";

/** The guardian's word on one call. A deny says to the model why, in `review.reason`. */
export interface GuardianRuling {
  readonly outcome: "allow" | "deny";
  readonly review: Review;
}

/** Answers in Auto-Review what the table leaves to it. `said`: what the stages found. Nothing: there is no guardian. */
export type Guardian = (
  call: PlannedCall,
  facts: GateFacts,
  said: readonly Verdict[],
) => Promise<GuardianRuling | undefined>;

/** What only a guardian could answer stays unanswered, and that is a deny. */
export const noGuardian: Guardian = async () => undefined;
