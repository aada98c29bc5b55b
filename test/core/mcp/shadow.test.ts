import { expect, test } from "vitest";
import { asTool } from "../../../src/core/mcp/asTool";
import { readTools } from "../../../src/core/mcp/listed";
import { buildCatalog } from "../../../src/core/surface/catalog";
import { nativeTools } from "../../../src/core/tools/index";
import { nodeDigest } from "../../../src/node/ports";
import { fakeClock } from "../../fakes/clock";
import { echo } from "./support";

const TOOLS = nativeTools("bash");

test("no tool of a server takes a built-in's place, whatever it calls itself", async () => {
  const names = TOOLS.map(({ name }) => name);
  const entries = [...names, "../read", "mcp__read"].map((name) => ({ ...echo, name }));
  const { tools } = await readTools("s", entries, { clock: fakeClock(), digest: nodeDigest });
  const foreign = tools.map((tool) => asTool(tool, { name: "s", trusted: true }, async () => ({ text: "" })));
  // Even one that would get through with the very name comes second.
  const forged = foreign.map((tool, at) => ({ ...tool, name: names[at] ?? tool.name }));
  const catalog = buildCatalog([TOOLS, foreign, forged]);
  for (const tool of TOOLS) expect(catalog.find(tool.name)?.tool).toBe(tool);
  expect(foreign.every(({ name }) => name.startsWith("mcp_s_"))).toBe(true);
});
