import type { ShownProfile, ShownTool, SurfaceView } from "../../../../src/shared/messages/surface";
import type { Fact, Manifest, ServerRow, Snapshot, SnapshotTool } from "../../../../src/shared/surface";

/** Pictures of a surface, for tests and screenshots. */
export const manifest: Manifest = {
  kind: "builtin",
  executionMode: "parallel",
  supportedInWorker: true,
  workerRoutingHint: "local",
  requiresShell: false,
  requiresWrite: false,
  requiresSkillScope: false,
};

export const tool = (name: string, change: Partial<ShownTool> = {}): ShownTool => ({
  name,
  title: name,
  description: `What ${name} does, in one line.`,
  origin: "builtin",
  offer: "eager",
  core: false,
  enabled: true,
  subagentAllowed: true,
  routing: "auto",
  promptHint: "",
  capabilities: ["read"],
  approval: "auto",
  manifest,
  inEffect: true,
  sent: true,
  route: "worker-local",
  bytes: 812,
  tokens: 203,
  ...change,
});

export const off = (name: string, change: Partial<ShownTool> = {}): ShownTool =>
  tool(name, { enabled: false, inEffect: false, sent: false, reason: "tool_disabled", ...change });

export const server = (name: string, change: Partial<ServerRow> = {}): ServerRow => ({
  name,
  transport: "stdio",
  target: `npx -y @example/server-${name}`,
  source: "user",
  status: "ready",
  warnings: [],
  tools: 12,
  quarantined: [],
  resources: 0,
  prompts: 0,
  trusted: false,
  ...change,
});

export const profile = (name: string, change: Partial<ShownProfile> = {}): ShownProfile => ({
  name,
  description: `For ${name}.`,
  file: `.gatehouse/agents/${name}.md`,
  problems: [],
  effective: [
    { name: "read", state: "worker-local", route: "worker-local" },
    { name: "Web", state: "main-process-proxied", route: "main-process-proxy" },
    { name: "bash", state: "disabled-in-worker", route: "disabled", reason: "shell_disabled_by_policy" },
  ],
  notSelected: 41,
  omitted: 0,
  ...change,
});

export const known = <T>(value: T): Fact<T> => ({ status: "known", value });
export const unknown = (reason: string): Fact<never> => ({ status: "unknown", reason });

export const sentTool = (ordinal: number, name: string, change: Partial<SnapshotTool> = {}): SnapshotTool => ({
  ordinal,
  name: { text: name },
  description: { text: `What ${name} does, in one line.` },
  input_schema_json: { text: '{"type":"object","properties":{"path":{"type":"string"}},"required":["path"]}' },
  request: {
    allowed_callers: unknown("The request does not carry this field."),
    defer_loading: unknown("The request does not carry this field."),
    strict: known(true),
    cache_control: unknown("The request does not carry this field."),
  },
  surface: {
    provenance: known("builtin"),
    mcp_server: known(null),
    capabilities: known(["read"]),
    approval: known("auto"),
    visibility: known("eager"),
  },
  ...change,
});

export const snapshot = (change: Partial<Snapshot> = {}): Snapshot => ({
  schema_version: 1,
  turn_id: { text: "turn-7" },
  step: 3,
  capture_source: "prepared_request",
  delivery_status: "unknown",
  tools_field_present: true,
  tool_count: 1,
  rendered_tool_count: 1,
  omitted_tool_count: 0,
  payload_json_bytes: 8_412,
  payload_sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
  payload_measurement_status: "exact",
  active_tool_catalog_sha256: "60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752",
  unavailable_for_this_request: ["provider_wire_payload"],
  provider: { status: "available", name: "local", model: "deepseek-chat" },
  registry_tool_count: known(45),
  registry_only_tools: known({ count: 2, rendered: ["grep", "find_files"], omitted: 0 }),
  tools: [sentTool(1, "read")],
  ...change,
});

export const view = (change: Partial<SurfaceView> = {}): SurfaceView => ({
  snapshot: null,
  tools: { rows: [tool("read"), tool("write"), off("bash")], omitted: 0 },
  servers: [],
  profiles: [],
  rules: { problems: [], rules: [], omitted: 0, laws: [], policy: null },
  place: { trusted: true, hasFolder: true, scopes: ["user", "workspace"] },
  ...change,
});

export const serverTool = tool("mcp_server_tool", {
  origin: "mcp",
  offer: "deferred",
  sent: false,
  approval: "required",
  capabilities: ["network"],
});
