import * as z from "zod/mini";

export const RULE_ACTIONS = ["allow", "ask", "deny"] as const;
export type RuleAction = (typeof RULE_ACTIONS)[number];

/** What a rule may be narrowed by; at most one of them. */
export const RULE_SCOPES = ["command", "path", "server", "host"] as const;
export type RuleScope = (typeof RULE_SCOPES)[number];

/** One entry of `gatehouse.rules` or `gatehouse.workspaceRules`, as people write it. */
export interface Rule {
  /** A tool's exact name, all tools of a server (`mcp_github_*`), or `*`. */
  readonly tool: string;
  /** For the shell analysis: words or a `/regex/`. */
  readonly command?: string;
  /** A glob, anchored at the root that holds the path. */
  readonly path?: string;
  /** The configured name of an MCP server. */
  readonly server?: string;
  /** A host as addresses have it, with a port that is not the scheme's own. */
  readonly host?: string;
  readonly action: RuleAction;
  /** For people, and for the model when the rule refuses. */
  readonly why?: string;
}

/** What of a list of rules can't be used. `place` is as people find it: `gatehouse.rules[2]`. */
export interface RuleProblem {
  readonly place: string;
  readonly why: string;
}

const text = z.string().check(z.minLength(1), z.maxLength(2_000));

/** Of the shape alone: what its texts mean `core/gate/rules/read.ts` checks. */
export const Rule = z.strictObject({
  tool: text,
  command: z.optional(text),
  path: z.optional(text),
  server: z.optional(text),
  host: z.optional(text),
  action: z.enum(RULE_ACTIONS),
  why: z.optional(z.string().check(z.maxLength(2_000))),
}) as unknown as z.ZodMiniType<Rule>;

/** One line, the same on cards, in the audit log and in refusals: `allow Web host example.com`. */
export function ruleText(rule: Rule): string {
  const scope = RULE_SCOPES.find((key) => rule[key] !== undefined);
  return [rule.action, rule.tool, ...(scope ? [scope, String(rule[scope])] : [])].join(" ");
}

/** The same rule, whatever is said about why. */
export function isSameRule(a: Rule, b: Rule): boolean {
  return a.tool === b.tool && a.action === b.action && RULE_SCOPES.every((key) => a[key] === b[key]);
}
