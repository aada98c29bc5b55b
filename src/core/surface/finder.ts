import type { Reason } from "../../shared/reasons";
import { REASON_WORDS } from "../../shared/reasonWords";
import type { ServerRow } from "../../shared/surface";
import type { Clock } from "../operations/ports";
import { plainLine } from "../results/foreign";
import { counted } from "../results/sizes";
import type { ToolFinder, ToolOutput, ToolQuery } from "../tools/tool";
import { MAX_ACTIVATED } from "./activation";
import type { Catalog, CatalogEntry } from "./catalog";
import { serversConcerned } from "./concerned";
import type { ResolvedSurface } from "./resolver";

/** What a finder needs of its session, each as it is right now. */
export interface FinderParts {
  readonly clock: Pick<Clock, "elapsed" | "sleep">;
  catalog(): Catalog;
  resolved(): ResolvedSurface;
  /** Names of the next request. */
  sent(): ReadonlySet<string>;
  /** Best first. */
  activate(names: readonly string[]): { readonly activated: readonly string[]; readonly evicted: readonly string[] };
  servers(): readonly ServerRow[];
  /** Starts what is not started, within its own time; says how each of them is then. */
  connect(names: readonly string[], signal: AbortSignal): Promise<readonly ServerRow[]>;
}

export interface Finder extends ToolFinder {
  /** Names of the few tools that fit a message best. Starts no server and activates nothing. */
  suggest(text: string): Promise<readonly string[]>;
  /** A search from within a program: it tells schemas, as JSON, and activates nothing. */
  describe(query: ToolQuery, signal: AbortSignal): Promise<ToolOutput>;
}

const MAX_SUGGESTED = 3;
const MAX_EXPANDABLE = 40;
const MAX_LINE = 160;
const MAX_WHY = 300;

/** Searches the deferred tools that policy allows. Servers that a query concerns are started before. */
export function createFinder(parts: FinderParts): Finder {
  const deferred = latestDeferred(parts);
  return {
    async search(query, signal) {
      const servers = await discover(parts, query.query, signal);
      signal.throwIfAborted();
      return query.match === "exact"
        ? byName(parts, query.query, deferred(), servers)
        : byWords(parts, query, deferred(), servers);
    },
    async describe(query, signal) {
      const servers = await discover(parts, query.query, signal);
      signal.throwIfAborted();
      return described(parts, query, deferred(), servers);
    },
    suggest: async (text) => (await ranked(parts, text, deferred(), MAX_SUGGESTED)).map(({ name }) => name),
  };
}

/** The same list while catalog and policy are the same, so that its index is made once. */
function latestDeferred({ catalog, resolved }: FinderParts): () => readonly CatalogEntry[] {
  let latest:
    | { readonly from: readonly [Catalog, ResolvedSurface]; readonly entries: readonly CatalogEntry[] }
    | undefined;
  return () => {
    const [now, surface] = [catalog(), resolved()];
    if (latest?.from[0] !== now || latest.from[1] !== surface) {
      const inEffect = new Set(surface.toolNames);
      const entries = now.entries.filter(({ name, offer }) => offer === "deferred" && inEffect.has(name));
      latest = { from: [now, surface], entries };
    }
    return latest.entries;
  };
}

async function ranked(
  { clock }: FinderParts,
  query: string,
  entries: readonly CatalogEntry[],
  limit: number,
): Promise<CatalogEntry[]> {
  const { buildIndex } = await import("./search");
  const byName = new Map(entries.map((entry) => [entry.name, entry]));
  const index = await buildIndex(entries, clock);
  return index.search(query, limit).flatMap(({ name }) => byName.get(name) ?? []);
}

async function discover(parts: FinderParts, query: string, signal: AbortSignal): Promise<readonly ServerRow[]> {
  const rows = parts.servers();
  const concerned = serversConcerned(
    query,
    rows.map(({ name }) => name),
  );
  const unready = rows.filter(
    ({ name, status }) => concerned.includes(name) && status !== "ready" && status !== "disabled",
  );
  const names = unready.map(({ name }) => name);
  const connected = names.length === 0 ? [] : await parts.connect(names, signal);
  const disabled = rows.filter(({ name, status }) => concerned.includes(name) && status === "disabled");
  return [...connected, ...disabled];
}

async function byWords(
  parts: FinderParts,
  { query, maxResults }: ToolQuery,
  entries: readonly CatalogEntry[],
  servers: readonly ServerRow[],
): Promise<ToolOutput> {
  const hits = await ranked(parts, query, entries, maxResults);
  const { activated, evicted } = parts.activate(hits.map(({ name }) => name));
  const sent = parts.sent();
  const noteOn = (name: string): string =>
    !sent.has(name) ? " (no room)" : activated.includes(name) ? "" : " (you had it)";
  const usable = hits.filter(({ name }) => sent.has(name)).length;
  const lines = [
    heading(hits.length, usable),
    ...hits.map(({ name, description }) => `${name}: ${firstSentence(description)}${noteOn(name)}`),
    ...(evicted.length === 0 ? [] : [`To make room, these left your tools: ${evicted.join(", ")}.`]),
    ...servers.flatMap(serverLine),
    ...unavailableLines(parts),
  ];
  return { text: lines.join("\n") };
}

