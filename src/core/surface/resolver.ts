import type { Mode } from "../../shared/modes";
import type { Reason } from "../../shared/reasons";
import { REASON_WORDS } from "../../shared/reasonWords";
import type { Manifest, Route, RouteState } from "../../shared/surface";
import type { Catalog, CatalogEntry } from "./catalog";
import { type Governance, type ToolRule, UNGOVERNED } from "./governance";
import { blocked, PROXIED, type RouteFacts, routeOf, type ToolRoute, workerPolicy } from "./routes";

/** What is true of the session and its host while the catalog is resolved. Plain data. */
export interface ResolverFacts {
  readonly mode: Mode;
  readonly trusted: boolean;
  /** `Ports` that this host has: `portsThere`. */
  readonly ports: ReadonlySet<string>;
  /** Root folders, real paths. */
  readonly roots: readonly string[];
  /** Session allow list; none: everything. `[]` means no tool at all. */
  readonly allowed?: readonly string[];
  /** The agent that would get the tools. */
  readonly agent: AgentFacts;
  /** Names by which two servers' tools would be called. */
  readonly collisions: readonly string[];
}

export type AgentFacts =
  | { readonly kind: "root" }
  | {
      readonly kind: "child";
      /** Tools selected for it. */
      readonly selected: readonly string[];
      readonly allowShell: boolean;
      readonly allowWrite: boolean;
    };

/** Why, for one tool; plain, for diagnostics in views. */
export interface RuntimeDiagnostic {
  readonly manifest: Manifest;
  readonly state: RouteState;
  readonly route: Route;
  readonly inEffect: boolean;
  readonly reason?: Reason;
  /** Key of the wording: the English text of `REASON_WORDS`. */
  readonly wording?: string;
}

/** The one answer to "is this tool in effect?". Every list anywhere is a projection of it. Plain data. */
export interface ResolvedSurface {
  /** In effect, in catalog order; hidden names too, which no list for models shows. */
  readonly toolNames: readonly string[];
  readonly toolPromptHints: Readonly<Record<string, string>>;
  readonly toolManifest: Readonly<Record<string, Manifest>>;
  readonly toolRuntimeRoutes: Readonly<
    Record<string, { readonly state: RouteState; readonly route: Route; readonly reason?: Reason }>
  >;
  readonly disabledReasons: Readonly<Record<string, Reason>>;
  readonly runtimeDiagnostic: Readonly<Record<string, RuntimeDiagnostic>>;
}

/** All that an untrusted workspace leaves (`gate.md`, "Workspace trust"). */
const UNTRUSTED_TOOLS: ReadonlySet<string> = new Set(["read", "list_dir", "find_files", "grep", "diagnostics"]);

/** Plan's vocabulary is that of Work, but for programs; the gate refuses what writes, runs or spends. */
const NOT_IN_PLAN: ReadonlySet<string> = new Set(["execute_tools"]);

type Check = (entry: CatalogEntry, rule: ToolRule, context: Context) => boolean;

/**
 * Why a tool is not in effect, in order of precedence: what nobody can change here, what people chose,
 * what the place lacks; for a child then the reasons of `routes.ts`. The first that holds is the reason.
 */
const CHECKS: readonly (readonly [Reason, Check])[] = [
  ["name_collision", ({ name, origin }, _, { collisions }) => origin === "mcp" && collisions.has(name)],
  ["server_unavailable", ({ tool, origin }) => tool === undefined && origin === "mcp"],
  ["not_built_yet", (entry, _, { catalog }) => !isBuilt(entry, catalog)],
  ["not_in_session", (entry, _, { allowed }) => !isOnList(entry, allowed)],
  ["tool_disabled", ({ core }, rule) => !rule.enabled && !core],
  ["not_in_profile", (entry, _, { only }) => !isOnList(entry, only)],
  ["untrusted_workspace", (entry, _, { facts }) => !facts.trusted && !isOnList(entry, UNTRUSTED_TOOLS)],
  ["plan_mode", ({ name }, _, { facts }) => facts.mode === "plan" && NOT_IN_PLAN.has(name)],
  ["missing_port", ({ ports }, _, { facts }) => ports.some((port) => !facts.ports.has(port))],
];

/** All that one resolution looks up, made once. */
interface Context {
  readonly catalog: Catalog;
  readonly governance: Governance;
  readonly facts: ResolverFacts;
  readonly allowed: ReadonlySet<string> | undefined;
  readonly only: ReadonlySet<string> | undefined;
  readonly collisions: ReadonlySet<string>;
  /** Of a child. */
  readonly child?: RouteFacts;
}

/** Pure and total: the same input gives the same bytes. What the root agent has, it runs in the main process. */
export function resolve(catalog: Catalog, governance: Governance, facts: ResolverFacts): ResolvedSurface {
  const context = contextOf(catalog, governance, facts);
  const surface = emptySurface();
  // Two servers' name is nobody's: it may have no entry, and a call by it still gets its reason.
  for (const name of facts.collisions.toSorted()) {
    if (!catalog.find(name)) surface.disabledReasons[name] = "name_collision";
  }
  for (const entry of catalog.entries) add(surface, entry, decide(entry, context), context);
  return surface;
}

