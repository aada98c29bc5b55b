import type { AsyncStage } from "./verdict";

/** Stage 5: `tool_call_before` hooks. No hooks are configured anywhere yet, so none has an opinion. */
export const noHooks: AsyncStage = () => undefined;
