import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { Explanation, RulesView } from "../../../src/shared/messages/surfaceRules";
import { view } from "./support/states";
import { openSurface, type Surface, startBrowser, stopBrowser } from "./support/surfacePage";

let surface: Surface;

beforeAll(startBrowser);
afterAll(stopBrowser);
beforeEach(async () => {
  surface = await openSurface();
});
afterEach(async () => {
  expect(await surface.faults()).toEqual([]);
});

const PUSH = { tool: "bash", command: "git push", action: "ask" } as const;
const NONE: RulesView = { problems: [], rules: [], omitted: 0, laws: [], policy: null };

async function show(rules: Partial<RulesView> = {}, trusted = true): Promise<void> {
  const place = { trusted, hasFolder: true, scopes: ["user" as const] };
  await surface.state(view({ rules: { ...NONE, ...rules }, place }));
  await surface.post({ type: "tab", tab: "rules" });
}
const wishes = async () => (await surface.intents()).filter(({ kind }) => kind !== "ready");
const button = (name: string | RegExp) => surface.page.getByRole("button", { name });
const field = (name: string) => surface.page.getByRole("textbox", { name, exact: true });
const question = () => surface.page.locator(".explain").getByRole("textbox");
const words = async () => (await surface.page.locator(".rules-page").innerText()).replace(/\s+/g, " ");
const spoken = () => surface.page.locator('.spoken[role="status"]').innerText();
const known = (change: Partial<Extract<Explanation, { state: "known" }>> = {}): Explanation => ({
  state: "known",
  outcome: "ask",
  parts: [{ text: "git push", outcome: "ask", why: "always_ask" }],
  omitted: 0,
  postures: { ask: "ask", "auto-review": "deny", "full-access": "allow" },
  ...change,
});

test("every empty state has its words", async () => {
  await show();
  const said = await words();
  expect(said).toContain("There are no rules.");
  expect(said).toContain("No folder here has a .gatehouse/law.json.");
  expect(said).toContain("This machine has no managed policy.");
  expect(said).not.toContain("What can't be used");
});

test("laws that are being read, or could not be, say so", async () => {
  await show({ laws: "loading" });
  expect(await words()).toContain("Loading…");
  await surface.update({ rules: { ...NONE, laws: "failed" } });
  expect(await words()).toContain("The laws could not be read.");
});

test("before trust it says that the workspace's are not read", async () => {
  await show({}, false);
  expect(await words()).toContain("Rules and laws of this workspace are not read before it is trusted.");
});

test("what can't be used comes first, and the settings open from there", async () => {
  await show({ problems: [{ place: "gatehouse.rules[2]", why: "action: must be allow, ask or deny" }] });
  expect(await surface.page.getByRole("heading").first().innerText()).toBe("What can't be used");
  expect(await words()).toContain("gatehouse.rules[2] action: must be allow, ask or deny");
  await button("Open settings").click();
  expect(await wishes()).toEqual([{ kind: "command", command: "ruleSettings", revision: 1 }]);
});

test("each rule says where it stands, and only a person's own can be removed", async () => {
  await show({
    rules: [
      { rule: PUSH, source: "user" },
      { rule: { tool: "*", action: "ask" }, source: "user", unread: true },
      { rule: { tool: "edit", path: "a\u202e", action: "deny" }, source: "folder", folder: "api" },
    ],
  });
  const said = await words();
  expect(said).toContain("ask bash command git push your settings");
  expect(said).toContain("in the place of an entry that can't be read");
  expect(said).toContain("deny edit path a\\u{202E} settings of the folder api");
  expect(await button(/^Remove/).count()).toBe(1);
  await button("Remove: ask bash command git push").click();
  expect(await wishes()).toEqual([{ kind: "removeRule", rule: PUSH, revision: 1 }]);
  await surface.update({ rules: NONE });
  await surface.post({ type: "ruleChanged", change: "removed" });
  expect(await spoken()).toBe("The rule was removed");
  expect(await surface.page.evaluate(() => document.activeElement?.className)).toBe("rule-list");
});