/** All that is found can be called at once, whatever the requests carry. */
async function described(
  parts: FinderParts,
  { query, match, maxResults }: ToolQuery,
  entries: readonly CatalogEntry[],
  servers: readonly ServerRow[],
): Promise<ToolOutput> {
  const asked = namesIn(query);
  const hits =
    match === "exact"
      ? entries.filter(({ name }) => asked.includes(name)).slice(0, maxResults)
      : await ranked(parts, query, entries, maxResults);
  const tools = hits.map(({ name, description, schema }) => ({ name, description, parameters: schema }));
  const notes = servers.flatMap(serverLine);
  return { text: JSON.stringify({ tools, ...(notes.length > 0 && { servers: notes }) }), format: "json" };
}

const namesIn = (query: string): readonly string[] => [...new Set(query.split(/[\s,]+/).filter((name) => name !== ""))];

function heading(hits: number, usable: number): string {
  if (hits === 0) return "No tool fits these words. Try other words for what it should do, or do without it.";
  if (usable === 0) return "No tool that fits has room beside the others: ask for one of them alone.";
  return `${counted(usable, "tool")} that you can call from your next answer on, best first:`;
}

/** Names separated by blanks or commas; one that can't be had does not keep the others back. */
function byName(
  parts: FinderParts,
  query: string,
  entries: readonly CatalogEntry[],
  servers: readonly ServerRow[],
): ToolOutput {
  const asked = namesIn(query);
  const before = parts.sent();
  const known = new Set(entries.map(({ name }) => name));
  const already = asked.filter((name) => before.has(name));
  const { activated, evicted } = parts.activate(asked.filter((name) => known.has(name)));
  const invalid = asked.filter((name) => !before.has(name) && !activated.includes(name));
  const now = parts.sent();
  const rest = entries.map(({ name }) => name).filter((name) => !now.has(name));
  const answer = {
    success: activated.length + already.length > 0,
    expanded_tools: activated,
    invalid_tools: invalid,
    already_selected_tools: already,
    available_expandable_tools: rest.slice(0, MAX_EXPANDABLE),
    ...(rest.length > MAX_EXPANDABLE ? { more_expandable_tools: rest.length - MAX_EXPANDABLE } : {}),
    evicted_tools: evicted,
    ...(invalid.length === 0 ? {} : { reasons: reasonsOf(invalid, parts, known) }),
    ...(servers.length === 0 ? {} : { servers: servers.flatMap(serverLine) }),
  };
  return { text: JSON.stringify(answer), format: "json" };
}

/** A hidden name is as good as none. */
function reasonsOf(names: readonly string[], parts: FinderParts, known: ReadonlySet<string>): Record<string, string> {
  const { disabledReasons } = parts.resolved();
  const catalog = parts.catalog();
  return Object.fromEntries(
    names.map((name) => {
      if (known.has(name)) return [name, `There is no room: at most ${MAX_ACTIVATED} tools and 16 KiB of schemas.`];
      const isHidden = catalog.find(name)?.offer === "hidden";
      const reason = !isHidden && Object.hasOwn(disabledReasons, name) ? disabledReasons[name] : undefined;
      return [name, sentence(reason ?? "unknown_tool")];
    }),
  );
}

/** Tools that every session starts with, and this one has not, by policy. */
function unavailableLines(parts: FinderParts): string[] {
  const { disabledReasons } = parts.resolved();
  return parts.catalog().entries.flatMap(({ name, offer }) => {
    const reason = disabledReasons[name];
    const isMissed = offer === "eager" && reason !== undefined && reason !== "not_built_yet";
    return isMissed ? [`Not available: ${name}. ${sentence(reason)}`] : [];
  });
}

const sentence = (reason: Reason): string => REASON_WORDS[reason].text;

function serverLine({ name, status, error }: ServerRow): string[] {
  const why = error === undefined ? "." : `: ${plainLine(error, MAX_WHY)}`;
  switch (status) {
    case "ready":
      return [];
    case "failed":
      return [`MCP server ${name} can't be used${why}`];
    case "needs_approval":
      return [`MCP server ${name} waits until the user approves that it starts.`];
    case "needs_sign_in":
      return [`MCP server ${name} waits until the user signs in.`];
    case "disabled":
      return [`MCP server ${name} is switched off.`];
    case "configured":
    case "connecting":
      return [`MCP server ${name} is still connecting: search again in a moment.`];
    default:
      return status satisfies never;
  }
}

function firstSentence(description: string): string {
  const line = plainLine(description, 4 * MAX_LINE);
  return plainLine(/^.*?[.!?](?=\s|$)|^.*?[。！？]/u.exec(line)?.[0] ?? line, MAX_LINE);
}
