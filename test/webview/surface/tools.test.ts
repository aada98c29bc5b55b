import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { SurfaceView } from "../../../src/shared/messages/surface";
import { off, server, tool, view } from "./support/states";
import { openSurface, type Surface, startBrowser, stopBrowser } from "./support/surfacePage";

let surface: Surface;

beforeAll(startBrowser);
afterAll(stopBrowser);
beforeEach(async () => {
  surface = await openSurface();
});

async function show(change: Partial<SurfaceView> = {}): Promise<void> {
  await surface.state(view(change));
  await surface.post({ type: "tab", tab: "tools" });
}
async function showMany(count: number): Promise<void> {
  await surface.post({ type: "tab", tab: "tools" });
  await surface.manyTools(view(rows([])), count);
}
const rows = (list: SurfaceView["tools"]["rows"]) => ({ tools: { rows: list, omitted: 0 } });
const wishes = async () => (await surface.intents()).filter(({ kind }) => kind !== "ready");
const row = (name: RegExp) => surface.page.getByRole("row", { name });
const filter = () => surface.page.getByRole("textbox", { name: /^Filter/ });
const words = () => surface.page.locator(".tools").innerText();

test("a switch is a wish for the chosen scope, and shows nothing before it is so", async () => {
  await show();
  await row(/^write/)
    .getByRole("switch")
    .click();
  await surface.page.getByRole("combobox", { name: /^Changes go to/ }).click();
  await surface.page.getByRole("option", { name: /^Workspace settings/ }).click();
  await row(/^write/)
    .getByRole("switch")
    .click();
  const wish = { kind: "setTool", name: "write", wish: { enabled: false }, revision: 1 };
  expect(await wishes()).toEqual([
    { ...wish, scope: "user" },
    { ...wish, scope: "workspace" },
  ]);
  expect(
    await row(/^write/)
      .getByRole("switch")
      .getAttribute("aria-checked"),
  ).toBe("true");
});

test("a core tool's switch stays, and says why", async () => {
  await show(rows([tool("read", { core: true, locks: { user: { enabled: "core" } } })]));
  const knob = row(/^read/).getByRole("switch");
  await knob.click({ force: true });
  expect(await knob.getAttribute("aria-disabled")).toBe("true");
  expect(await knob.getAttribute("title")).toBe("A core tool can't be switched off.");
  expect(await wishes()).toEqual([]);
});

test("what the other scope switched off can't be switched on here, and says where", async () => {
  await show(rows([off("grep", { locks: { workspace: { enabled: "user" } } })]));
  await surface.page.getByRole("combobox", { name: /^Changes go to/ }).click();
  await surface.page.getByRole("option", { name: /^Workspace settings/ }).click();
  expect(await row(/^grep/).getByRole("switch").getAttribute("title")).toContain("a workspace can only narrow");
  await row(/^grep/).getByRole("switch").click({ force: true });
  expect(await wishes()).toEqual([]);
});

test("without a workspace there is no scope to choose", async () => {
  await show({ place: { trusted: true, hasFolder: false, scopes: ["user"] } });
  expect(await surface.page.getByRole("combobox", { name: /^Changes go to/ }).count()).toBe(0);
  expect(await words()).toContain("Changes go to your user settings");
});

test("filters by name, description, server and reason, each word of it, and says how many are left", async () => {
  await show(
    rows([
      tool("read", { description: "Lines of a file" }),
      tool("mcp_a_find", { origin: "mcp", server: "atlas", description: "Maps" }),
      off("Git", { description: "History" }),
    ]),
  );
  const left = async (text: string) => {
    await filter().fill(text);
    return surface.page.getByRole("row").evaluateAll((all) => all.map((each) => each.getAttribute("aria-label")));
  };
  expect((await left("LINES file")).map((name) => name?.split(",")[0])).toEqual(["read"]);
  expect((await left("atlas")).map((name) => name?.split(",")[0])).toEqual(["mcp_a_find"]);
  expect((await left("switched off")).map((name) => name?.split(",")[0])).toEqual(["Git"]);
  expect(await words()).toContain("1 match the filter.");
  expect(await left("nothing of it")).toEqual([]);
  await surface.page.getByRole("button", { name: "Clear the filter" }).click();
  expect(await surface.page.getByRole("row").count()).toBe(3);
});

test("counts are in words, with bytes and tokens of what is sent", async () => {
  await show(
    rows([tool("read", { bytes: 1_000, tokens: 250 }), tool("write", { bytes: 48, tokens: 10 }), off("bash")]),
  );
  expect(await words()).toContain("3 tools: 2 in the next request (1 kB, about 260 tokens), 1 not in effect.");
});

test("5,000 rows are not drawn at once, any of them can be scrolled to, and keys reach the last", async () => {
  await showMany(5_000);
  const drawn = () => surface.page.getByRole("row").count();
  expect(await drawn()).toBeLessThan(60);
  const list = surface.page.getByRole("grid", { name: "All tools" });
  expect(await list.getAttribute("aria-rowcount")).toBe("5000");
  await list.evaluate((element) => element.scrollTo(0, element.scrollHeight / 2));
  await row(/^mcp_server20_tool_2500,/).waitFor();
  expect(await drawn()).toBeLessThan(60);
  await list.focus();
  await surface.page.keyboard.press("End");
  await row(/^mcp_server39_tool_4999,/).waitFor();
  const active = await list.getAttribute("aria-activedescendant");
  expect(await surface.page.locator(`[id="${active}"]`).getAttribute("aria-rowindex")).toBe("5000");
});