test("a rule whose tool nobody knows says so beside it, and what was meant", async () => {
  await show({
    rules: [
      { rule: { tool: "wirte", action: "deny" }, source: "user", unknownTool: ["write"] },
      { rule: { tool: "zzz", action: "deny" }, source: "user", unknownTool: [] },
      { rule: PUSH, source: "user" },
    ],
  });
  const lines = await surface.page.locator(".rule-line").allInnerTexts();
  expect(lines[0]).toContain("There is no tool of this name now. Is it write?");
  expect(lines[1]).toMatch(/There is no tool of this name now\.(?! Is)/);
  expect(lines[2]).not.toContain("no tool");
  expect(await words()).not.toContain("What can't be used");
});

test("a rule is shown as it will be saved, and saved by its button alone", async () => {
  await show();
  expect(await words()).toContain("The command is missing.");
  await field("Tool").first().fill("");
  expect(await words()).toContain("The tool is missing.");
  await field("Tool").first().fill("bash");
  await field("Command").last().fill("git push");
  await field("Command").last().press("Enter");
  expect(await wishes()).toEqual([]);
  expect(await words()).toContain("ask bash command git push");
  await button("Add rule").click();
  expect(await wishes()).toEqual([{ kind: "addRule", rule: PUSH, revision: 1 }]);
  await surface.post({ type: "ruleChanged", change: "added" });
  expect(await field("Command").last().inputValue()).toBe("");
});

test("a rule that allows all of a tool says so, and one that is refused says why", async () => {
  await show();
  await surface.page.getByRole("combobox", { name: /^For/ }).click();
  await surface.page.getByText("every call").click();
  await surface.page.getByRole("combobox", { name: /^Action/ }).click();
  await surface.page.getByText("What it covers runs without asking").click();
  expect(await words()).toContain("It allows every call of this tool.");
  await button("Add rule").click();
  const problems = [{ line: 0, text: "it would allow everything" }];
  await surface.post({ type: "refused", intent: "addRule", why: "invalid_rule", problems });
  expect(await words()).toContain("it would allow everything");
  expect(await surface.page.locator(".surface").innerText()).toContain("This can't be used as a rule");
});

test("a command is looked into, part by part and posture by posture", async () => {
  await show();
  await question().fill("git push");
  await question().press("Enter");
  expect(await wishes()).toEqual([{ kind: "explain", id: 1, command: "git push", revision: 1 }]);
  expect(await words()).toContain("Looking…");
  await surface.post({ type: "explained", id: 1, explanation: known() });
  const said = await words();
  expect(said).toContain("Asks No rule can allow commands of this kind.");
  expect(said).toMatch(/Ask asks you Auto-Review is refused Full Access runs without asking/);
  expect(await spoken()).toContain("Asks.");
});

test("a late answer to an older question is void, and the newest stands", async () => {
  await show();
  for (const command of ["one", "two"]) {
    await question().fill(command);
    await button("Look").click();
  }
  await surface.post({ type: "explained", id: 1, explanation: known() });
  expect(await words()).toContain("Looking…");
  await surface.post({ type: "explained", id: 2, explanation: { state: "unknown" } });
  expect(await words()).toContain("Nobody could look into this command");
});

test("a failed look says so", async () => {
  await show();
  await question().fill("ls");
  await button("Look").click();
  await surface.post({ type: "refused", intent: "explain", why: "failed", problems: [] });
  expect(await surface.page.locator(".answer").innerText()).toContain("That failed.");
});

test("the rule that is being written can be tried", async () => {
  await show();
  await field("Command").last().fill("git push");
  await surface.page.getByRole("switch").click();
  await question().fill("git push");
  await button("Look").click();
  expect(await wishes()).toEqual([{ kind: "explain", id: 1, command: "git push", rule: PUSH, revision: 1 }]);
});

test("law and policy are shown, whole or broken", async () => {
  const invariants = [{ id: "licence", paths: ["LICENSE"], action: "block" as const, why: "Legal owns it." }];
  await show({
    laws: [
      { folder: "api", invariants },
      { folder: "web", invariants: [], broken: ".gatehouse/law.json:3: no" },
    ],
    policy: { posture: "ask", lists: [{ of: "tools", allow: ["read"], deny: [] }] },
  });
  const said = await words();
  expect(said).toContain("LICENSE licence · changes are refused · Legal owns it.");
  expect(said).toContain("nothing below this folder may be written: .gatehouse/law.json:3: no");
  expect(said).toContain("Widest posture Ask");
  expect(said).toContain("Tools only read · not none");
  await surface.update({ rules: { ...NONE, policy: { lists: [], broken: "Its owner is not root." } } });
  expect(await words()).toContain("nothing is permitted until it is mended: Its owner is not root.");
});
