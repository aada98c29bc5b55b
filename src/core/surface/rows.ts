import type { Manifest, ToolRow } from "../../shared/surface";
import { utf8Bytes } from "../results/sizes";
import { estimateTokens } from "../results/tokens";
import type { Catalog, CatalogEntry } from "./catalog";
import { type Governance, UNGOVERNED } from "./governance";
import type { ResolvedSurface, RuntimeDiagnostic } from "./resolver";

/**
 * "All tools", in catalog order; old names are left out. `resolved` is for the agent that asks,
 * `childResolved` for the sub-agent that the rows tell of, `sent` are the names in the requests of now.
 */
export function toolRows(
  catalog: Catalog,
  governance: Governance,
  resolved: ResolvedSurface,
  childResolved: ResolvedSurface,
  sent: ReadonlySet<string>,
): ToolRow[] {
  return catalog.entries
    .filter(({ offer }) => offer !== "hidden")
    .map((entry) => ({
      ...told(entry),
      ...governed(entry, governance),
      ...found(entry.name, resolved),
      sent: sent.has(entry.name),
      ...forChild(entry.name, childResolved),
      ...sizeOf(entry),
    }));
}

function told({ name, title, description, origin, server, offer, core, capabilities, approval }: CatalogEntry) {
  const from = server === undefined ? { origin } : { origin, server };
  return { name, title, description, ...from, offer, core, capabilities, approval };
}

function governed({ name, core, promptHint = "" }: CatalogEntry, { tools }: Governance) {
  const rule = tools.get(name) ?? UNGOVERNED;
  return {
    enabled: rule.enabled || core,
    subagentAllowed: rule.subagentAllowed,
    routing: rule.workerRoutingStrategy,
    promptHint: rule.promptHint || promptHint,
  };
}

/** What the resolver found; every tool of a catalog has its diagnostic. */
function found(name: string, { toolManifest, runtimeDiagnostic }: ResolvedSurface) {
  const { inEffect, reason } = runtimeDiagnostic[name] as RuntimeDiagnostic;
  const manifest = toolManifest[name] as Manifest;
  return reason === undefined ? { manifest, inEffect } : { manifest, inEffect, reason };
}

/** A tool that the child's surface has never heard of is not selected for it. */
function forChild(name: string, { toolRuntimeRoutes }: ResolvedSurface): Pick<ToolRow, "route" | "routeReason"> {
  const { route, reason } = toolRuntimeRoutes[name] ?? { route: "disabled", reason: "not_selected_for_subagent" };
  return reason === undefined ? { route } : { route, routeReason: reason };
}

interface Size {
  readonly bytes: number;
  readonly tokens: number;
}

// Each projection asks for the same thousands of entries.
const sizes = new WeakMap<CatalogEntry, Size>();

function sizeOf(entry: CatalogEntry): Size {
  const size = sizes.get(entry) ?? measure(entry);
  sizes.set(entry, size);
  return size;
}

/** Of the tool as a request carries it. What is not built is never sent. */
function measure({ tool, name, description, schema }: CatalogEntry): Size {
  if (tool === undefined) return { bytes: 0, tokens: 0 };
  const json = JSON.stringify({ name, description, parameters: schema });
  return { bytes: utf8Bytes(json), tokens: estimateTokens(json) };
}
