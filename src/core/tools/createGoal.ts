import * as z from "zod";
import { isUnfinished, MAX_OBJECTIVE, newGoal } from "../goals/goal";
import { defineTool, ToolError } from "./tool";

const input = z.strictObject({
  objective: z.string().trim().min(1).max(MAX_OBJECTIVE),
  token_budget: z.int().min(1).optional(),
});

/** Sets what the session works towards until it is reached, blocked or stopped. Continuing it is the engine's. */
export const createGoal = defineTool({
  name: "create_goal",
  title: "Set goal",
  description:
    "Set a goal that you pursue over several turns until update_goal ends it. Only when the user asks for one.",
  input,
  capabilities: ["state"],
  offer: "eager",
  kind: "builtin",
  worker: "main-process-proxy",
  renderer: "text",
  parallel: false,

  subject: ({ objective }) => objective,

  async run({ objective, token_budget }, { goals, ids }) {
    if (!goals.isRoot)
      throw new ToolError("permission_denied", "Only the root agent sets goals.", "Report back instead.");
    if (isUnfinished(goals.get())) {
      throw new ToolError(
        "precondition_failed",
        "There is an unfinished goal already.",
        "End it by update_goal, or go on with it.",
      );
    }
    goals.set(newGoal(ids.next("goal"), objective, token_budget));
    return { text: "The goal is set and active." };
  },
});
