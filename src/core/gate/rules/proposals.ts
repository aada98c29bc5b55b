import type { Rule } from "../../../shared/rules";
import { globFor, namesBelowRoot } from "../globs";
import type { GateFacts, PlannedCall } from "../verdict";
import { effectsOf, type RuledEffect } from "./match";
import { rules } from "./rules";

/** A card with more of them nobody reads. */
const MAX_RULES = 10;

/**
 * Rules that "Always allow" would save for this call: made of what it really does, and of nothing wider.
 * None where the very call would not match them. Those for commands the shell analysis made of the parts
 * that it found.
 */
export function proposals(call: PlannedCall, facts: GateFacts): readonly Rule[] {
  if (call.prepared.effects.commands.length > 0) return forCommands(call);
  const proposed = once(effectsOf(call).flatMap((effect) => ruleFor(effect, call, facts)));
  if (proposed.length === 0 || proposed.length > MAX_RULES) return [];
  return rules(call, { ...facts, rules: proposed })?.outcome === "allow" ? proposed : [];
}

function forCommands({ tool, commands = [] }: PlannedCall): readonly Rule[] {
  const asking = commands.filter(({ analysis }) => analysis.outcome !== "auto");
  const made = asking.map(({ proposal }) => proposal);
  if (made.includes(undefined)) return [];
  const texts = made.flatMap((each) => each?.rules ?? []);
  const all = once(texts.map((command) => ({ tool: tool.name, command, action: "allow" })));
  return all.length > MAX_RULES ? [] : all;
}

function ruleFor(effect: RuledEffect, { tool }: PlannedCall, facts: GateFacts): readonly Rule[] {
  const rule = { tool: tool.name, action: "allow" } as const;
  if ("server" in effect) return [{ ...rule, server: effect.server }];
  if ("host" in effect) return [{ ...rule, host: effect.host }];
  const below = namesBelowRoot(effect.path, facts);
  return below.length === 0 ? [] : [{ ...rule, path: globFor(below) }];
}

function once(rules: readonly Rule[]): readonly Rule[] {
  return [...new Map(rules.map((rule) => [JSON.stringify(rule), rule])).values()];
}
