import type { Stage } from "./verdict";

/** Stage 10: managed policy of this machine. Without a policy, no opinion. */
export const noPolicy: Stage = () => undefined;
