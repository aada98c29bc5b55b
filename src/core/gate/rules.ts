import type { Stage } from "./verdict";

/** Stage 9: the user's rules. Without rules, no opinion. */
export const noRules: Stage = () => undefined;
