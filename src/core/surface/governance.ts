import * as z from "zod/mini";
import type { WorkerRoutingStrategy } from "../../shared/surface";

/** What one layer says of one tool; what it leaves out it has no opinion on. */
export interface ToolWish {
  readonly enabled?: boolean;
  readonly subagentAllowed?: boolean;
  readonly workerRoutingStrategy?: WorkerRoutingStrategy;
  readonly promptHint?: string;
}

/** Settings of one scope, or an agent profile. Later layers may only narrow what earlier ones allow. */
export interface GovernanceLayer {
  readonly source: "user" | "workspace" | "folder" | "profile";
  readonly tools: Readonly<Record<string, ToolWish>>;
  /** A profile's own list: nothing else is selected. `[]` means none. */
  readonly only?: readonly string[];
}

/** What all layers together say of one tool. */
export interface ToolRule {
  readonly enabled: boolean;
  readonly subagentAllowed: boolean;
  readonly workerRoutingStrategy: WorkerRoutingStrategy;
  readonly promptHint: string;
}

export interface Governance {
  readonly tools: ReadonlyMap<string, ToolRule>;
  /** Exact names that every request carries behind the eager ones: `gatehouse.tools.alwaysLoad`. */
  readonly alwaysLoad: readonly string[];
  /** Names that a profile selects; none when no profile is in force. */
  readonly only?: ReadonlySet<string>;
}

export const UNGOVERNED: ToolRule = {
  enabled: true,
  subagentAllowed: true,
  workerRoutingStrategy: "auto",
  promptHint: "",
};

export const NO_GOVERNANCE: Governance = { tools: new Map(), alwaysLoad: [] };

/** In which order layers speak, whatever order they are handed in. */
const SPEAKS: Readonly<Record<GovernanceLayer["source"], number>> = { user: 0, workspace: 1, folder: 2, profile: 3 };

/**
 * Default < user < workspace < folder < profile. The user's own layer says what it likes; each later
 * one may only narrow, and what it says beyond that is not heard.
 */
export function govern(layers: readonly GovernanceLayer[], alwaysLoad: readonly string[] = []): Governance {
  const start: Governance = { tools: new Map(), alwaysLoad: [...new Set(alwaysLoad)] };
  return layers.toSorted((a, b) => SPEAKS[a.source] - SPEAKS[b.source]).reduce(withLayer, start);
}

/** One more layer on top: an agent profile over the governance of its session. */
export function withLayer(governance: Governance, layer: GovernanceLayer): Governance {
  const tools = new Map(governance.tools);
  const add = layer.source === "user" ? replace : narrow;
  for (const [name, wish] of Object.entries(layer.tools)) {
    tools.set(name, add(tools.get(name) ?? UNGOVERNED, wish, layer.source));
  }
  const only = both(governance.only, layer.only);
  return { tools, alwaysLoad: governance.alwaysLoad, ...(only === undefined ? {} : { only }) };
}

function replace(rule: ToolRule, wish: ToolWish): ToolRule {
  return {
    enabled: wish.enabled ?? rule.enabled,
    subagentAllowed: wish.subagentAllowed ?? rule.subagentAllowed,
    workerRoutingStrategy: wish.workerRoutingStrategy ?? rule.workerRoutingStrategy,
    promptHint: wish.promptHint ?? rule.promptHint,
  };
}

function narrow(rule: ToolRule, wish: ToolWish, source: GovernanceLayer["source"]): ToolRule {
  return {
    enabled: rule.enabled && wish.enabled !== false,
    subagentAllowed: rule.subagentAllowed && wish.subagentAllowed !== false,
    workerRoutingStrategy: stricterRoute(rule.workerRoutingStrategy, wish.workerRoutingStrategy),
    promptHint: hintBehind(rule.promptHint, source === "profile" ? wish.promptHint : undefined),
  };
}

/**
 * How strict a routing is. `force-local` blocks what would be proxied, `force-main-process-proxy` takes
 * from the worker what it would run itself: each narrows `auto`, neither narrows the other, so of those
 * two the earlier layer's stands.
 */
const STRICTNESS: Readonly<Record<WorkerRoutingStrategy, number>> = {
  auto: 0,
  "force-local": 1,
  "force-main-process-proxy": 1,
  "force-disabled": 2,
};

function stricterRoute(rule: WorkerRoutingStrategy, wish: WorkerRoutingStrategy = "auto"): WorkerRoutingStrategy {
  return STRICTNESS[wish] > STRICTNESS[rule] ? wish : rule;
}

/**
 * A hint is text that the model obeys, so a workspace's settings have none; a profile's, whose prompt
 * the model is given anyway, comes behind the user's and never instead of it.
 */
function hintBehind(hint: string, more = ""): string {
  return [hint, more].filter((text) => text !== "").join(" ");
}

function both(list: ReadonlySet<string> | undefined, other: readonly string[] | undefined) {
  if (list === undefined || other === undefined) return other === undefined ? list : new Set(other);
  return new Set(other.filter((name) => list.has(name)));
}

const MAX_HINT = 500;

const SWITCH = z.boolean("must be true or false");
const Wish = z.strictObject({
  enabled: z.optional(SWITCH),
  subagentAllowed: z.optional(SWITCH),
  workerRoutingStrategy: z.optional(
    z.enum(
      ["auto", "force-local", "force-main-process-proxy", "force-disabled"],
      "must be auto, force-local, force-main-process-proxy or force-disabled",
    ),
  ),
  promptHint: z.optional(
    z.string("must be text").check(z.maxLength(MAX_HINT, `must have at most ${MAX_HINT} characters`)),
  ),
});

/** What a rule that can't be read comes to. */
const STRICTEST: ToolWish = { enabled: false, subagentAllowed: false };

export interface ToolRules {
  readonly rules: Readonly<Record<string, ToolWish>>;
  /** `key` is the tool's name; "" when the whole value is none. */
  readonly problems: readonly { readonly key: string; readonly why: string }[];
}

/** Parses `gatehouse.tools.rules` of one scope. A broken entry switches its tool off; all others stand. */
export function readToolRules(value: unknown): ToolRules {
  // Without a prototype: a tool may be called "constructor" or "__proto__".
  const rules: Record<string, ToolWish> = Object.create(null);
  const problems: { key: string; why: string }[] = [];
  if (value === undefined || value === null) return { rules, problems };
  if (typeof value !== "object" || Array.isArray(value)) {
    return { rules, problems: [{ key: "", why: "must be an object with one entry a tool" }] };
  }
  for (const [key, entry] of Object.entries(value)) {
    const parsed = Wish.safeParse(entry);
    rules[key] = parsed.success ? (parsed.data as ToolWish) : STRICTEST;
    if (!parsed.success) problems.push({ key, why: parsed.error.issues.map(why).join("; ") });
  }
  return { rules, problems };
}

function why(issue: z.core.$ZodIssue): string {
  if (issue.code === "unrecognized_keys") return `${issue.keys.join(", ")} is not known`;
  return issue.path.length === 0 ? "must be an object" : `${issue.path.join(".")} ${issue.message}`;
}
