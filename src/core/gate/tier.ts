import type { Capability } from "../tools/tool";
import { capabilitiesOf } from "./capabilities";
import { strictest } from "./strictest";
import type { Ask, AskKind, GateFacts, PlannedCall, Verdict } from "./verdict";

/** Stage 8: what the tool's own capabilities ask for. It always has an opinion. */
export function tier(call: PlannedCall, facts: GateFacts): Verdict {
  if (call.tool.mcpTier) return ofServer(call, call.tool.mcpTier);
  const verdicts = capabilitiesOf(call.tool, call.prepared).map((capability) => ofCapability(capability, call, facts));
  return verdicts.reduce<Verdict | undefined>(strictest, undefined) ?? unknown(call);
}

function ofCapability(capability: Capability, call: PlannedCall, facts: GateFacts): Verdict {
  switch (capability) {
    case "read":
      return { outcome: "allow", layer: "tier", reason: "read_in_workspace" };
    case "state":
    case "ask":
      return { outcome: "allow", layer: "tier", reason: "own_state" };
    case "write":
      // Of the workspace's files alone the setting and the postures say anything: not of notes that outlive it.
      if (call.writes.length === 0) return ask("outside", "outside_workspace", call.tool.name);
      return facts.workspaceEdits === "allow"
        ? { outcome: "allow", layer: "tier", reason: "workspace_edit_allowed" }
        : ask("workspace_edit", "workspace_edit", call.writes[0]?.shown);
    case "shell":
      return ask("shell", "shell_unanalysed", call.prepared.effects.commands[0]);
    case "network":
      return ask("network", "network", call.prepared.effects.hosts?.join(", ") ?? call.tool.name);
    case "spend":
    case "secrets":
      return unknown(call);
    default:
      // Tools of servers are not checked by our compiler: what nobody has heard of asks.
      capability satisfies never;
      return unknown(call);
  }
}

/** What a server says of its own tools counts only where it tightens, or where the user trusts it. */
function ofServer({ tool }: PlannedCall, said: NonNullable<PlannedCall["tool"]["mcpTier"]>): Verdict {
  switch (said) {
    case "trusted_read":
      return { outcome: "allow", layer: "tier", reason: "mcp_trusted_read" };
    case "destructive":
      return ask("always_ask", "mcp_destructive", tool.name);
    case "ask":
      return ask("mcp", "mcp_call", tool.name);
  }
}

const unknown = (call: PlannedCall): Ask => ask("unknown", "unknown_capability", call.tool.name);

function ask(kind: AskKind, reason: Ask["reason"], subject: string | undefined): Ask {
  return { outcome: "ask", kind, layer: "tier", reason, ...(subject === undefined ? {} : { subject }) };
}
