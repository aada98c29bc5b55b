import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import * as real from "../support/mcp/realServers";
import { byPrompt, offered, type Script, toolResults } from "./support/byPrompt";
import { House } from "./support/house";
import { written } from "./support/mcpServers";

const PAGE = "<!doctype html><title>The gate's own page</title><h1>Mind the gate</h1><button>Press me</button>";
const THOUGHT = { thought: "First the gate.", thoughtNumber: 1, totalThoughts: 1, nextThoughtNeeded: false };

/** The search that a model would make, one call, and the end. */
const found = (query: string, name: string, args: () => Record<string, unknown>): Script => [
  { calls: [{ name: "tool_search", args: { query } }] },
  () => ({ calls: [{ name, args: args() }] }),
  { text: `That was ${name}.` },
];

describe("well-known MCP servers in a real VS Code", () => {
  let house: House;
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-known-"));
  const running: real.Running[] = [];
  const site = createServer((_, response) => response.writeHead(200, { "content-type": "text/html" }).end(PAGE));

  beforeAll(async () => {
    await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
    const page = () => ({ url: `http://127.0.0.1:${(site.address() as AddressInfo).port}/` });
    const note = () => ({ path: house.server.path("note.txt"), content: "gate" });
    running.push(await real.playwrightAt("http", folder), await real.playwrightAt("sse", folder));
    const [byHttp, bySse] = running.map(({ config }) => written(config));
    const scripts = {
      "Write it": found("filesystem server: write a file", "mcp_filesystem_write_file", note),
      "Think it": found("thinking server: sequential thinking", "mcp_thinking_sequentialthinking", () => THOUGHT),
      "Open it by stdio": found("browser server: navigate to a page", "mcp_browser_browser_navigate", page),
      "Open it by http": found("webhttp server: navigate to a page", "mcp_webhttp_browser_navigate", page),
      "Open it by sse": found("websse server: navigate to a page", "mcp_websse_browser_navigate", page),
    };
    house = await House.open(byPrompt(scripts), {
      settings: {
        "gatehouse.mcpServers": {
          filesystem: written(real.filesystem(folder)),
          thinking: written(real.thinking()),
          browser: written(await real.playwright(folder)),
          webhttp: byHttp,
          websse: bySse,
        },
      },
    });
  });
  afterEach((context) => house?.keepFailure(context));
  afterAll(async () => {
    await house?.close();
    for (const { process: child } of running) child.kill("SIGKILL");
    site.close();
    site.closeAllConnections();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Search, tool in the next request, card, yes, result: gives what the tool answered. */
  async function calls(prompt: string, server: string, tool: string): Promise<string> {
    const { chat, model } = house;
    await chat.newSession();
    await chat.send(prompt);
    await chat.card.getByText(`MCP server ${server}:`).waitFor({ timeout: 60_000 });
    expect(offered(model.requests.at(-1))).toContain(tool);
    await chat.answer("once");
    await chat.said(`That was ${tool}.`).waitFor({ timeout: 60_000 });
    return toolResults(model.requests.at(-1)).at(-1) ?? "";
  }

  test("filesystem writes into the workspace, of which it is told, and not only where it was started for", async () => {
    expect(await calls("Write it", "filesystem", "mcp_filesystem_write_file")).toContain("Successfully wrote");
    expect(house.server.read("note.txt")).toBe("gate");
  });

  test("sequential-thinking takes a thought", async () => {
    const tool = "mcp_thinking_sequentialthinking";
    expect(await calls("Think it", "thinking", tool)).toContain('"thoughtNumber": 1');
  });

  test.each([
    ["stdio", "browser"],
    ["http", "webhttp"],
    ["sse", "websse"],
  ])("playwright opens a page over %s", async (way, server) => {
    const tool = `mcp_${server}_browser_navigate`;
    expect(await calls(`Open it by ${way}`, server, tool)).toContain("The gate's own page");
  });

  test("nothing outside of this machine was asked for by the window", () => {
    expect(house.workbench.foreign).toEqual([]);
  });
});
