import type { Reason } from "../../shared/reasons";
import type { Manifest, Route, RouteState } from "../../shared/surface";
import type { CatalogEntry } from "./catalog";
import type { ToolRule } from "./governance";

/** What a child's worker process is held to. Made from the tools selected for it, so it never has more than they need. */
export interface WorkerPolicy {
  readonly workspaceRoots: readonly string[];
  readonly allowShell: boolean;
  readonly readonly: boolean;
}

/** What the one who starts a child grants it. `roots` are the session's folder and extra ones. */
export interface WorkerGrant {
  readonly roots: readonly string[];
  readonly allowShell: boolean;
  readonly allowWrite: boolean;
}

export function workerPolicy(selected: Iterable<Manifest>, grant: WorkerGrant): WorkerPolicy {
  const manifests = [...selected];
  return {
    workspaceRoots: [...new Set(grant.roots)],
    allowShell: grant.allowShell && manifests.some(({ requiresShell }) => requiresShell),
    readonly: !(grant.allowWrite && manifests.some(({ requiresWrite }) => requiresWrite)),
  };
}

/** A child never gets these: programs and the session's goal are the root agent's. */
const NEVER_FOR_CHILDREN: ReadonlySet<string> = new Set(["execute_tools", "create_goal", "update_goal"]);

export interface RouteFacts {
  readonly selected: ReadonlySet<string>;
  readonly policy: WorkerPolicy;
}

export interface ToolRoute {
  readonly state: RouteState;
  readonly route: Route;
  readonly reason?: Reason;
}

type Block = (entry: CatalogEntry, rule: ToolRule, facts: RouteFacts) => boolean;

/** Why a child can't have a tool, in order of precedence: the first that holds is the reason. */
const BLOCKS: readonly (readonly [Reason, Block])[] = [
  ["not_selected_for_subagent", ({ name }, rule, { selected }) => !selected.has(name) || !rule.subagentAllowed],
  ["unsupported_in_worker", (entry, rule) => isUnsupported(entry, rule)],
  ["workspace_root_required", (entry, _, { policy }) => needsRoot(entry) && policy.workspaceRoots.length === 0],
  ["shell_disabled_by_policy", ({ manifest }, _, { policy }) => manifest.requiresShell && !policy.allowShell],
  ["write_blocked_by_readonly_policy", ({ manifest }, _, { policy }) => manifest.requiresWrite && policy.readonly],
  ["requires_main_process_proxy", (entry, rule) => isProxied(entry) && rule.workerRoutingStrategy === "force-local"],
];

/** The way one tool would go for a child, or why it goes none. */
export function routeOf(entry: CatalogEntry, rule: ToolRule, facts: RouteFacts): ToolRoute {
  for (const [reason, holds] of BLOCKS) if (holds(entry, rule, facts)) return blocked(reason);
  const proxied = isProxied(entry) || rule.workerRoutingStrategy === "force-main-process-proxy";
  return proxied ? PROXIED : LOCAL;
}

/** No route, whoever found the reason. */
export function blocked(reason: Reason): ToolRoute {
  const state = reason === "not_selected_for_subagent" ? "not-selected" : "disabled-in-worker";
  return { state, route: VIEW_ROUTES[state], reason };
}

/** What views fold the states to. */
export const VIEW_ROUTES: Readonly<Record<RouteState, Route>> = {
  "worker-local": "worker-local",
  "main-process-proxied": "main-process-proxy",
  "disabled-in-worker": "disabled",
  "not-selected": "disabled",
};

const LOCAL: ToolRoute = { state: "worker-local", route: VIEW_ROUTES["worker-local"] };
export const PROXIED: ToolRoute = { state: "main-process-proxied", route: VIEW_ROUTES["main-process-proxied"] };

function isProxied({ manifest }: CatalogEntry): boolean {
  return manifest.workerRoutingHint === "main-process-proxy";
}

function isUnsupported({ name, manifest }: CatalogEntry, rule: ToolRule): boolean {
  if (NEVER_FOR_CHILDREN.has(name) || rule.workerRoutingStrategy === "force-disabled") return true;
  return !manifest.supportedInWorker || manifest.workerRoutingHint === "disabled";
}

const IN_A_FOLDER: ReadonlySet<string> = new Set(["read", "write", "shell"]);

/** Files and commands are some folder's; notes, skills and servers' tools are not. */
function needsRoot({ origin, manifest, capabilities }: CatalogEntry): boolean {
  if (origin !== "builtin" || manifest.kind !== "builtin") return false;
  return capabilities.some((each) => IN_A_FOLDER.has(each));
}
