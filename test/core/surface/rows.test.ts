import { expect, test } from "vitest";
import { estimateTokens } from "../../../src/core/results/tokens";
import { buildCatalog } from "../../../src/core/surface/catalog";
import { govern } from "../../../src/core/surface/governance";
import { resolve } from "../../../src/core/surface/resolver";
import { toolRows } from "../../../src/core/surface/rows";
import { toolSchema } from "../../../src/core/tools/schema";
import { child, fakeTool, ROOT_FACTS } from "./probe";

const read = fakeTool("read", { core: true, offer: "eager", description: "Liest Dateien, größte zuerst." });
const write = fakeTool("write", { capabilities: ["write"], worker: "main-process-proxy", promptHint: "Seldom." });
const call = fakeTool("mcp_a_go", { origin: "mcp", server: "a", kind: "custom", worker: "main-process-proxy" });
const old = fakeTool("File", { offer: "hidden", standsFor: ["read"] });
const catalog = buildCatalog([[read, write, call, old]], [{ name: "agent", title: "Start agent" }]);
const governance = govern([
  {
    source: "user",
    tools: { write: { enabled: false, workerRoutingStrategy: "force-local" }, read: { enabled: false } },
  },
]);

const rows = toolRows(
  catalog,
  governance,
  resolve(catalog, governance, ROOT_FACTS),
  resolve(catalog, governance, { ...ROOT_FACTS, agent: child(["read"]) }),
  new Set(["read"]),
);
const row = (name: string) => rows.find((each) => each.name === name);

test("shows every tool but old names, in catalog order", () => {
  expect(rows.map(({ name }) => name)).toEqual(["read", "write", "mcp_a_go", "agent"]);
});

test("shows a core tool as switched on, whatever a setting says", () => {
  expect(row("read")).toMatchObject({ core: true, enabled: true, inEffect: true, sent: true, route: "worker-local" });
  expect(row("read")).not.toHaveProperty("reason");
  expect(row("read")).not.toHaveProperty("routeReason");
});

test("shows what governance says and why a tool is not in effect", () => {
  expect(row("write")).toMatchObject({
    enabled: false,
    routing: "force-local",
    promptHint: "Seldom.",
    inEffect: false,
    reason: "tool_disabled",
    sent: false,
    route: "disabled",
    routeReason: "tool_disabled",
  });
});

test("shows whose tool it is and that a child was not given it", () => {
  expect(row("mcp_a_go")).toMatchObject({ origin: "mcp", server: "a", routeReason: "not_selected_for_subagent" });
  expect(row("read")).not.toHaveProperty("server");
});

test("measures a tool as a request carries it, in UTF-8", () => {
  const json = JSON.stringify(toolSchema(read));
  expect(row("read")).toMatchObject({ bytes: Buffer.byteLength(json), tokens: estimateTokens(json) });
  expect(row("agent")).toMatchObject({ bytes: 0, tokens: 0, reason: "not_built_yet" });
});
