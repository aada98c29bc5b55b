import { RULE_SCOPES, type Rule, type RuleAction, type RuleScope } from "../../../src/shared/rules";

/** A rule as it is being written. */
export interface RuleDraft {
  readonly action: RuleAction;
  readonly tool: string;
  /** Empty: every call of the tool. */
  readonly scope: RuleScope | "";
  readonly text: string;
  readonly why: string;
}

export const EMPTY_DRAFT: RuleDraft = { action: "ask", tool: "bash", scope: "command", text: "", why: "" };

/** The rule as it would be saved; nothing before it is whole. */
export function ruleOf(draft: RuleDraft): Rule | undefined {
  if (missingIn(draft) !== undefined) return undefined;
  const { action, tool, scope, text, why } = draft;
  const about = why.trim() === "" ? {} : { why: why.trim() };
  const narrowed = scope === "" ? {} : { [scope]: text.trim() };
  return { tool: tool.trim(), ...narrowed, action, ...about };
}

/** Which field still has to be filled. */
export function missingIn({ tool, scope, text }: RuleDraft): "tool" | RuleScope | undefined {
  if (tool.trim() === "") return "tool";
  return scope !== "" && text.trim() === "" ? scope : undefined;
}

export const SCOPES: readonly (RuleScope | "")[] = [...RULE_SCOPES, ""];
