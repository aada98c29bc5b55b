import type { Snapshot } from "../../shared/surface";
import { bounded } from "../../shared/visible";
import type { McpPool } from "../mcp/pool";
import type { Digest } from "../operations/ports";
import type { OfferedTool } from "../progress/events";
import type { Catalog } from "./catalog";
import { toolsDigest } from "./digest";
import { jsonHead } from "./jsonHead";
import {
  type CapturedSurface,
  characters,
  known,
  MAX_MEASURED_BYTES,
  NO_CONTEXT,
  nameOf,
  projectTool,
  schemaMeter,
  unknown,
} from "./snapshotTool";

const MAX_TOOLS = 32;
const MAX_TURN_ID = 512;
const MAX_PROVIDER = 256;
const MAX_REGISTRY_ONLY = 64;
const MAX_REGISTRY_NAME = 256;

export type ProviderReceipt = Snapshot["provider"];

/** What the seam has at hand right after a request was made. */
export interface PreparedRequest {
  readonly turn: string;
  readonly step: number;
  /** The very value that the model client is handed; absent when there is no tools field. */
  readonly tools: readonly OfferedTool[] | undefined;
  /** Of the resolved client, never made from a catalog. */
  readonly provider: ProviderReceipt;
  readonly surface?: {
    readonly catalog: Catalog;
    readonly pool: Pick<McpPool, "tools" | "collisions"> | undefined;
  };
}

/** References only: what they lead to does not change any more, and the pool has been asked already. */
export interface CapturedRequest extends Omit<PreparedRequest, "surface"> {
  readonly surface?: CapturedSurface;
}

/** Cheap enough for each request. */
export function captureRequest({ surface, ...request }: PreparedRequest): CapturedRequest {
  if (!surface) return request;
  const { catalog, pool } = surface;
  const names = new Set((request.tools ?? []).slice(0, MAX_TOOLS).map(nameOf));
  return { ...request, surface: { catalog, servers: pool ? attribution(pool, names) : new Map() } };
}

/** By exact name only, and never when two servers have it. */
function attribution(
  pool: Pick<McpPool, "tools" | "collisions">,
  names: ReadonlySet<string | undefined>,
): ReadonlyMap<string, string> {
  const servers = new Map<string, string>();
  const shared = new Set(pool.collisions().map(({ name }) => name));
  for (const { name, server } of pool.tools()) {
    if (server === undefined || !names.has(name)) continue;
    if ((servers.get(name) ?? server) !== server) shared.add(name);
    servers.set(name, server);
  }
  for (const name of shared) servers.delete(name);
  return servers;
}

/** The bounded projection of `design/ui.md`. It runs nothing and never throws, whatever the tools hold. */
export function projectRequest(captured: CapturedRequest, digest: Digest): Snapshot {
  const { tools, surface } = captured;
  const shown = (tools ?? []).slice(0, MAX_TOOLS);
  const measure = schemaMeter();
  const sum = orElse(() => toolsDigest(tools, digest), null);
  return {
    schema_version: 1,
    turn_id: characters(captured.turn, MAX_TURN_ID),
    step: captured.step,
    capture_source: "prepared_request",
    delivery_status: "unknown",
    tools_field_present: tools !== undefined,
    tool_count: tools?.length ?? 0,
    rendered_tool_count: shown.length,
    omitted_tool_count: (tools?.length ?? 0) - shown.length,
    ...payload(tools, digest),
    active_tool_catalog_sha256: sum,
    unavailable_for_this_request: unavailable(captured, sum),
    provider: provider(captured.provider),
    registry_tool_count: surface ? known(surface.catalog.entries.length) : unknown(NO_CONTEXT),
    registry_only_tools: registryOnly(captured),
    tools: shown.map((tool, index) => projectTool(tool, index, surface, measure)),
  };
}

type Payload = Pick<Snapshot, "payload_json_bytes" | "payload_sha256" | "payload_measurement_status">;

function payload(tools: readonly OfferedTool[] | undefined, digest: Digest): Payload {
  const none = (payload_measurement_status: Payload["payload_measurement_status"]) => ({
    payload_json_bytes: null,
    payload_sha256: null,
    payload_measurement_status,
  });
  if (tools === undefined) return none("field_absent");
  return orElse(() => {
    const { text, bytes, whole } = jsonHead(tools, MAX_MEASURED_BYTES);
    if (!whole) return none("over_limit");
    return { payload_json_bytes: bytes, payload_sha256: digest(text), payload_measurement_status: "exact" };
  }, none("failed"));
}

function unavailable({ provider: { status }, surface, tools }: CapturedRequest, sum: string | null): readonly string[] {
  return [
    "provider_wire_payload",
    ...(status === "available" ? [] : ["provider", "model"]),
    ...(surface ? [] : ["provenance", "capabilities", "approval"]),
    ...(tools !== undefined && sum === null ? ["active_tool_catalog_sha256"] : []),
  ];
}

function provider(receipt: ProviderReceipt): ProviderReceipt {
  const short = (text: string): string => bounded(text, MAX_PROVIDER);
  switch (receipt.status) {
    case "unknown":
      return { status: "unknown" };
    case "available":
      return { status: "available", name: short(receipt.name), model: short(receipt.model) };
    case "unavailable":
      return { status: "unavailable", why: short(receipt.why) };
  }
}

/** Names too long to show are counted with those left out. */
function registryOnly({ tools, surface }: CapturedRequest): Snapshot["registry_only_tools"] {
  if (!surface) return unknown(NO_CONTEXT);
  const carried = new Set(tools?.map(nameOf));
  const only = surface.catalog.entries.map(({ name }) => name).filter((name) => !carried.has(name));
  const rendered = only.filter((name) => name.length <= MAX_REGISTRY_NAME).slice(0, MAX_REGISTRY_ONLY);
  return known({ count: only.length, rendered, omitted: only.length - rendered.length });
}

function orElse<T>(work: () => T, otherwise: T): T {
  try {
    return work();
  } catch {
    return otherwise;
  }
}
