import type { Approval, Manifest, Offer, Origin } from "../../shared/surface";
import { inputSchema, type JsonSchema } from "../tools/schema";
import type { Capability, Tool } from "../tools/tool";

/** A name of the default contract whose tool comes with a later issue. */
export interface PlannedTool {
  readonly name: string;
  readonly title: string;
}

/** All that is known of one tool, plain; whether it is in effect is the resolver's to say. */
export interface CatalogEntry {
  /** Stable: origin, server and name. */
  readonly id: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly schema: JsonSchema;
  readonly origin: Origin;
  readonly server?: string;
  readonly offer: Offer;
  readonly capabilities: readonly Capability[];
  readonly approval: Approval;
  readonly core: boolean;
  readonly promptHint?: string;
  readonly renderer: string;
  readonly ports: readonly string[];
  readonly manifest: Manifest;
  /** Of an old name: the tools whose work it does. */
  readonly standsFor?: readonly string[];
  /** What runs; absent while it is not built. */
  readonly tool?: Tool;
}

export interface Catalog {
  /** In the order of the sources; eager ones as the default contract orders them. */
  readonly entries: readonly CatalogEntry[];
  find(name: string): CatalogEntry | undefined;
}

/** Sources in order: of two tools with one name the first wins, so that nothing ever shadows a built-in. */
export function buildCatalog(sources: readonly (readonly Tool[])[], planned: readonly PlannedTool[] = []): Catalog {
  const byName = new Map<string, CatalogEntry>();
  for (const tool of sources.flat()) if (!byName.has(tool.name)) byName.set(tool.name, entryOf(tool));
  for (const plan of planned) if (!byName.has(plan.name)) byName.set(plan.name, plannedEntry(plan));
  return { entries: [...byName.values()], find: (name) => byName.get(name) };
}

function entryOf(tool: Tool): CatalogEntry {
  const { name, title, description, offer, capabilities, renderer, server, promptHint, origin = "builtin" } = tool;
  return {
    id: [origin, ...(server === undefined ? [] : [server]), name].join(":"),
    name,
    title,
    description,
    // Made when it is first looked at: most tools are never sent.
    get schema() {
      return inputSchema(tool.input);
    },
    origin,
    ...(server === undefined ? {} : { server }),
    offer,
    capabilities,
    approval: tool.approval ?? approvalOf(capabilities),
    core: tool.core ?? false,
    ...(promptHint === undefined ? {} : { promptHint }),
    renderer,
    ports: tool.ports ?? [],
    manifest: manifestOf(tool),
    ...(tool.standsFor === undefined ? {} : { standsFor: tool.standsFor }),
    tool,
  };
}

/** What a tool that says nothing of it would be asked about. */
function approvalOf(capabilities: readonly Capability[]): Approval {
  const harmless = capabilities.every((each) => each === "read" || each === "state" || each === "ask");
  if (harmless) return capabilities.length > 0 ? "auto" : "required";
  return capabilities.every((each) => each === "read" || each === "write") ? "suggest" : "required";
}

function manifestOf(tool: Tool): Manifest {
  return {
    kind: tool.kind,
    executionMode: tool.parallel ? "parallel" : "sequential",
    supportedInWorker: tool.worker !== "disabled",
    workerRoutingHint: tool.worker,
    requiresShell: tool.capabilities.includes("shell"),
    requiresWrite: tool.capabilities.includes("write"),
    requiresSkillScope: tool.requiresSkillScope ?? false,
  };
}

function plannedEntry({ name, title }: PlannedTool): CatalogEntry {
  return {
    id: `builtin:${name}`,
    name,
    title,
    description: "",
    schema: { type: "object", properties: {} },
    origin: "builtin",
    offer: "eager",
    capabilities: [],
    approval: "required",
    core: false,
    renderer: "generic",
    ports: [],
    manifest: {
      kind: "delegation",
      executionMode: "sequential",
      supportedInWorker: false,
      workerRoutingHint: "disabled",
      requiresShell: false,
      requiresWrite: false,
      requiresSkillScope: false,
    },
  };
}
