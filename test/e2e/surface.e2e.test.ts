import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { byPrompt, offered, toolResults } from "./support/byPrompt";
import { Chat } from "./support/chat";
import { House } from "./support/house";
import { Surface } from "./support/surface";
import { until } from "./support/until";
import { Workbench } from "./support/workbench";

const todos = [{ content: "One", status: "pending" }];
const SCRIPTS = {
  "Look once": [{ calls: [{ name: "read", args: { path: "hello.txt" } }] }, { text: "Looked." }],
  "List it": [{ calls: [{ name: "todo_write", args: { todos } }] }, { text: "I go on without a list." }],
};

describe("the tool surface in a real VS Code", () => {
  let house: House;
  beforeAll(async () => {
    house = await House.open(byPrompt(SCRIPTS));
  });
  afterEach((context) => house?.keepFailure(context));
  afterAll(() => house?.close());

  test("before the first request it says that there is none, and so does its JSON", async () => {
    const { workbench } = house;
    const surface = await Surface.open(workbench);
    await surface.frame.getByText("There is no request yet").waitFor();
    await workbench.screenshot("surface-none-dark");
    await surface.close();
    await workbench.run("Gatehouse: Show Tool Surface as JSON");
    await workbench.toast("No request was prepared in this session yet.").waitFor();
    await workbench.run("Notifications: Clear All Notifications");
  });

  test("after a turn the first tab shows what the request really carried, with the digest that the log has", async () => {
    const { chat, model, workbench } = house;
    await chat.send("Look once");
    await chat.said("Looked.").waitFor();
    const surface = await Surface.open(workbench);
    const prepared = house
      .events()
      .filter((event) => event.type === "request_prepared")
      .at(-1);
    expect(prepared?.toolsSha256).toMatch(/^[0-9a-f]{64}$/);
    expect(await surface.fact("Digest of the tools").innerText()).toBe(prepared?.toolsSha256);
    expect(await surface.fact("Tools").innerText()).toBe(String(prepared?.tools));
    expect(await surface.fact("Delivered").innerText()).toContain("unknown");
    const names = await surface.frame.locator(".request-tool .fold code").allInnerTexts();
    expect(names).toEqual(offered(model.requests.at(-1)));
    await surface.frame.locator(".request-tool .fold").first().click();
    await surface.frame.getByText("Schema of its input").waitFor();
    await workbench.inBothThemes("surface-request");
  });

  test("the second tab has every tool with its state, and a filter", async () => {
    const { workbench } = house;
    const surface = await Surface.open(workbench);
    await surface.tab("All tools");
    await surface.filter("todo");
    await surface.row("todo_write").getByText("in each request").waitFor();
    expect(await surface.row("bash").count()).toBe(0);
    await surface.filter("no such tool");
    await surface.frame.getByText("No tool matches the filter.").waitFor();
    await surface.filter("");
    await surface.row("read").waitFor();
    await workbench.inBothThemes("surface-tools");
  });

  test("a tool that is switched off is gone from the next request, and a call to it is refused with the reason", async () => {
    const { chat, model, workbench } = house;
    await chat.newSession();
    const surface = await Surface.open(workbench);
    await surface.tab("All tools");
    await surface.filter("todo_write");
    await surface.row("todo_write").getByRole("switch").click();
    await surface.row("todo_write").getByText("This tool is switched off.").waitFor();
    await workbench.screenshot("surface-off-dark");
    await chat.send("List it");
    await chat.said("I go on without a list.").waitFor();
    expect(offered(model.requests.at(-2))).not.toContain("todo_write");
    expect(offered(model.requests.at(-2))).toContain("read");
    expect(toolResults(model.requests.at(-1)).at(-1)).toContain("the tool is switched off");
    await chat.frame.locator(".refused-call", { hasText: "This tool is switched off." }).waitFor();
    expect(house.audit().at(-1)).toMatchObject({ tool: "todo_write", outcome: "deny", reason: "tool_disabled" });
    expect(await chat.frame.locator(".todo-strip").count()).toBe(0);
    await surface.tab("This request");
    await until("the shorter list", async () => {
      const shown = await surface.fact("Tools").innerText();
      return shown === String(offered(model.requests.at(-1)).length);
    });
    expect(await surface.fact("Only in the catalog").innerText()).toContain("todo_write");
    await surface.tab("All tools");
    await surface.row("todo_write").getByRole("switch").click();
    await surface.row("todo_write").getByText("in each request").waitFor();
  });

  test("a window in Chinese gives the same reason in Chinese", async () => {
    const { browser, server } = house;
    const second = await Workbench.open(server, browser, { language: "zh-cn" });
    try {
      const chat = await Chat.openByKey(second, "消息");
      await chat.send("/tools");
      const panel = second.panel();
      await panel.getByRole("tab").nth(1).click();
      await panel.locator(".filter input").fill("todo_write");
      const row = panel.locator(".tool-line", { has: panel.locator('code:text-is("todo_write")') });
      await row.getByRole("switch").click();
      await row.getByText("此工具已关闭。").waitFor();
      await chat.send("List it");
      await chat.frame.locator(".refused-call", { hasText: "此工具已关闭。" }).waitFor();
      await second.screenshot("surface-zh");
      await row.getByRole("switch").click();
      await row.getByText("此工具已关闭。").waitFor({ state: "hidden" });
    } catch (error) {
      await second.screenshot("failed-surface-zh");
      throw error;
    } finally {
      await second.close();
    }
  });

  test("a core tool can't be switched off, and says so", async () => {
    const { workbench } = house;
    const surface = await Surface.open(workbench);
    await surface.tab("All tools");
    await surface.filter("tool_search");
    const lever = surface.row("tool_search").getByRole("switch");
    expect(await lever.getAttribute("aria-disabled")).toBe("true");
    expect(await lever.getAttribute("aria-label")).toContain("A core tool can't be switched off.");
    await lever.click({ force: true });
    expect(await lever.getAttribute("aria-checked")).toBe("true");
    await surface.close();
  });

  test("/tools opens the panel and /tools json the same as a document; neither is sent to the model", async () => {
    const { chat, model, workbench } = house;
    await chat.newSession();
    await chat.send("Look once");
    await chat.said("Looked.").waitFor();
    const before = model.requests.length;
    await chat.send("/tools");
    const surface = await Surface.shown(workbench);
    await surface.tab("This request");
    const digest = await surface.fact("Digest of the tools").innerText();
    await surface.close();
    await chat.send("/tools json");
    for (const part of ["schema_version", "delivery_status", digest])
      await workbench.editor.filter({ hasText: part }).first().waitFor();
    await workbench.run("View: Close All Editors");
    expect(model.requests.length).toBe(before);
  });

  test("a new agent profile is written to its file, and what an agent of it would get is shown", async () => {
    const { server, workbench } = house;
    await workbench.run("Gatehouse: Edit Agent Profiles");
    const surface = await Surface.shown(workbench);
    await surface.frame.getByRole("button", { name: "New profile…" }).click();
    const editor = surface.frame.locator("form.editor");
    const field = (name: string) => editor.locator(`vscode-text-field[aria-label="${name}"] input`);
    await field("Name").fill("reviewer");
    await field("Description").fill("Reads a change and says what is wrong with it.");
    await editor.getByLabel("Only these tools").check();
    await editor.locator(".rows").getByRole("switch", { name: /^read/ }).first().click();
    await editor.locator('vscode-text-area[aria-label="Prompt"] textarea').fill("Look for what can go wrong.");
    await workbench.screenshot("surface-profile-editor-dark");
    await editor.getByRole("button", { name: "Save" }).click();
    await surface.frame.getByText("Saved. This is what an agent of it gets now.").waitFor();
    expect(await surface.frame.locator(".effective li").allInnerTexts()).toEqual([
      expect.stringMatching(/^read\s+in the worker/),
    ]);
    await workbench.inBothThemes("surface-agents");
    const text = server.read(".gatehouse/agents/reviewer.md");
    expect(text).toContain("description: Reads a change and says what is wrong with it.");
    expect(text).toMatch(/tools:[\s\S]*read/);
    expect(text).toContain("Look for what can go wrong.");
  });
});
