import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import * as real from "../support/mcp/realServers";
import { byPrompt, offered, toolResults } from "./support/byPrompt";
import { House } from "./support/house";
import { broken, written } from "./support/mcpServers";
import { Surface } from "./support/surface";

const search = (query: string, match: "words" | "exact" = "words") => ({
  calls: [{ name: "tool_search", args: { query, match } }],
});
const calling = (name: string, args: object = {}) => ({ calls: [{ name, args: { ...args } }] });
const ADA = { entities: [{ name: "Ada", entityType: "person", observations: ["keeps every gate"] }] };

const SCRIPTS = {
  "Keep it": [search("memory server: create entities"), calling("mcp_memory_create_entities", ADA), { text: "Kept." }],
  "Read it": [calling("mcp_memory_read_graph"), { text: "As you wish." }],
  "Ask notes": [search("notes server: read graph"), { text: "I wait for you." }],
  "Now notes": [
    search("mcp_notes_read_graph", "exact"),
    calling("mcp_notes_read_graph"),
    { text: "The notes are empty." },
  ],
  "Elicit it": [
    search("mcp_everything_trigger-elicitation-request", "exact"),
    calling("mcp_everything_trigger-elicitation-request"),
    { text: "I know your name now." },
  ],
  "Over http": [calling("mcp_byhttp_echo", { message: "by http" }), { text: "Http works." }],
  "Over sse": [calling("mcp_bysse_echo", { message: "by sse" }), { text: "Sse works." }],
  "Find both": [search("echo on the byhttp or the bysse server"), { text: "Both are there." }],
  "Try broken": [search("broken server: query"), { text: "It is broken." }],
  "After all": [{ calls: [{ name: "read", args: { path: "hello.txt" } }] }, { text: "All else works." }],
};

