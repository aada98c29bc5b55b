import type { Prepared, Tool } from "../tools/tool";
import { capabilitiesOf } from "./capabilities";
import type { Deny, GateFacts } from "./verdict";

type Facts = Pick<GateFacts, "trusted" | "disabledTools" | "hasShell">;

/** Stage 3: can this tool run here at all? */
export function resolver(call: { tool: Tool; prepared?: Prepared }, facts: Facts): Deny | undefined {
  const { tool } = call;
  const capabilities = capabilitiesOf(tool, call.prepared);
  if (facts.disabledTools.has(tool.name)) {
    return refuse("tool_disabled", tool.name, "The user switched this tool off. Do without it.");
  }
  if (!facts.trusted && !(capabilities.length > 0 && capabilities.every((capability) => capability === "read"))) {
    return refuse(
      "untrusted_workspace",
      tool.name,
      "This workspace is not trusted: only reading is possible until the user trusts it.",
    );
  }
  if (capabilities.includes("shell") && !facts.hasShell) {
    return refuse("missing_port", tool.name, "Commands cannot run on this host. Use the file tools.");
  }
  return undefined;
}

function refuse(reason: Deny["reason"], subject: string, advice: string): Deny {
  return { outcome: "deny", layer: "resolver", reason, subject, advice };
}
