import type { Stage } from "./verdict";

/** Stage 10: the law of the root that holds a path (`.gatehouse/law.json`). Without a law, no opinion. */
export const noLaw: Stage = () => undefined;
