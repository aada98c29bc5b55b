import { RULE_ACTIONS, RULE_SCOPES, Rule, type RuleProblem } from "../../../shared/rules";
import { unknownKeys } from "../../results/jsonc";
import { whyNoGlob } from "../globs";
import { whyNoCommandRule } from "../shell/rules";
import type { PlacedRule, RuleBook } from "../statutes";
import { whyNoHost } from "./hosts";

/** Where a list of rules stands. */
export interface RulePlace {
  /** As people find it: `gatehouse.rules`. */
  readonly name: string;
  /** Only the user's own list may allow. */
  readonly mayAllow: boolean;
  /** `Root.path` of the root whose settings it stands in. */
  readonly root?: string;
}

type Read = { readonly rule: PlacedRule } | { readonly why: string; readonly instead: PlacedRule | undefined };

/**
 * Parses one list. What can't be used is reported and read the stricter way: a broken rule that may have
 * been meant to deny or to ask asks for its tool, and where not even that can be read, for every call.
 */
export function readRules(value: unknown, place: RulePlace): RuleBook {
  if (value === undefined || value === null) return { rules: [], problems: [] };
  const root = place.root === undefined ? {} : { root: place.root };
  if (!Array.isArray(value)) {
    const { rules, problems } = unreadableRules(place.name, "it must be a list of rules");
    return { rules: rules.map((rule) => ({ ...rule, ...root })), problems };
  }
  const rules: PlacedRule[] = [];
  const problems: RuleProblem[] = [];
  for (const [at, entry] of value.entries()) {
    const read = readRule(entry, place);
    const rule = "rule" in read ? read.rule : read.instead;
    if (rule) rules.push({ ...rule, ...root });
    if ("why" in read) problems.push({ place: `${place.name}[${at}]`, why: read.why });
  }
  return { rules, problems };
}

/** A list of which nobody knows what stands in it: every call asks. */
export function unreadableRules(place: string, why: string): RuleBook {
  return { rules: [ASK_ALWAYS], problems: [{ place, why }] };
}

/** Several lists as one book; all of them hold. */
export function joinRules(books: readonly RuleBook[]): RuleBook {
  return { rules: books.flatMap(({ rules }) => rules), problems: books.flatMap(({ problems }) => problems) };
}

const ASK_ALWAYS: PlacedRule = { tool: "*", action: "ask", unread: true };

function readRule(entry: unknown, { mayAllow }: RulePlace): Read {
  const parsed = Rule.safeParse(entry);
  if (!parsed.success) return broken(entry, parsed.error.issues.map(inWords).join("; "));
  const why = whyUnusable(parsed.data);
  if (why !== undefined) return broken(entry, why);
  if (parsed.data.action === "allow" && !mayAllow) {
    return { why: "a workspace can't allow anything: only gatehouse.rules can", instead: undefined };
  }
  return { rule: parsed.data };
}

/** A broken allow allows nothing. */
function broken(entry: unknown, why: string): Read {
  const { tool, action } = typeof entry === "object" && entry !== null ? (entry as Partial<Rule>) : {};
  if (action === "allow") return { why, instead: undefined };
  const isReadable = typeof tool === "string" && whyNoTool(tool) === undefined;
  return { why, instead: isReadable ? { tool, action: "ask", unread: true } : ASK_ALWAYS };
}

function whyUnusable(rule: Rule): string | undefined {
  const scopes = RULE_SCOPES.filter((key) => rule[key] !== undefined);
  if (scopes.length > 1) return `${scopes.join(" and ")} can't stand in one rule`;
  const [scope] = scopes;
  if (!scope && rule.action === "allow" && rule.tool === "*") {
    return "it would allow everything: name a tool, or choose the posture Full Access instead";
  }
  return whyNoTool(rule.tool) ?? (scope && whyNoScope(scope, String(rule[scope])));
}

const PLAIN_NAME = /^[^*\s]+$/;
const OF_SERVER = /^mcp_[^*\s]+_\*$/;

function whyNoTool(tool: string): string | undefined {
  if (tool === "*" || PLAIN_NAME.test(tool) || OF_SERVER.test(tool)) return undefined;
  return `tool: "${tool.slice(0, 100)}" is neither a name, nor all tools of a server (mcp_server_*), nor *`;
}

const WHY_NOT: Partial<Readonly<Record<(typeof RULE_SCOPES)[number], (text: string) => string | undefined>>> = {
  path: whyNoGlob,
  host: whyNoHost,
  command: whyNoCommandRule,
};

function whyNoScope(scope: (typeof RULE_SCOPES)[number], text: string): string | undefined {
  if (text.trim() === "") return `${scope}: it is empty`;
  const why = WHY_NOT[scope]?.(text);
  return why && `${scope}: ${why}`;
}

type Issue = NonNullable<ReturnType<typeof Rule.safeParse>["error"]>["issues"][number];

function inWords(issue: Issue): string {
  const unknown = unknownKeys(issue);
  if (unknown !== undefined) return unknown;
  const [key] = issue.path;
  if (key === undefined) return "it must be an object";
  if (key === "action") return `action: must be ${RULE_ACTIONS.slice(0, -1).join(", ")} or ${RULE_ACTIONS.at(-1)}`;
  return `${String(key)}: must be a text`;
}
