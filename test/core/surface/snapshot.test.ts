import { readFileSync, writeFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import * as z from "zod";
import type { OfferedTool } from "../../../src/core/progress/events";
import { buildCatalog } from "../../../src/core/surface/catalog";
import { toolsDigest } from "../../../src/core/surface/digest";
import { captureRequest, type PreparedRequest, projectRequest } from "../../../src/core/surface/snapshot";
import { snapshotJson } from "../../../src/core/surface/snapshotJson";
import type { Tool } from "../../../src/core/tools/tool";
import type { Snapshot } from "../../../src/shared/surface";
import { sha256 } from "../../fakes/memoryPorts";

function tool(name: string, more: Partial<Tool> = {}): Tool {
  return {
    name,
    title: name,
    description: `Does ${name}.`,
    input: z.strictObject({}),
    capabilities: ["read"],
    offer: "eager",
    kind: "builtin",
    worker: "local",
    renderer: "text",
    parallel: true,
    subject: () => "",
    run: () => Promise.resolve({ text: "" }),
    ...more,
  };
}

const sent = (name: string, parameters: OfferedTool["parameters"] = { type: "object" }): OfferedTool => ({
  name,
  description: `Does ${name}.`,
  parameters,
});

const ofServer = (name: string, server: string, more: Partial<Tool> = {}) =>
  tool(name, { origin: "mcp", server, offer: "deferred", capabilities: ["network"], kind: "custom", ...more });

const MCP = ofServer("mcp_db_query", "db");
/** Two servers have it; a catalog that still names one of them must not speak for the pool. */
const SHARED = ofServer("mcp_a_b_c", "a_b", { capabilities: [] });
const CATALOG = buildCatalog(
  [
    [tool("read"), tool("write", { capabilities: ["write"] }), tool("tool_search", { origin: "synthetic" })],
    [MCP, SHARED],
  ],
  [{ name: "agent", title: "Start agent" }],
);
const POOL = {
  tools: () => [MCP, SHARED],
  collisions: () => [{ name: "mcp_a_b_c", servers: ["a", "a_b"] }],
};

const prepared = (more: Partial<PreparedRequest> = {}): PreparedRequest => ({
  turn: "turn-1",
  step: 2,
  tools: [sent("read"), sent("write")],
  provider: { status: "available", name: "Local", model: "local/qwen" },
  surface: { catalog: CATALOG, pool: POOL },
  ...more,
});

const snapshotOf = (request: PreparedRequest): Snapshot => projectRequest(captureRequest(request), sha256);

const many = (count: number): OfferedTool[] =>
  Array.from({ length: count }, (_, at) => sent(`mcp_big_tool_${at + 1}`, { type: "object", title: "t".repeat(300) }));

const { surface: _, ...withoutContext } = prepared({ provider: { status: "unknown" } });

/** By the name of their golden file, which is the JSON that people open; what the panel draws of them is tested with it. */
const SCENES: Readonly<Record<string, PreparedRequest>> = {
  "no-tools-field": prepared({ tools: undefined }),
  "empty-array": prepared({ tools: [] }),
  "two-tools": prepared(),
  "five-thousand-tools": prepared({ tools: many(5_000) }),
  "large-schema": prepared({ tools: [sent("read"), sent("mcp_db_query", { description: "é".repeat(1024 * 1024) })] }),
  "no-client": prepared({ provider: { status: "unavailable", why: "No model is chosen." } }),
  "no-surface-context": withoutContext,
  "colliding-servers": prepared({ tools: [sent("read"), sent("mcp_db_query"), sent("mcp_a_b_c"), sent("mcp_gone_x")] }),
  "every-field": prepared({
    turn: "t".repeat(600),
    tools: [
      {
        ...sent(`long_${"n".repeat(300)}`, { type: "object", properties: { text: { const: "x".repeat(3_000) } } }),
        description: `Hides\u202e and\nbreaks ${"😀".repeat(600)}`,
        allowed_callers: ["direct", "c".repeat(200), ...Array.from({ length: 20 }, (_each, at) => `caller_${at}`)],
        defer_loading: true,
        strict: false,
        cache_control: { type: "ephemeral" },
      } as OfferedTool,
    ],
  }),
};

test.each(Object.entries(SCENES))("shows of %s what its golden file says", (name, request) => {
  const text = snapshotJson(snapshotOf(request));
  const golden = `${import.meta.dirname}/golden/snapshot/${name}.json`;
  if (process.env["UPDATE_GOLDEN"] === "1") writeFileSync(golden, text);
  expect(text).toBe(readFileSync(golden, "utf8"));
});

test("the JSON holds the very snapshot, also where characters are escaped", () => {
  const snapshot = snapshotOf(SCENES["every-field"] as PreparedRequest);
  expect(JSON.parse(snapshotJson(snapshot))).toEqual(snapshot);
  expect(snapshotJson(snapshot)).not.toContain("\u202e");
});

test("measures the exact bytes and digest of the tools, up to 1 MiB", () => {
  const of = (length: number) => {
    const tools = [sent("read", { text: "a".repeat(length) })];
    return { snapshot: snapshotOf(prepared({ tools })), json: JSON.stringify(tools) };
  };
  const room = 1024 * 1024 - of(0).json.length;
  const { snapshot, json } = of(room);
  expect(snapshot.payload_json_bytes).toBe(1024 * 1024);
  expect(snapshot.payload_sha256).toBe(sha256(json));
  expect(of(room + 1).snapshot).toMatchObject({ payload_json_bytes: null, payload_measurement_status: "over_limit" });
});

test("the digest is the one of the audit record, also where the payload is too large to measure", () => {
  for (const tools of [[], [sent("read")], many(5_000)]) {
    expect(snapshotOf(prepared({ tools })).active_tool_catalog_sha256).toBe(toolsDigest(tools, sha256));
  }
});

test("what the pool says after the capture changes nothing", () => {
  let server = "db";
  const pool = { tools: () => [ofServer("mcp_db_query", server)], collisions: () => [] };
  const captured = captureRequest(prepared({ tools: [sent("mcp_db_query")], surface: { catalog: CATALOG, pool } }));
  server = "other";
  expect(projectRequest(captured, sha256).tools[0]?.surface.mcp_server).toEqual({ status: "known", value: "db" });
});

test("a name that two servers' tools have is attributed to none, also when no collision is reported", () => {
  const pool = { tools: () => [ofServer("mcp_x", "a"), ofServer("mcp_x", "b")], collisions: () => [] };
  const snapshot = snapshotOf(prepared({ tools: [sent("mcp_x")], surface: { catalog: CATALOG, pool } }));
  expect(snapshot.tools[0]?.surface.mcp_server).toEqual({ status: "known", value: null });
});

test("a catalog of thousands is a number and a bounded list of names", () => {
  const catalog = buildCatalog([Array.from({ length: 5_000 }, (_each, at) => tool(`t${at}`))]);
  const snapshot = snapshotOf(prepared({ tools: [sent("t0"), sent("t4999")], surface: { catalog, pool: undefined } }));
  expect(snapshot.registry_tool_count).toEqual({ status: "known", value: 5_000 });
  expect(snapshot.registry_only_tools).toMatchObject({ value: { count: 4_998, omitted: 4_934 } });
});

test("schemas are measured one after the other, all together up to 1 MiB", () => {
  const tools = Array.from({ length: 4 }, (_each, at) => sent(`t${at}`, { text: "a".repeat(400 * 1024) }));
  const cuts = snapshotOf(prepared({ tools })).tools.map(({ input_schema_json }) => input_schema_json.cut);
  expect(cuts.map((cut) => cut?.atLeast ?? false)).toEqual([false, false, true, true]);
  expect(cuts.every((cut) => cut?.kept === 2_048)).toBe(true);
  expect(cuts[0]?.original).toBe(400 * 1024 + '{"text":""}'.length);
});

test("a schema that can't be written is unknown, and the rest is shown", () => {
  const loop: Record<string, unknown> = { type: "object" };
  loop["properties"] = { self: loop };
  const snapshot = snapshotOf(prepared({ tools: [sent("read", loop), sent("write")] }));
  expect(snapshot).toMatchObject({
    payload_json_bytes: null,
    payload_sha256: null,
    payload_measurement_status: "failed",
  });
  expect(snapshot.active_tool_catalog_sha256).toBeNull();
  expect(snapshot.unavailable_for_this_request).toContain("active_tool_catalog_sha256");
  expect(snapshot.tools[0]?.input_schema_json).toEqual({
    text: "",
    unknown: "It can't be written as JSON: It contains itself.",
  });
  expect(snapshot.tools[1]?.input_schema_json).toEqual({ text: '{"type":"object"}' });
});

test("a field that throws is unknown with what it said", () => {
  const odd = Object.defineProperty(sent("read"), "description", {
    get() {
      throw new Error("not today");
    },
  });
  const snapshot = snapshotOf(prepared({ tools: [odd] }));
  expect(snapshot.tools[0]?.description).toEqual({ text: "", unknown: "It could not be read: not today" });
});

test("projects whatever the tools hold, within its bounds, and always as JSON", () => {
  const odd = fc.anything({ withBigInt: true, withDate: true, withMap: true, withNullPrototype: true });
  const field = fc.constantFrom("name", "description", "parameters", "allowed_callers", "strict", "cache_control", "x");
  const tools = fc.array(fc.oneof(odd, fc.dictionary(field, odd)), { maxLength: 40 });
  fc.assert(
    fc.property(tools, (anything) => {
      const snapshot = snapshotOf(prepared({ tools: anything as OfferedTool[] }));
      expect(snapshot.tools.length).toBe(Math.min(anything.length, 32));
      for (const shown of snapshot.tools) {
        expect([...shown.name.text].length).toBeLessThanOrEqual(256);
        expect(new TextEncoder().encode(shown.input_schema_json.text).length).toBeLessThanOrEqual(2_048);
      }
      expect(JSON.parse(snapshotJson(snapshot))).toEqual(snapshot);
    }),
  );
});

test("changes nothing of what the request carries", () => {
  const tools = [sent("write"), sent("read", { z: 1, a: 2 })];
  const before = JSON.stringify(tools);
  snapshotOf(prepared({ tools }));
  expect(JSON.stringify(tools)).toBe(before);
});
