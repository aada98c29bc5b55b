import * as z from "zod";
import { english, type Words, words } from "../../shared/words";
import { endedGoal, isUnfinished } from "../goals/goal";
import { defineTool, ToolError } from "./tool";

const input = z.strictObject({
  status: z.enum(["complete", "blocked"]),
  evidence: z.string().trim().min(1).optional().describe("With complete: what you checked and what it showed."),
  blocker: z.string().trim().min(1).optional().describe("With blocked."),
});

function ending({ status, evidence, blocker }: z.output<typeof input>): Words {
  const said = evidence ?? blocker ?? "";
  return status === "complete" ? words("complete: {0}", said) : words("blocked: {0}", said);
}

/** Ends the goal. A finished goal is frozen: nothing reopens it. */
export const updateGoal = defineTool({
  name: "update_goal",
  title: "End goal",
  description: "End the goal.",
  input,
  capabilities: ["state"],
  offer: "eager",
  kind: "builtin",
  worker: "main-process-proxy",
  renderer: "text",
  parallel: false,

  subject: (asked) => english(ending(asked)),
  subjectWords: ending,

  async run({ status, evidence, blocker }, { goals }) {
    if (!goals.isRoot)
      throw new ToolError("permission_denied", "Only the root agent ends goals.", "Report back instead.");
    const goal = goals.get();
    if (!goal) throw new ToolError("precondition_failed", "No goal is set.");
    if (!isUnfinished(goal)) throw new ToolError("precondition_failed", `The goal is ${goal.status} and can't change.`);
    goals.set(
      endedGoal(
        goal,
        status === "complete" ? { evidence: needed("evidence", evidence) } : { blocker: needed("blocker", blocker) },
      ),
    );
    return { text: `The goal is ${status}.` };
  },
});

function needed(name: "evidence" | "blocker", text: string | undefined): string {
  if (text !== undefined) return text;
  const what = name === "evidence" ? "what you checked and what it showed" : "what is in the way";
  throw new ToolError("invalid_argument", `${name} is missing.`, `Say in it ${what}.`);
}