function contextOf(catalog: Catalog, governance: Governance, facts: ResolverFacts): Context {
  const listed = (names: Iterable<string> | undefined) => names && withTheirTools(catalog, names);
  const context: Context = {
    catalog,
    governance,
    facts,
    allowed: listed(facts.allowed),
    only: listed(governance.only),
    collisions: new Set(facts.collisions),
  };
  return facts.agent.kind === "child" ? { ...context, child: childOf(facts.agent, context) } : context;
}

/** A list may name tools by their old names too. */
function withTheirTools(catalog: Catalog, names: Iterable<string>): ReadonlySet<string> {
  const all = new Set(names);
  for (const name of names) for (const each of catalog.find(name)?.standsFor ?? []) all.add(each);
  return all;
}

function childOf(agent: Extract<AgentFacts, { kind: "child" }>, { catalog, facts }: Context): RouteFacts {
  const selected = withTheirTools(catalog, agent.selected);
  const manifests = [...selected].flatMap((name) => catalog.find(name)?.manifest ?? []);
  return { selected, policy: workerPolicy(manifests, { ...agent, roots: facts.roots }) };
}

function decide(entry: CatalogEntry, context: Context): ToolRoute {
  const reason = reasonAgainst(entry, context);
  if (reason !== undefined) return blocked(reason);
  return context.child ? childRoute(entry, context, context.child) : PROXIED;
}

function childRoute(entry: CatalogEntry, context: Context, child: RouteFacts): ToolRoute {
  if (!entry.standsFor?.length) return routeOf(entry, ruleOf(entry, context), child);
  const routes = doersOf(entry, context).map((each) => routeOf(each, ruleOf(each, context), child));
  return routes.find((route) => route.reason !== undefined) ?? (routes[0] as ToolRoute);
}

/** An old name has its own switch and ports, and those of the tools whose work it does. */
function reasonAgainst(entry: CatalogEntry, context: Context): Reason | undefined {
  const own = firstReason(entry, context);
  if (!entry.standsFor?.length) return own;
  const all = [own, ...doersOf(entry, context).map((each) => firstReason(each, context))];
  return CHECKS.find(([reason]) => all.includes(reason))?.[0];
}

function firstReason(entry: CatalogEntry, context: Context): Reason | undefined {
  const rule = ruleOf(entry, context);
  for (const [reason, holds] of CHECKS) if (holds(entry, rule, context)) return reason;
  return undefined;
}

/** The tools that do an old name's work. None is missing once `isBuilt`. */
function doersOf({ standsFor = [] }: CatalogEntry, { catalog }: Context): readonly CatalogEntry[] {
  return standsFor.flatMap((name) => catalog.find(name) ?? []);
}

function ruleOf({ name }: CatalogEntry, { governance }: Context): ToolRule {
  return governance.tools.get(name) ?? UNGOVERNED;
}

function isBuilt({ tool, standsFor = [] }: CatalogEntry, catalog: Catalog): boolean {
  return tool !== undefined && standsFor.every((name) => catalog.find(name) !== undefined);
}

/** No list means all. An old name is on a list when all that it stands for is. */
function isOnList({ name, standsFor }: CatalogEntry, list: ReadonlySet<string> | undefined): boolean {
  if (list === undefined || !standsFor?.length) return list?.has(name) ?? true;
  return standsFor.every((each) => list.has(each));
}

/** A surface while it is filled. */
interface Draft {
  readonly toolNames: string[];
  readonly toolPromptHints: Record<string, string>;
  readonly toolManifest: Record<string, Manifest>;
  readonly toolRuntimeRoutes: Record<string, ToolRoute>;
  readonly disabledReasons: Record<string, Reason>;
  readonly runtimeDiagnostic: Record<string, RuntimeDiagnostic>;
}

function emptySurface(): Draft {
  // Without a prototype: who looks up "constructor" finds nothing.
  const record = () => Object.create(null);
  return {
    toolNames: [],
    toolPromptHints: record(),
    toolManifest: record(),
    toolRuntimeRoutes: record(),
    disabledReasons: record(),
    runtimeDiagnostic: record(),
  };
}

function add(draft: Draft, entry: CatalogEntry, found: ToolRoute, context: Context): void {
  const { name, manifest } = entry;
  const { reason } = found;
  const inEffect = reason === undefined;
  const wording = reason === undefined ? {} : { wording: REASON_WORDS[reason].text };
  draft.toolManifest[name] = manifest;
  draft.toolRuntimeRoutes[name] = found;
  draft.runtimeDiagnostic[name] = { manifest, ...found, inEffect, ...wording };
  if (reason !== undefined) draft.disabledReasons[name] = reason;
  else draft.toolNames.push(name);
  const hint = ruleOf(entry, context).promptHint || entry.promptHint;
  if (inEffect && hint) draft.toolPromptHints[name] = hint;
}
