import type { Reason } from "../../shared/reasons";
import type { Prepared, Tool } from "../tools/tool";
import { capabilitiesOf } from "./capabilities";
import type { Deny, GateFacts } from "./verdict";

type Facts = Pick<GateFacts, "trusted" | "disabledReasons" | "hasShell">;

/** Stage 3: can this tool run here at all? What the surface resolved, and what a prepared call shows beyond it. */
export function resolver(call: { tool: Tool; prepared?: Prepared }, facts: Facts): Deny | undefined {
  const { tool } = call;
  const disabled = Object.hasOwn(facts.disabledReasons, tool.name) ? facts.disabledReasons[tool.name] : undefined;
  if (disabled) return refuse(disabled, tool.name);
  const capabilities = capabilitiesOf(tool, call.prepared);
  if (!facts.trusted && !(capabilities.length > 0 && capabilities.every((capability) => capability === "read"))) {
    return refuse("untrusted_workspace", tool.name);
  }
  if (capabilities.includes("shell") && !facts.hasShell) return refuse("missing_port", tool.name);
  return undefined;
}

/** What to do instead, for the model. */
const ADVICE: Partial<Readonly<Record<Reason, string>>> = {
  tool_disabled: "The user switched this tool off. Do without it.",
  untrusted_workspace: "This workspace is not trusted: only reading is possible until the user trusts it.",
  missing_port: "This host can't do that. Use other tools.",
  server_unavailable: "Its server is not connected. Search for it by tool_search, or do without it.",
  name_collision: "Two servers have a tool of this name. Tell the user to rename one of the servers.",
  not_built_yet: "This is not possible yet. Do without it.",
};

function refuse(reason: Reason, subject: string): Deny {
  const advice = ADVICE[reason] ?? "It is not among the tools of this session. Do without it.";
  return { outcome: "deny", layer: "resolver", reason, subject, advice };
}
