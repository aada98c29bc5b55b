import type { Mode } from "../../shared/modes";
import type { Reason } from "../../shared/reasons";
import type { McpPool } from "../mcp/pool";
import type { OfferedTool } from "../progress/events";
import { utf8Bytes } from "../results/sizes";
import { toolSchema } from "../tools/schema";
import type { Tool } from "../tools/tool";
import { type Activation, activate, EMPTY_ACTIVATION, revalidate, touch } from "./activation";
import { buildCatalog, type Catalog, type CatalogEntry } from "./catalog";
import { DEFAULT_ACTIVE_NATIVE_TOOLS, PLANNED_TOOLS, SYNTHETIC_TOOLS } from "./contract";
import type { Governance } from "./governance";
import { type AgentFacts, type ResolvedSurface, type ResolverFacts, resolve } from "./resolver";

export interface SurfaceParts {
  readonly native: readonly Tool[];
  readonly pool: McpPool | undefined;
  governance(): Governance;
  facts(): { readonly mode: Mode; readonly trusted: boolean; readonly roots: readonly string[] };
  readonly ports: ReadonlySet<string>;
  /** Session allow list; `[]` means none. */
  readonly allowed: readonly string[] | undefined;
  /** What of it a person leaves, at any time; the same value until it changes. The host has looked the names up. */
  limit?(): readonly string[] | undefined;
  readonly agent: AgentFacts;
  /** The schemas that the session's first request carried: while it lives its head keeps these bytes. */
  readonly head: readonly OfferedTool[];
}

/**
 * The tool surface of one session as it is right now: catalog, what of it is in effect and why not,
 * and the tools of the next request. Each is made anew only when something it is made of has changed.
 */
export class LiveSurface {
  #activation: Activation = EMPTY_ACTIVATION;
  #catalog: { readonly version: number; readonly value: Catalog } | undefined;
  #resolved: { readonly key: readonly unknown[]; readonly value: ResolvedSurface } | undefined;
  #offered: { readonly key: readonly unknown[]; readonly value: readonly OfferedTool[] } | undefined;
  readonly #schemas = new WeakMap<Tool, OfferedTool>();
  readonly #head: ReadonlyMap<string, OfferedTool>;
  readonly #allowed: readonly string[] | undefined;
  /** Of the allow list, what did not exist when the session began: never admitted later. */
  readonly unknownNames: readonly string[];

  constructor(private readonly parts: SurfaceParts) {
    // A server may say something else of its tools by now.
    const own = new Set(parts.native.map(({ name }) => name));
    this.#head = new Map(parts.head.filter(({ name }) => own.has(name)).map((tool) => [tool.name, tool]));
    const exists = (name: string) => this.catalog.find(name) !== undefined;
    this.#allowed = parts.allowed?.filter(exists);
    this.unknownNames = parts.allowed?.filter((name) => !exists(name)) ?? [];
  }

  get catalog(): Catalog {
    const version = this.parts.pool?.version ?? 0;
    if (this.#catalog?.version !== version) {
      const sources = [this.parts.native, this.parts.pool?.tools() ?? []];
      this.#catalog = { version, value: buildCatalog(sources, PLANNED_TOOLS) };
    }
    return this.#catalog.value;
  }

