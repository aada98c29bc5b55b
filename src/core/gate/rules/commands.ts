import type { Tool } from "../../tools/tool";
import type { PlacedRule } from "../statutes";

/** As the shell analysis takes them. */
export interface CommandRules {
  readonly allow: readonly string[];
  readonly ask: readonly string[];
  readonly deny: readonly string[];
}

/** The command rules in force for a tool that runs commands. A command has no root: the rules of all roots hold. */
export function commandRules(rules: readonly PlacedRule[], tool: Pick<Tool, "name">): CommandRules {
  const of = (action: PlacedRule["action"]) =>
    rules.flatMap((rule) => (rule.action === action && isFor(rule, tool) ? (rule.command ?? []) : []));
  return { allow: of("allow"), ask: of("ask"), deny: of("deny") };
}

const isFor = (rule: PlacedRule, { name }: Pick<Tool, "name">): boolean => rule.tool === "*" || rule.tool === name;
