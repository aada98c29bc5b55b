import type { CommandPart, Why } from "../../shared/commandParts";
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
      return ofCommands(call);
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

/** Asks that the analysis raises by name; whatever else asks is one command like any other. */
const ASKED: Partial<Readonly<Record<Why, { readonly kind: AskKind; readonly reason: Ask["reason"] }>>> = {
  always_ask: { kind: "always_ask", reason: "shell_always_ask" },
  ask_rule: { kind: "user_rule", reason: "user_rule" },
};

/** What nobody looked into is put before a person, whatever the posture. */
function ofCommands({ commands, prepared }: PlannedCall): Verdict {
  if (commands === undefined) return ask("shell_unknown", "shell_unanalysed", prepared.effects.commands[0]);
  const parts = commands.flatMap(({ analysis }) => analysis.parts);
  const verdicts = parts.filter(({ outcome }) => outcome !== "auto").map(ofPart);
  const ruled = parts.find(({ why }) => why === "allow_rule");
  if (parts.length === 0) return ask("shell_unknown", "shell_unanalysed", prepared.effects.commands[0]);
  return (
    verdicts.reduce<Verdict | undefined>(strictest, undefined) ??
    (ruled
      ? { outcome: "allow", layer: "rules", reason: "user_rule", subject: ruled.rule ?? ruled.text }
      : { outcome: "allow", layer: "tier", reason: "shell_read_only" })
  );
}

function ofPart({ outcome, why, text, rule }: CommandPart): Verdict {
  if (outcome === "deny") {
    const layer = why === "floor" ? "floor" : "rules";
    const reason = why === "floor" ? "hard_floor" : "user_rule";
    const advice = "This is forbidden. Do without it, and do not work around it.";
    return { outcome: "deny", layer, reason, subject: rule ?? text, advice };
  }
  const { kind, reason } = ASKED[why] ?? { kind: "shell", reason: "shell_command" };
  return ask(kind, reason, rule ?? text);
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
