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

/** Which ask a part raises; what has no kind of its own is one command like any other. */
export function askKindOf(why: Why): AskKind {
  if (why === "always_ask") return "always_ask";
  return why === "ask_rule" ? "user_rule" : "shell";
}

/** What nobody looked into is put before a person, whatever the posture. */
function ofCommands({ commands, prepared }: PlannedCall): Verdict {
  const parts = commands?.flatMap(({ analysis }) => analysis.parts) ?? [];
  if (parts.length === 0) return ask("shell_unknown", "shell_unanalysed", prepared.effects.commands[0]);
  const strict = parts.filter(({ outcome }) => outcome !== "auto").map(ofPart);
  const verdict = strict.reduce<Verdict | undefined>(strictest, undefined);
  if (verdict) return verdict;
  const ruled = parts.find(({ why }) => why === "allow_rule");
  if (!ruled) return { outcome: "allow", layer: "tier", reason: "shell_read_only" };
  return { outcome: "allow", layer: "rules", reason: "user_rule", subject: ruled.rule ?? ruled.text };
}

/** What the floor denies has been denied before; here come the user's rules and what asks. */
function ofPart({ outcome, why, text, rule }: CommandPart): Verdict {
  const subject = rule ?? text;
  if (outcome === "deny") {
    const advice = "A rule forbids this. Do without it, and do not work around it.";
    return { outcome: "deny", layer: "rules", reason: "user_rule", subject, advice };
  }
  const kind = askKindOf(why);
  const reasons = { always_ask: "shell_always_ask", user_rule: "user_rule" } as const;
  return ask(kind, kind === "always_ask" || kind === "user_rule" ? reasons[kind] : "shell_command", subject);
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
