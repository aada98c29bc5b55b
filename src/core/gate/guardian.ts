import type { Allow, Ask, Deny, GateFacts, PlannedCall } from "./verdict";

/** Answers in Auto-Review what the table leaves to it. Nothing means that it may not or could not answer. */
export type Guardian = (call: PlannedCall, facts: GateFacts, ask: Ask) => Promise<Allow | Deny | undefined>;

/** There is no guardian yet: what only it could answer stays unanswered, and that is a deny. */
export const noGuardian: Guardian = async () => undefined;
