import { ruleText } from "../../../shared/rules";
import type { PathFacts } from "../../operations/files";
import type { Tool } from "../../tools/tool";
import type { PlacedRule } from "../statutes";
import type { GateFacts, PlannedCall, Stage, Verdict } from "../verdict";
import { coversBare, coversEffect, effectsOf, meets, meetsFound } from "./match";

/**
 * Stage 9: the user's rules. Deny before ask before allow; how much a rule says plays no part. Rules may
 * allow together what none of them allows alone, as long as each thing that the call does is covered.
 */
export const rules: Stage = (call, facts) => {
  const strict = (["deny", "ask"] as const)
    .map((action) => facts.rules.find((rule) => rule.action === action && meets(rule, call, facts)))
    .find((rule) => rule !== undefined);
  return strict ? verdictOf(strict) : allowed(call, facts);
};

/** What rules say of a path alone: a search leaves out what it finds there, and a failure tells nothing of it. */
export function rulingOn(path: PathFacts, tool: Tool, facts: GateFacts): "deny" | "ask" | undefined {
  return (["deny", "ask"] as const).find((action) =>
    facts.rules.some((rule) => rule.action === action && meetsFound(rule, tool, path, facts)),
  );
}

function allowed(call: PlannedCall, facts: GateFacts): Verdict | undefined {
  if (call.prepared.effects.commands.length > 0) return undefined;
  const allowing = facts.rules.filter(({ action }) => action === "allow");
  const effects = effectsOf(call);
  const found =
    effects.length === 0
      ? [allowing.find((rule) => coversBare(rule, call.tool))]
      : effects.map((effect) => allowing.find((rule) => coversEffect(rule, effect, call.tool, facts)));
  const [first] = found;
  return first && found.every((rule) => rule !== undefined) ? verdictOf(first) : undefined;
}

function verdictOf(rule: PlacedRule): Verdict {
  const subject = rule.why === undefined ? ruleText(rule) : `${ruleText(rule)}: ${rule.why}`;
  const said = { layer: "rules", reason: "user_rule", subject } as const;
  switch (rule.action) {
    case "allow":
      return { outcome: "allow", ...said };
    case "ask":
      return { outcome: "ask", kind: "user_rule", ...said };
    case "deny":
      return { outcome: "deny", ...said, advice: "A rule forbids this. Do without it, and do not work around it." };
  }
}
