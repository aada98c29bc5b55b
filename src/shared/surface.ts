import type { Reason } from "./reasons";

/** Where a tool comes from. */
export type Origin = "builtin" | "plugin" | "mcp" | "synthetic";
/** `eager` is in every request; `deferred` is found by search; `hidden` answers to its exact name only. */
export type Offer = "eager" | "deferred" | "hidden";
export type Approval = "auto" | "suggest" | "required";

export type ToolKind = "builtin" | "memory" | "skill" | "delegation" | "admin" | "custom";
export type WorkerRoutingHint = "local" | "main-process-proxy" | "disabled";
export type WorkerRoutingStrategy = "auto" | "force-local" | "force-main-process-proxy" | "force-disabled";

/** Stable facts on how a tool runs, the common language of workers and views. */
export interface Manifest {
  readonly kind: ToolKind;
  readonly executionMode: "parallel" | "sequential";
  readonly supportedInWorker: boolean;
  readonly workerRoutingHint: WorkerRoutingHint;
  readonly requiresShell: boolean;
  readonly requiresWrite: boolean;
  readonly requiresSkillScope: boolean;
}

export type RouteState = "worker-local" | "main-process-proxied" | "disabled-in-worker" | "not-selected";
/** What views fold the states to. */
export type Route = "worker-local" | "main-process-proxy" | "disabled";

/** A fact, or why it is not known. Unknown is never "none". */
export type Fact<T> =
  | { readonly status: "known"; readonly value: T }
  | { readonly status: "unknown"; readonly reason: string };

/** What a cut left: `kept` of `original`. */
export interface Cut {
  readonly original: number;
  readonly kept: number;
  readonly unit: "characters" | "bytes" | "entries";
  /** `original` is only what was counted before measuring stopped. */
  readonly atLeast?: true;
}

/** A text that may be cut; every cut leaves a receipt. */
export interface Bounded {
  readonly text: string;
  /** Of the whole; present when `text` is a part. */
  readonly cut?: Cut;
  /** Why there is no text: it could not be read. */
  readonly unknown?: string;
}

/** One tool of a prepared request. */
export interface SnapshotTool {
  readonly ordinal: number;
  readonly name: Bounded;
  readonly description: Bounded;
  readonly input_schema_json: Bounded;
  readonly request: {
    readonly allowed_callers: Fact<readonly string[]>;
    /** Callers that are left out: too many, or too long. */
    readonly allowed_callers_cut?: Cut;
    readonly defer_loading: Fact<boolean>;
    readonly strict: Fact<boolean>;
    readonly cache_control: Fact<string>;
  };
  readonly surface: {
    readonly provenance: Fact<Origin>;
    readonly mcp_server: Fact<string | null>;
    readonly capabilities: Fact<readonly string[]>;
    readonly approval: Fact<Approval>;
    readonly visibility: Fact<Offer>;
  };
}

/** The bounded projection of the tools field of one prepared request. See `design/ui.md`, "The snapshot". */
export interface Snapshot {
  readonly schema_version: 1;
  readonly turn_id: Bounded;
  readonly step: number;
  readonly capture_source: "prepared_request";
  readonly delivery_status: "unknown";
  readonly tools_field_present: boolean;
  readonly tool_count: number;
  readonly rendered_tool_count: number;
  readonly omitted_tool_count: number;
  /** Exact within 1 MiB, else null; also null when the tools can't be written as JSON (`failed`). */
  readonly payload_json_bytes: number | null;
  readonly payload_sha256: string | null;
  readonly payload_measurement_status: "exact" | "over_limit" | "field_absent" | "failed";
  readonly active_tool_catalog_sha256: string | null;
  readonly unavailable_for_this_request: readonly string[];
  readonly provider:
    | { readonly status: "unknown" }
    | { readonly status: "available"; readonly name: string; readonly model: string }
    | { readonly status: "unavailable"; readonly why: string };
  readonly registry_tool_count: Fact<number>;
  readonly registry_only_tools: Fact<{
    readonly count: number;
    readonly rendered: readonly string[];
    readonly omitted: number;
  }>;
  readonly tools: readonly SnapshotTool[];
}

/** One row of "All tools": what the catalog and governance say, and what that comes to here and now. */
export interface ToolRow {
  readonly name: string;
  /** English l10n key for a built-in's title; foreign plain text for a server's tool. */
  readonly title: string;
  readonly description: string;
  readonly origin: Origin;
  readonly server?: string;
  readonly offer: Offer;
  readonly core: boolean;
  readonly enabled: boolean;
  readonly subagentAllowed: boolean;
  readonly routing: WorkerRoutingStrategy;
  readonly promptHint: string;
  readonly capabilities: readonly string[];
  readonly approval: Approval;
  readonly manifest: Manifest;
  /** In effect for the next request or callable; else why not. */
  readonly inEffect: boolean;
  readonly reason?: Reason;
  /** In the requests of now: eager, always loaded or activated. */
  readonly sent: boolean;
  /** What a sub-agent would get. */
  readonly route: Route;
  readonly routeReason?: Reason;
  /** Of name, description and schema as sent. */
  readonly bytes: number;
  readonly tokens: number;
}

export type ServerStatus =
  | "configured"
  | "needs_approval"
  | "connecting"
  | "ready"
  | "needs_sign_in"
  | "failed"
  | "disabled";

/** One configured MCP server as people see it. Every string from the server is bounded plain text. */
export interface ServerRow {
  readonly name: string;
  readonly transport: "stdio" | "http" | "sse";
  /** The command line or the URL, without secrets. */
  readonly target: string;
  readonly source: "user" | "workspace";
  readonly status: ServerStatus;
  /** Why, with `failed`, or what is odd although it works: one sentence each, newest last. */
  readonly error?: string;
  readonly errorCode?: string;
  readonly warnings: readonly string[];
  readonly tools: number;
  readonly quarantined: readonly { readonly tool: string; readonly why: string }[];
  readonly resources: number;
  readonly prompts: number;
  readonly trusted: boolean;
}

/** An agent profile and what an agent of it would get. */
export interface ProfileRow {
  readonly name: string;
  readonly description: string;
  /** As shown to people. */
  readonly file: string;
  readonly model?: string;
  readonly mode?: string;
  /** Absent in the file: the read-only set. */
  readonly tools?: readonly string[];
  readonly problems: readonly { readonly line: number; readonly text: string }[];
  /** Tools of its effective profile, with the route or the reason. */
  readonly effective: readonly {
    readonly name: string;
    readonly state: RouteState;
    readonly route: Route;
    readonly reason?: Reason;
  }[];
}