  get resolved(): ResolvedSurface {
    const { governance, facts } = this.parts;
    const { mode, trusted, roots } = facts();
    const key = [this.catalog, governance(), mode, trusted, roots.join("\n"), this.parts.limit?.()];
    if (!isSame(this.#resolved?.key, key)) {
      this.#resolved = { key, value: resolve(this.catalog, governance(), this.resolverFacts(this.parts.agent)) };
    }
    return (this.#resolved as { value: ResolvedSurface }).value;
  }

  /** For another agent on the same surface, such as a profile that is being edited. */
  resolverFacts(agent: AgentFacts): ResolverFacts {
    const { ports, pool } = this.parts;
    const allowed = inBoth(this.#allowed, this.parts.limit?.());
    return {
      ...this.parts.facts(),
      ports,
      agent,
      collisions: pool?.collisions().map(({ name }) => name) ?? [],
      ...(allowed === undefined ? {} : { allowed }),
    };
  }

  /** The tools of the next request: the very value that is handed to the model. Eager first, then activated as they came. */
  get offered(): readonly OfferedTool[] {
    const { resolved } = this;
    const governance = this.parts.governance();
    this.#activation = revalidate(this.#activation, (name) => this.#mayActivate(name));
    const key = [resolved, governance, this.#activation];
    if (!isSame(this.#offered?.key, key)) this.#offered = { key, value: this.#offer(governance) };
    return (this.#offered as { value: readonly OfferedTool[] }).value;
  }

  get sent(): ReadonlySet<string> {
    return new Set(this.offered.map(({ name }) => name));
  }

  /** By its exact name, whether or not it is in effect. Nothing for a tool that is not built. */
  find(name: string): Tool | undefined {
    return this.catalog.find(name)?.tool;
  }

  reasonAgainst(name: string): Reason | undefined {
    const { disabledReasons } = this.resolved;
    return Object.hasOwn(disabledReasons, name) ? disabledReasons[name] : undefined;
  }

  /** Best first: of these the best stay when the bounds bite. */
  activate(names: readonly string[]): { readonly activated: readonly string[]; readonly evicted: readonly string[] } {
    const wanted = names.filter((name) => this.#mayActivate(name));
    const { activation, activated, evicted } = activate(this.#activation, wanted, (name) => this.#bytes(name));
    this.#activation = activation;
    return { activated, evicted };
  }

  /** It runs: it is the one most recently used, and in the requests from now on. */
  ran(name: string): void {
    if (!this.#mayActivate(name)) return;
    this.#activation = touch(this.#activation, name);
    this.activate([name]);
  }

  #mayActivate(name: string): boolean {
    const entry = this.catalog.find(name);
    if (entry?.offer !== "deferred" || this.reasonAgainst(name) !== undefined) return false;
    return !this.parts.governance().alwaysLoad.includes(name);
  }

  #offer(governance: Governance): readonly OfferedTool[] {
    const inEffect = (name: string) => this.reasonAgainst(name) === undefined;
    const eager = this.catalog.entries.filter(({ offer, name }) => offer === "eager" && inEffect(name));
    const always = governance.alwaysLoad
      .map((name) => this.catalog.find(name))
      .filter((entry) => entry?.offer === "deferred" && inEffect(entry.name));
    const activated = this.#activation.order.map((name) => this.catalog.find(name));
    const entries = [...eager.toSorted(byContract), ...always, ...activated];
    return entries.flatMap((entry) => (entry?.tool ? [this.#schema(entry.tool)] : []));
  }

  /** The same value for the same tool, so that two requests can be compared. */
  #schema(tool: Tool): OfferedTool {
    const known = this.#head.get(tool.name) ?? this.#schemas.get(tool) ?? toolSchema(tool);
    this.#schemas.set(tool, known);
    return known;
  }

  #bytes(name: string): number {
    const tool = this.find(name);
    return tool ? utf8Bytes(JSON.stringify(this.#schema(tool))) : Number.POSITIVE_INFINITY;
  }
}

const ORDER: readonly string[] = [...DEFAULT_ACTIVE_NATIVE_TOOLS, ...SYNTHETIC_TOOLS];

/** What the contract does not name comes behind it, in catalog order. */
function byContract(a: CatalogEntry, b: CatalogEntry): number {
  const place = ({ name }: CatalogEntry) => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length);
  return place(a) - place(b);
}

/** None of the two: no list. */
function inBoth(a: readonly string[] | undefined, b: readonly string[] | undefined): readonly string[] | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return a.filter((name) => b.includes(name));
}

function isSame(a: readonly unknown[] | undefined, b: readonly unknown[]): boolean {
  return a !== undefined && a.length === b.length && a.every((value, index) => value === b[index]);
}
