import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { known, off, profile, sentTool, server, snapshot, tool, unknown, view } from "./support/states";
import { openSurface, type Surface, startBrowser, stopBrowser } from "./support/surfacePage";

let surface: Surface;

beforeAll(startBrowser);
afterAll(stopBrowser);
beforeEach(async () => {
  surface = await openSurface();
});

const wishes = async () => (await surface.intents()).filter(({ kind }) => kind !== "ready");
const askedForState = async () => (await surface.intents()).filter(({ kind }) => kind === "ready").length;
const words = () => surface.page.locator(".surface").innerText();
const tab = (name: RegExp) => surface.page.getByRole("tab", { name });

test("says that it is loading until a state comes, and asks for it once", async () => {
  expect(await words()).toContain("Loading…");
  expect(await askedForState()).toBe(1);
});

test("before the first request it says that there is none", async () => {
  await surface.state(view());
  expect(await words()).toContain("There is no request yet");
});

test("a missed update asks for the whole, once, and the whole is taken", async () => {
  await surface.state(view());
  await surface.post({ type: "update", revision: 9, parts: { snapshot: snapshot() } });
  await surface.post({ type: "update", revision: 10, parts: { snapshot: snapshot() } });
  expect(await askedForState()).toBe(2);
  expect(await words()).toContain("There is no request yet");
  await surface.post({ type: "state", revision: 11, state: view({ snapshot: snapshot() }), l10n: {}, locale: "en" });
  expect(await words()).toContain("turn-7");
});

test("an update changes its own part and leaves the others", async () => {
  await surface.state(view({ profiles: [profile("reviewer")] }));
  await surface.update({ tools: { rows: [tool("read")], omitted: 0 } });
  expect(await tab(/All tools/).innerText()).toMatch(/1$/);
  expect(await tab(/Agents/).innerText()).toMatch(/1$/);
});

test("arrow keys go from tab to tab, one tab stop for all", async () => {
  await surface.state(view({ snapshot: snapshot() }));
  await tab(/This request/).focus();
  await surface.page.keyboard.press("ArrowRight");
  expect(await surface.page.getByRole("tab", { selected: true }).innerText()).toContain("All tools");
  await surface.page.keyboard.press("End");
  expect(await surface.page.getByRole("tab", { selected: true }).innerText()).toContain("Rules");
  await surface.page.keyboard.press("ArrowRight");
  expect(await surface.page.evaluate(() => document.activeElement?.textContent)).toContain("This request");
  expect(await surface.page.locator('[role="tab"][tabindex="0"]').count()).toBe(1);
  expect(await surface.page.getByRole("tabpanel", { name: /This request/ }).count()).toBe(1);
});

test("the host can choose the tab", async () => {
  await surface.state(view());
  await surface.post({ type: "tab", tab: "agents" });
  expect(await words()).toContain("No agent has run yet.");
});

test("the tab and the filter outlive the page", async () => {
  await surface.state(view());
  await tab(/All tools/).click();
  await surface.page.getByRole("textbox", { name: /^Filter/ }).fill("write");
  await surface.reload();
  await surface.post({ type: "state", revision: 1, state: view(), l10n: {}, locale: "en" });
  expect(await surface.page.getByRole("row").count()).toBe(1);
  expect(await surface.page.getByRole("row", { name: /^write/ }).count()).toBe(1);
});

test("what the host could not say is shown with its reason, and asked for again on demand", async () => {
  await surface.post({ type: "failed", message: "The catalog broke." });
  expect(await surface.page.getByRole("alert").first().innerText()).toContain("The catalog broke.");
  await surface.page.getByRole("button", { name: "Reload the view" }).click();
  expect(await askedForState()).toBe(2);
  await surface.state(view());
  expect(await words()).toContain("There is no request yet");
});

test("a refusal is worded, read aloud, and gone with the next wish", async () => {
  await surface.state(view());
  await tab(/All tools/).click();
  await surface.post({ type: "refused", intent: "setTool", why: "stale", problems: [] });
  expect(await surface.page.locator('[aria-live="assertive"]').textContent()).toContain("nothing was done");
  expect(await words()).toContain("This had changed a moment before");
  await surface.page
    .getByRole("row", { name: /^write/ })
    .getByRole("switch")
    .click();
  expect(await words()).not.toContain("This had changed a moment before");
});

