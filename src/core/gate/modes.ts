import type { Capability, Prepared, Tool } from "../tools/tool";
import { capabilitiesOf } from "./capabilities";
import type { Deny, GateFacts } from "./verdict";

/** What Plan refuses, and what to do instead. A network request is asked about in Plan too. */
const PLAN: Readonly<Record<Capability, string | undefined>> = {
  read: undefined,
  state: undefined,
  ask: undefined,
  network: undefined,
  secrets: "Plan mode lends no secrets. Describe what would need one.",
  write:
    "Plan mode changes no files. Describe the change as part of the plan; the user can switch to Work to have it made.",
  shell:
    "Plan mode runs no commands. Read files instead, and put the command in the plan for when the user switches to Work.",
  spend: "Plan mode spends nothing. Put this step in the plan for when the user switches to Work.",
};

const CLOSED = "Plan mode only reads. Put this step in the plan for when the user switches to Work.";

/** Stage 2: mode admission, by capability. Work and Operate have the same authority. */
export function modes(call: { tool: Tool; prepared?: Prepared }, facts: Pick<GateFacts, "mode">): Deny | undefined {
  if (facts.mode !== "plan") return undefined;
  const capabilities = capabilitiesOf(call.tool, call.prepared);
  const advice =
    capabilities.length === 0 ? CLOSED : capabilities.map(refusedInPlan).find((text) => text !== undefined);
  if (advice === undefined) return undefined;
  return { outcome: "deny", layer: "mode", reason: "plan_mode", advice };
}

/** A capability nobody has listed is refused: the list says what Plan may do, not what it may not. */
function refusedInPlan(capability: Capability): string | undefined {
  return Object.hasOwn(PLAN, capability) ? PLAN[capability] : CLOSED;
}
