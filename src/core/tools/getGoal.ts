import * as z from "zod";
import { describeGoal } from "../goals/goal";
import { defineTool } from "./tool";

/** The session's goal as it stands; that there is none is an answer too. */
export const getGoal = defineTool({
  name: "get_goal",
  title: "Look at the goal",
  description: "The session's goal and its progress.",
  input: z.strictObject({}),
  capabilities: ["read"],
  offer: "eager",
  kind: "builtin",
  worker: "main-process-proxy",
  renderer: "text",
  parallel: false,

  subject: () => "",

  run: async (_input, { goals }) => ({ text: describeGoal(goals.get()) }),
});