test("an untrusted workspace is said so, with the way out", async () => {
  await surface.state(view({ place: { trusted: false, hasFolder: true, scopes: ["user"] } }));
  await surface.page.getByRole("button", { name: "Manage trust" }).click();
  expect(await wishes()).toEqual([{ kind: "command", command: "manageTrust", revision: 1 }]);
});

test("words come from the host's table", async () => {
  const l10n = { "There is no request yet": "还没有请求" };
  await surface.post({ type: "state", revision: 1, state: view(), l10n, locale: "zh-cn" });
  expect(await words()).toContain("还没有请求");
});

test("shows exactly what the request carried, with what was cut and what is not known", async () => {
  const odd = sentTool(2, "mystery", {
    description: { text: "Long", cut: { original: 2_044, kept: 512, unit: "characters" } },
    input_schema_json: { text: '{"type":"ob', cut: { original: 9_120, kept: 2_048, unit: "bytes", atLeast: true } },
    surface: {
      provenance: unknown("The catalog has no tool of this name."),
      mcp_server: known(null),
      capabilities: unknown("The catalog has no tool of this name."),
      approval: known("required"),
      visibility: known("deferred"),
    },
  });
  const shown = { tool_count: 40, rendered_tool_count: 2, omitted_tool_count: 38, tools: [sentTool(1, "read"), odd] };
  await surface.state(view({ snapshot: snapshot(shown) }));
  await surface.page.getByRole("button", { name: /mystery/ }).click();
  const said = await words();
  expect(said).toContain("40: 2 shown here, 38 left out");
  expect(said).toContain("8,412 bytes of JSON");
  expect(said).toContain("9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08");
  expect(said).toContain("cut: 512 of 2,044 characters");
  expect(said).toContain("cut: 2,048 of at least 9,120 bytes");
  expect(said).toContain("unknown: The catalog has no tool of this name.");
  expect(said).toContain("In the request");
  expect(said).toContain("In the surface");
  expect(said).toContain("38 more tools were in the request; here only the first 2 are shown.");
});

test("an absent list of tools is not an empty one", async () => {
  const none = { tool_count: 0, rendered_tool_count: 0, tools: [] };
  await surface.state(view({ snapshot: snapshot({ ...none, tools_field_present: true }) }));
  expect(await words()).toContain("was there, and empty");
  await surface.update({ snapshot: snapshot({ ...none, tools_field_present: false }) });
  expect(await words()).toContain("had no list of tools at all");
});

test("the request is opened as JSON by the command", async () => {
  await surface.state(view({ snapshot: snapshot() }));
  await surface.page.getByRole("button", { name: "Show as JSON" }).click();
  expect(await wishes()).toEqual([{ kind: "command", command: "showSurfaceJson", revision: 1 }]);
});

test("foreign text runs nothing, hides nothing and loads nothing", async () => {
  const evil = "<img src=x onerror='window.hacked=1'> \u202e \u200b";
  const rows = [tool("mcp_x", { origin: "mcp", server: evil, title: evil, description: evil })];
  const tools = [sentTool(1, evil, { description: { text: evil } })];
  const servers = [server(evil, { status: "failed", error: evil, target: evil, warnings: [evil] })];
  const profiles = [profile(evil, { description: evil, problems: [{ line: 1, text: evil }] })];
  await surface.state(view({ snapshot: snapshot({ tools }), tools: { rows, omitted: 0 }, servers, profiles }));
  for (const name of [/This request/, /All tools/, /Agents/]) {
    await tab(name).click();
    expect(await surface.page.locator(".surface img").count()).toBe(0);
    expect(await words()).toContain("\\u{202E}");
    expect(await words()).not.toMatch(/[\u202e\u200b]/);
  }
  expect(await surface.page.evaluate(() => "hacked" in window)).toBe(false);
  expect(await surface.faults()).toEqual([]);
});

test("a tool that can't be drawn costs its own line only", async () => {
  const broken = { ...sentTool(1, "broken"), surface: undefined as never };
  await surface.state(view({ snapshot: snapshot({ tools: [broken, sentTool(2, "read")] }) }));
  const said = await words();
  expect(said).toContain("This tool could not be drawn");
  expect(said).toContain("What read does");
});

test("what a person switched is read aloud once it is so", async () => {
  await surface.state(view({ tools: { rows: [tool("grep")], omitted: 0 } }));
  await tab(/All tools/).click();
  await surface.page.getByRole("row", { name: /^grep/ }).click();
  await surface.update({ tools: { rows: [off("grep")], omitted: 0 } });
  expect(await surface.page.locator('[aria-live="polite"]').textContent()).toBe("grep: This tool is switched off.");
});
