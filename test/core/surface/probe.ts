import * as z from "zod";
import { buildCatalog, type Catalog, type CatalogEntry } from "../../../src/core/surface/catalog";
import { type GovernanceLayer, govern, type ToolWish } from "../../../src/core/surface/governance";
import { type AgentFacts, type ResolverFacts, resolve } from "../../../src/core/surface/resolver";
import { defineTool, type Tool } from "../../../src/core/tools/tool";
import type { Reason } from "../../../src/shared/reasons";

/** A tool of which a test says only what it is about. */
export function fakeTool(name: string, what: Partial<Tool> = {}): Tool {
  return defineTool({
    name,
    title: name,
    description: `Does ${name}.`,
    input: z.strictObject({ path: z.string() }),
    capabilities: ["read"],
    offer: "deferred",
    kind: "builtin",
    worker: "local",
    renderer: "text",
    parallel: true,
    subject: () => "",
    run: () => Promise.resolve({ text: "" }),
    ...what,
  });
}

export const ROOT_FACTS: ResolverFacts = {
  mode: "work",
  trusted: true,
  ports: new Set(["shell", "web"]),
  roots: ["/w"],
  agent: { kind: "root" },
  collisions: [],
};

export const child = (
  selected: readonly string[],
  more: Partial<Extract<AgentFacts, { kind: "child" }>> = {},
): AgentFacts => ({
  kind: "child",
  selected,
  allowShell: true,
  allowWrite: true,
  ...more,
});

/** The catalog with the tools of some entries gone, as of a server that went away. */
export function withoutTool(catalog: Catalog, name: string): Catalog {
  const entries = catalog.entries.map((entry) => {
    const { tool: _, ...rest } = entry;
    return entry.name === name ? (rest as CatalogEntry) : entry;
  });
  return { entries, find: (wanted) => entries.find((entry) => entry.name === wanted) };
}

/** One tool and everything around it that can keep it from being in effect. */
interface Probe {
  readonly name: string;
  readonly tool: Partial<Tool>;
  readonly isBuilt: boolean;
  readonly rule: ToolWish;
  readonly isInSession: boolean;
  readonly isInProfile: boolean;
  readonly isSelected: boolean;
  readonly collides: boolean;
  readonly facts: Partial<ResolverFacts>;
  readonly allowShell: boolean;
  readonly allowWrite: boolean;
}

const UNHINDERED: Probe = {
  name: "probe",
  tool: { capabilities: ["shell", "write"], worker: "main-process-proxy" },
  isBuilt: true,
  rule: {},
  isInSession: true,
  isInProfile: true,
  isSelected: true,
  collides: false,
  facts: {},
  allowShell: true,
  allowWrite: true,
};

interface Hindrance {
  readonly reason: Reason;
  readonly because: string;
  /** It is about sub-agents only. */
  readonly ofChildren?: true;
  readonly set: (probe: Probe) => Probe;
}

const withTool = (probe: Probe, tool: Partial<Tool>): Probe => ({ ...probe, tool: { ...probe.tool, ...tool } });
const withFacts = (probe: Probe, facts: Partial<ResolverFacts>): Probe => ({
  ...probe,
  facts: { ...probe.facts, ...facts },
});

/** Every reason that the resolver gives, in order of precedence. */
export const HINDRANCES: readonly Hindrance[] = [
  {
    reason: "name_collision",
    because: "two servers have it",
    set: (probe) => withTool({ ...probe, collides: true }, { origin: "mcp" }),
  },
  {
    reason: "server_unavailable",
    because: "a server's, and the server is gone",
    set: (probe) => withTool({ ...probe, isBuilt: false }, { origin: "mcp" }),
  },
  { reason: "not_built_yet", because: "has no implementation", set: (probe) => ({ ...probe, isBuilt: false }) },
  {
    reason: "not_in_session",
    because: "the session's list is without it",
    set: (probe) => ({ ...probe, isInSession: false }),
  },
  {
    reason: "tool_disabled",
    because: "switched off",
    set: (probe) => ({ ...probe, rule: { ...probe.rule, enabled: false } }),
  },
  {
    reason: "not_in_profile",
    because: "the profile's list is without it",
    set: (probe) => ({ ...probe, isInProfile: false }),
  },
  {
    reason: "untrusted_workspace",
    because: "the workspace is not trusted",
    set: (probe) => withFacts(probe, { trusted: false }),
  },
  {
    reason: "plan_mode",
    because: "execute_tools in Plan",
    set: (probe) => withFacts({ ...probe, name: "execute_tools" }, { mode: "plan" }),
  },
  {
    reason: "missing_port",
    because: "needs a port that is not there",
    set: (probe) => withTool(probe, { ports: ["git"] }),
  },
  {
    reason: "not_selected_for_subagent",
    because: "not selected",
    ofChildren: true,
    set: (probe) => ({ ...probe, isSelected: false }),
  },
  {
    reason: "unsupported_in_worker",
    because: "no child may have it",
    ofChildren: true,
    set: (probe) => ({ ...probe, name: probe.name === "probe" ? "create_goal" : probe.name }),
  },
  {
    reason: "workspace_root_required",
    because: "no folder is open",
    ofChildren: true,
    set: (probe) => withFacts(probe, { roots: [] }),
  },
  {
    reason: "shell_disabled_by_policy",
    because: "the starter grants no shell",
    ofChildren: true,
    set: (probe) => ({ ...probe, allowShell: false }),
  },
  {
    reason: "write_blocked_by_readonly_policy",
    because: "the starter grants no writing",
    ofChildren: true,
    set: (probe) => ({ ...probe, allowWrite: false }),
  },
  {
    reason: "requires_main_process_proxy",
    because: "proxied, and forced to be local",
    ofChildren: true,
    set: (probe) => ({ ...probe, rule: { ...probe.rule, workerRoutingStrategy: "force-local" } }),
  },
];

/** What the resolver says of the tool with all of these in its way. */
export function probe(hindrances: readonly Hindrance[], agent: "root" | "child") {
  const made = hindrances.reduce((probe, { set }) => set(probe), UNHINDERED);
  const { name } = made;
  const catalog = buildCatalog([[fakeTool(name, made.tool)]]);
  const list = (isOn: boolean) => (isOn ? [name] : []);
  const layers: GovernanceLayer[] = [
    { source: "user", tools: { [name]: made.rule } },
    { source: "profile", tools: {}, only: list(made.isInProfile) },
  ];
  const facts: ResolverFacts = {
    ...ROOT_FACTS,
    allowed: list(made.isInSession),
    collisions: list(made.collides),
    agent: agent === "root" ? { kind: "root" } : child(list(made.isSelected), made),
    ...made.facts,
  };
  const surface = resolve(made.isBuilt ? catalog : withoutTool(catalog, name), govern(layers), facts);
  return { name, surface, found: surface.runtimeDiagnostic[name] };
}