test("the chosen row stays drawn when it is scrolled away, so that the focus has its place", async () => {
  await showMany(2_000);
  const list = surface.page.getByRole("grid", { name: "All tools" });
  await row(/^mcp_server3_tool_3,/).click();
  await list.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  await row(/^mcp_server39_tool_1999,/).waitFor();
  const active = await list.getAttribute("aria-activedescendant");
  expect(await surface.page.locator(`[id="${active}"]`).count()).toBe(1);
});

test("by keys alone: arrow to a tool, Space switches it, Enter goes to its details", async () => {
  await show();
  await surface.page.getByRole("grid", { name: "All tools" }).focus();
  await surface.page.keyboard.press("ArrowDown");
  await surface.page.keyboard.press("ArrowDown");
  await surface.page.keyboard.press("Space");
  expect(await wishes()).toMatchObject([{ kind: "setTool", name: "write", wish: { enabled: false } }]);
  await surface.page.keyboard.press("Enter");
  expect(await surface.page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe("Switched on");
});

test("the details say what is so and why, and change allowance, route and hint", async () => {
  const change = { subagentAllowed: false, route: "disabled", routeReason: "not_selected_for_subagent" } as const;
  await show(rows([tool("Web", { ...change, promptHint: "Cite it." })]));
  await row(/^Web/).click();
  const details = surface.page.getByRole("region", { name: "Details of Web" });
  expect(await details.innerText()).toContain("not for sub-agents. It was not selected for this agent.");
  expect(await details.innerText()).toContain("812 bytes, about 203 tokens");
  await details.getByRole("switch", { name: "Allowed for sub-agents" }).click();
  await details.getByRole("combobox").click();
  await surface.page.getByRole("option", { name: /^Through the main process/ }).click();
  await details.getByRole("textbox", { name: "Hint for the model" }).fill("Cite the page.");
  await details.getByRole("button", { name: "Save the hint" }).click();
  expect((await wishes()).map((wish) => (wish.kind === "setTool" ? wish.wish : wish))).toEqual([
    { subagentAllowed: true },
    { workerRoutingStrategy: "force-main-process-proxy" },
    { promptHint: "Cite the page." },
  ]);
});

test("a workspace's settings have no hint to change, and that is said", async () => {
  await show(rows([tool("Web", { promptHint: "Cite it." })]));
  await surface.page.getByRole("combobox", { name: /^Changes go to/ }).click();
  await surface.page.getByRole("option", { name: /^Workspace settings/ }).click();
  await row(/^Web/).click();
  expect(await surface.page.getByRole("textbox", { name: "Hint for the model" }).count()).toBe(0);
  expect(await words()).toContain("A workspace's settings have no hints.");
});

test("each server says its state, its error and what can be done about it", async () => {
  await show({
    servers: [
      server("files", { trusted: true }),
      server("tracker", { status: "failed", error: "Last line: no token", tools: 0 }),
      server("build", { source: "workspace", status: "needs_approval", tools: 0 }),
      server("mail", { status: "needs_sign_in", tools: 0 }),
      server("idle", { status: "configured", tools: 0 }),
      server("slow", { status: "connecting", tools: 0 }),
      server("old", { status: "disabled", tools: 0 }),
    ],
  });
  expect(await words()).toContain("1 ready · 1 connecting · 1 waiting for approval · 1 waiting for sign-in · 1 failed");
  expect(await words()).toContain("Last line: no token");
  const names = await surface.page
    .locator(".server-actions button")
    .evaluateAll((all) => all.map((each) => each.getAttribute("aria-label")));
  const all = (name: string, actions: readonly string[]) => actions.map((action) => `${action}: ${name}`);
  expect(names).toEqual([
    ...all("tracker", ["Restart", "Trust", "Switch off"]),
    ...all("build", ["Approve…", "Trust", "Switch off"]),
    ...all("mail", ["Sign in", "Trust", "Switch off"]),
    ...all("files", ["Restart", "Stop", "Don't trust", "Switch off"]),
    ...all("idle", ["Start", "Trust", "Switch off"]),
    ...all("slow", ["Stop", "Trust", "Switch off"]),
    ...all("old", ["Switch on"]),
  ]);
  await surface.page.getByRole("button", { name: "Approve…: build" }).click();
  expect(await wishes()).toEqual([{ kind: "server", name: "build", action: "approve", revision: 1 }]);
});

test("servers that failed stand first, then those that wait for the person, then the others in their order", async () => {
  await show({
    servers: [
      server("files"),
      server("build", { source: "workspace", status: "needs_approval" }),
      server("idle", { status: "configured" }),
      server("tracker", { status: "failed" }),
      server("old", { status: "disabled" }),
      server("mail", { status: "needs_sign_in" }),
      server("slow", { status: "connecting" }),
      server("notes", { status: "failed" }),
    ],
  });
  const names = await surface.page.locator(".server-line b").allInnerTexts();
  expect(names).toEqual(["tracker", "notes", "build", "mail", "files", "idle", "old", "slow"]);
});

test("in an untrusted workspace its servers can't be started, and that is said", async () => {
  await show({
    servers: [server("build", { source: "workspace", status: "needs_approval" })],
    place: { trusted: false, hasFolder: true, scopes: ["user"] },
  });
  expect(await surface.page.locator(".server-actions button").count()).toBe(0);
  expect(await words()).toContain("starts only in a trusted workspace");
});

test("a tool that a server took back is said with its reason", async () => {
  await show({ servers: [server("web", { quarantined: [{ tool: "eval", why: "Its schema is broken." }] })] });
  expect(await words()).toContain("Left out: eval Its schema is broken.");
});