describe("MCP servers in a real VS Code", () => {
  let house: House;
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-mcp-"));
  const memory = join(folder, "memory.json");
  const running: real.Running[] = [];

  beforeAll(async () => {
    running.push(await real.everythingAt("http"), await real.everythingAt("sse"));
    const [byHttp, bySse] = running.map(({ config }) => written(config));
    house = await House.open(byPrompt(SCRIPTS), {
      files: {
        "hello.txt": "hello\n",
        ".vscode/mcp.json": JSON.stringify({ servers: { notes: written(real.memory(join(folder, "notes.json"))) } }),
      },
      settings: {
        "gatehouse.mcpServers": {
          memory: written(real.memory(memory)),
          everything: written(real.everything()),
          byhttp: byHttp,
          bysse: bySse,
          broken,
        },
      },
    });
  });
  afterEach((context) => house?.keepFailure(context));
  afterAll(async () => {
    await house?.close();
    for (const { process: child } of running) child.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  });

  test("a search starts the server it is about, the next request carries its tool, and a card shows all arguments", async () => {
    const { chat, model, workbench } = house;
    await chat.send("Keep it, please");
    await chat.card.waitFor();
    const [first, second] = model.requests;
    expect(offered(first).filter((name) => name.startsWith("mcp_"))).toEqual([]);
    expect(offered(second)).toContain("mcp_memory_create_entities");
    expect(toolResults(second).at(-1)).toContain("mcp_memory_create_entities: [MCP server memory]");
    const card = await chat.card.innerText();
    expect(card).toContain("MCP server memory:");
    expect(card).toContain("Tools of MCP servers ask first.");
    for (const part of ['"Ada"', '"person"', '"keeps every gate"']) expect(card).toContain(part);
    await workbench.inBothThemes("mcp-card");
    expect(existsSync(memory)).toBe(false);
    await chat.answer("once");
    await chat.said("Kept.").waitFor();
    expect(toolResults(model.requests.at(-1)).at(-1)).toContain("keeps every gate");
    expect(readFileSync(memory, "utf8")).toContain("Ada");
    await chat.call("memory/create_entities").locator(".call-line").click();
    await chat.frame.locator(".call-body", { hasText: "keeps every gate" }).waitFor();
    const name = "mcp_memory_create_entities";
    expect(house.audit().find(({ tool }) => tool === name)).toMatchObject({
      outcome: "allow",
      asked: true,
      by: "user",
    });
  });

  test("what the search was not about was not started", async () => {
    const { workbench } = house;
    const surface = await Surface.open(workbench);
    await surface.tab("All tools");
    await surface.server("memory").getByText("ready").waitFor();
    for (const name of ["everything", "byhttp", "bysse", "broken"])
      expect(await surface.server(name).innerText()).toContain("not started");
    await surface.close();
  });

  test("a tool that says of itself that it only reads asks all the same, and a denial runs nothing", async () => {
    const { chat, model } = house;
    await chat.send("Read it back");
    await chat.card.getByText("MCP server memory:").waitFor();
    await chat.answer("deny");
    await chat.said("As you wish.").waitFor();
    expect(toolResults(model.requests.at(-1)).at(-1)).toMatch(/^denied: /);
  });

  test("a server of the workspace waits for a person, who sees the exact command before it starts", async () => {
    const { chat, model, workbench } = house;
    await chat.newSession();
    await chat.send("Ask notes");
    await chat.said("I wait for you.").waitFor();
    expect(toolResults(model.requests.at(-1)).at(-1)).toContain("MCP server notes waits until the user approves");

    await workbench.run("Gatehouse: Manage MCP Servers");
    await workbench.pick(/^notes/).waitFor();
    expect(await workbench.pick(/^notes/).innerText()).toContain("needs your approval");
    await workbench.pick(/^notes/).click();
    await workbench.pick("Approve…").click();
    const dialog = workbench.dialog("May the MCP server notes of this workspace be started?");
    await dialog.waitFor();
    const { command, args } = written(real.memory("")) as { command: string; args: string[] };
    for (const part of [command, ...args, ".vscode/mcp.json"]) expect(await dialog.innerText()).toContain(part);
    await workbench.screenshot("mcp-approval-dark");
    await workbench.press(dialog, "Approve");
    const values = workbench.dialog("May the MCP server notes have these values?");
    await values.getByText("MEMORY_FILE_PATH").waitFor();
    await workbench.press(values, "Approve");

    await chat.newSession();
    await chat.send("Now notes");
    await chat.card.getByText("MCP server notes:").waitFor();
    await chat.answer("once");
    await chat.said("The notes are empty.").waitFor();
    expect(offered(model.requests.at(-1))).toContain("mcp_notes_read_graph");
    expect(toolResults(model.requests.at(-1)).at(-1)).toContain("entities");
  });

  test("what a server wants to know is asked by a form that names it, and the keyboard answers", async () => {
    const { chat, model, workbench } = house;
    await chat.newSession();
    await chat.send("Elicit it");
    await chat.card.getByText("MCP server everything:").waitFor();
    await chat.answer("once");
    await chat.form.getByText("The MCP server everything asks").waitFor();
    await workbench.inBothThemes("mcp-form");
    await workbench.run("Gatehouse: Show Pending Approvals");
    await chat.focused(chat.form);
    await workbench.page.keyboard.type("Ada Lovelace");
    await workbench.page.keyboard.press("Control+Enter");
    await chat.said("I know your name now.").waitFor();
    expect(toolResults(model.requests.at(-1)).at(-1)).toContain("Ada Lovelace");
    expect(await chat.form.count()).toBe(0);
  });

  test("streamable HTTP and SSE work like stdio", async () => {
    const { chat, model } = house;
    await chat.newSession();
    await chat.send("Find both");
    await chat.said("Both are there.").waitFor();
    for (const name of ["mcp_byhttp_echo", "mcp_bysse_echo"])
      expect(toolResults(model.requests.at(-1)).at(-1)).toContain(name);
    for (const [prompt, end, answer] of [
      ["Over http", "Http works.", "Echo: by http"],
      ["Over sse", "Sse works.", "Echo: by sse"],
    ] as const) {
      await chat.send(prompt);
      await chat.card.getByText("MCP server by").waitFor();
      await chat.answer("once");
      await chat.said(end).waitFor();
      expect(toolResults(model.requests.at(-1)).at(-1)).toContain(answer);
    }
  });

  test("a server that ends at once is told with its last words, and harms nothing else", async () => {
    const { chat, model, workbench } = house;
    await chat.newSession();
    await chat.send("Try broken");
    await chat.said("It is broken.").waitFor();
    expect(toolResults(model.requests.at(-1)).at(-1)).toMatch(/MCP server broken can't be used.*notes\.db is gone/);
    const surface = await Surface.open(workbench);
    await surface.tab("All tools");
    await surface.server("broken").locator(".error", { hasText: "the database notes.db is gone" }).waitFor();
    await workbench.inBothThemes("surface-servers");
    expect(await surface.server("memory").innerText()).toContain("ready");
    await surface.close();
    await chat.send("After all");
    await chat.said("All else works.").waitFor();
  });

  test("nothing outside of this machine was asked for by the window", () => {
    expect(house.workbench.foreign).toEqual([]);
  });
});
