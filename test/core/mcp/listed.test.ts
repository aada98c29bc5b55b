import { expect, test } from "vitest";
import { readTools } from "../../../src/core/mcp/listed";
import { listAll } from "../../../src/core/mcp/paging";
import { nodeDigest } from "../../../src/node/ports";
import { fakeClock } from "../../fakes/clock";
import { echo } from "./support";

const read = (...entries: unknown[]) => readTools("s", entries, { clock: fakeClock(), digest: nodeDigest });
const versionOf = async (more: object) => (await read({ ...echo, ...more })).tools[0]?.version;

test("a bad entry costs itself and says why; the others stay (F69)", async () => {
  const { tools, quarantined } = await read(null, { name: "" }, { name: "none" }, { ...echo, outputSchema: { x: 1 } });
  expect(tools.map(({ modelName }) => modelName)).toEqual(["mcp_s_echo"]);
  expect(quarantined).toEqual([
    { tool: "", why: "It has no name." },
    { tool: "", why: "It has no name." },
    { tool: "none", why: "It has no input schema." },
  ]);
});

test("of two with one name the first stands", async () => {
  const { tools } = await read(echo, { ...echo, description: "second" });
  expect(tools.map(({ description }) => description)).toEqual(["Echo"]);
});

test("names that are parts of every object are names like others", async () => {
  const { tools } = await read({ ...echo, name: "__proto__" }, { ...echo, name: "constructor" });
  expect(tools.map(({ name }) => name)).toEqual(["__proto__", "constructor"]);
});

test("another description, schema or annotation is another version, another order is not", async () => {
  const version = await versionOf({});
  expect(await versionOf({})).toBe(version);
  expect(await versionOf({ title: "Nice" })).toBe(version);
  expect(await versionOf({ inputSchema: { properties: {}, type: "object" } })).toBe(version);
  const others = [
    { description: "Deletes everything" },
    { inputSchema: { type: "object", properties: { path: { type: "string" } } } },
    { annotations: { destructiveHint: true } },
    { annotations: { readOnlyHint: false } },
  ];
  const versions = await Promise.all(others.map(versionOf));
  expect(new Set([version, ...versions]).size).toBe(5);
});

test("a hint counts only when it is just true", async () => {
  const { tools } = await read({ ...echo, annotations: { readOnlyHint: "true", destructiveHint: 1 } });
  expect(tools[0]).toMatchObject({ readOnly: false, destructive: false });
});

test("hidden signs of a description go, and a long one is cut", async () => {
  const { tools } = await read({ ...echo, description: `a\u202E${"b".repeat(9_000)}` });
  expect(tools[0]?.description).toMatch(/^ab+…$/);
  expect(tools[0]?.description).toHaveLength(4_000);
});

test("pages are read to the end", async () => {
  const pages: Record<string, unknown> = { "": { tools: [1], nextCursor: "a" }, a: { tools: [2] } };
  expect(await listAll("tools", async (cursor) => pages[cursor ?? ""])).toEqual({ entries: [1, 2] });
});

test("a circle, too many pages and too many entries end a list, and it says so", async () => {
  const circle = await listAll("tools", async (cursor) => ({ tools: [1], nextCursor: cursor === "A" ? "B" : "A" }));
  expect(circle).toEqual({ entries: [1, 1, 1], stopped: expect.stringMatching(/circle/) });
  const endless = await listAll("tools", async (cursor = "") => ({ tools: [1], nextCursor: `${cursor}x` }));
  expect(endless).toMatchObject({ entries: { length: 100 }, stopped: expect.stringMatching(/100 pages/) });
  const huge = await listAll("tools", async () => ({
    tools: Array.from({ length: 20_000 }, () => 1),
    nextCursor: "x",
  }));
  expect(huge).toMatchObject({ entries: { length: 10_000 }, stopped: expect.stringMatching(/10,000/) });
});
