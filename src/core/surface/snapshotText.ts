import type { Bounded, Cut, Fact, Snapshot, SnapshotTool } from "../../shared/surface";
import { visible } from "../../shared/visible";
import { counted, figure } from "../results/sizes";

const NONE_YET = "No request has been prepared in this session yet, so there is no snapshot.";

/** `/tools`: the snapshot for a person to read. A foreign text can't hide anything in it nor begin a line. */
export function snapshotText(snapshot: Snapshot | undefined): string {
  if (!snapshot) return `${NONE_YET}\n`;
  const tools = snapshot.tools.map((tool) => `\n${toolText(tool)}\n`);
  return `${topLines(snapshot).join("\n")}\n${tools.join("")}`;
}

/** `/tools json`: the same evidence for a program. */
export function snapshotJson(snapshot: Snapshot | undefined): string {
  const value = snapshot ?? { schema_version: 1, snapshot: null, reason: NONE_YET };
  return `${escaped(JSON.stringify(value, null, 2))}\n`;
}

/** What can't be seen is written as JSON may write it, so that the value stays the same. */
function escaped(json: string): string {
  return json.replace(/(?![ \n])[\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}]/gu, (hidden) =>
    hidden.split("").map(unitEscape).join(""),
  );
}

const unitEscape = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;

function topLines(snapshot: Snapshot): string[] {
  const { tool_count, rendered_tool_count, omitted_tool_count } = snapshot;
  const counts = `${counted(tool_count, "tool")}, ${figure(rendered_tool_count)} shown, ${figure(omitted_tool_count)} left out`;
  return [
    "The tools of the latest prepared request",
    `Turn: ${boundedText(snapshot.turn_id)}, step ${snapshot.step}`,
    "Captured: when the request was prepared; whether it was delivered is unknown",
    `Tools field: ${snapshot.tools_field_present ? `present, ${counts}` : "absent"}`,
    `Payload: ${payloadText(snapshot)}`,
    `Catalog digest (SHA-256): ${snapshot.active_tool_catalog_sha256 ?? "none"}`,
    `Provider: ${providerText(snapshot.provider)}`,
    `Tools in the catalog: ${factText(snapshot.registry_tool_count, figure)}`,
    `Of these not in this request: ${factText(snapshot.registry_only_tools, registryText)}`,
    `Unavailable for this request: ${snapshot.unavailable_for_this_request.join(", ")}`,
  ];
}

function payloadText(snapshot: Snapshot): string {
  switch (snapshot.payload_measurement_status) {
    case "exact":
      return `${figure(snapshot.payload_json_bytes ?? 0)} bytes of JSON, SHA-256 ${snapshot.payload_sha256}`;
    case "over_limit":
      return "not measured, larger than 1 MiB";
    case "field_absent":
      return "none, there is no tools field";
    case "failed":
      return "not measured, it can't be written as JSON";
  }
}

function providerText(provider: Snapshot["provider"]): string {
  switch (provider.status) {
    case "unknown":
      return "unknown";
    case "available":
      return visible(`${provider.name}, model ${provider.model}`, "");
    case "unavailable":
      return visible(`unavailable (${provider.why})`, "");
  }
}

function registryText(only: {
  readonly count: number;
  readonly rendered: readonly string[];
  readonly omitted: number;
}) {
  const names = only.rendered.map((name) => visible(name, "")).join(", ");
  const more = only.omitted > 0 ? ` and ${figure(only.omitted)} more` : "";
  return only.count === 0 ? "0" : `${figure(only.count)}: ${names}${more}`;
}

function toolText({ ordinal, name, description, input_schema_json, request, surface }: SnapshotTool): string {
  const callers = request.allowed_callers_cut ? ` ${cutText(request.allowed_callers_cut)}` : "";
  const ofRequest = {
    allowed_callers: factText(request.allowed_callers, list) + callers,
    defer_loading: factText(request.defer_loading, String),
    strict: factText(request.strict, String),
    cache_control: factText(request.cache_control, String),
  };
  const ofSurface = {
    provenance: factText(surface.provenance, String),
    mcp_server: factText(surface.mcp_server, (server) => server ?? "none"),
    capabilities: factText(surface.capabilities, list),
    approval: factText(surface.approval, String),
    visibility: factText(surface.visibility, String),
  };
  return [
    `${ordinal}. ${boundedText(name)}`,
    `   description: ${boundedText(description)}`,
    `   schema: ${boundedText(input_schema_json)}`,
    `   of the request: ${grouped(ofRequest)}`,
    `   of the surface: ${grouped(ofSurface)}`,
  ].join("\n");
}

const list = (items: readonly string[]): string => items.join(", ") || "none";

/** Fields with the same text share it. */
function grouped(fields: Readonly<Record<string, string>>): string {
  const byText = new Map<string, string[]>();
  for (const [field, text] of Object.entries(fields)) byText.set(text, [...(byText.get(text) ?? []), field]);
  return [...byText].map(([text, names]) => `${names.join(", ")}: ${text}`).join("; ");
}

function factText<T>(fact: Fact<T>, word: (value: T) => string): string {
  return visible(fact.status === "known" ? word(fact.value) : `unknown (${fact.reason})`, "");
}

function boundedText({ text, cut, unknown }: Bounded): string {
  if (unknown !== undefined) return visible(`unknown (${unknown})`, "");
  return visible(text, "") + (cut ? ` ${cutText(cut)}` : "");
}

function cutText({ original, kept, unit, atLeast }: Cut): string {
  return `[cut: ${figure(kept)} of ${atLeast ? "at least " : ""}${figure(original)} ${unit}]`;
}
