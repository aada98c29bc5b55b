import type { Tool } from "../../tools/tool";
import type { ShellRules } from "../shell/analysis";
import type { PlacedRule } from "../statutes";
import { coversTool, meetsTool } from "../toolNames";

/** The command rules in force for a tool that runs commands. A command has no root: the rules of all roots hold. */
export function commandRules(
  rules: readonly PlacedRule[],
  tool: Pick<Tool, "name" | "server" | "standsFor">,
): ShellRules {
  const of = (action: PlacedRule["action"]) => {
    const isFor = action === "allow" ? coversTool : meetsTool;
    return rules.flatMap((rule) => (rule.action === action && isFor(rule.tool, tool) ? (rule.command ?? []) : []));
  };
  return { allow: of("allow"), ask: of("ask"), deny: of("deny") };
}
