import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Fault } from "../../src/shared/faults";
import { type Chat, openChat, startBrowser, stopBrowser } from "./support/chatPage";
import { assistant, state, status } from "./support/states";

let chat: Chat;
beforeAll(startBrowser);
afterAll(stopBrowser);
beforeEach(async () => {
  chat = await openChat();
});

const RULES: Fault = { of: "rules", why: "gatehouse.rules[0]: tool: must be a text", more: 1 };
const LAW: Fault = { of: "law", why: ".gatehouse/law.json:3: comma expected", more: 0 };
const HOOKS: Fault = { of: "hooks", why: "gatehouse.hooks can't be used\u202e", more: 0 };
const POLICY: Fault = { of: "policy", why: "/etc/gatehouse/policy.json: no", more: 0 };

const broken = (...faults: Fault[]) => state({ status: status({ faults }), items: [assistant("a", "Hello.")] });
const banners = () => chat.page.locator(".banner");
const spoken = () => chat.page.locator('[aria-live="polite"]').textContent();
const did = async () => (await chat.intents()).slice(1);

test("what is broken has a banner of its own, which says what is in force and leads to where it stands", async () => {
  await chat.snapshot(broken(RULES, LAW, HOOKS, POLICY));
  const texts = await banners().locator("> span:nth-child(2)").allTextContents();
  expect(texts).toEqual([
    "A rule can't be used, so the stricter reading is in force until it is mended. gatehouse.rules[0]: tool: must be a text (and 1 more)",
    "The law of this repository can't be read, so nothing may be written until it is mended. .gatehouse/law.json:3: comma expected",
    "Hooks can't be read, so whatever has an effect asks until they are mended. gatehouse.hooks can't be used\\u{202E}",
    "The policy of this machine can't be read, so nothing is permitted until it is mended. /etc/gatehouse/policy.json: no",
  ]);
  await banners().nth(0).getByRole("button", { name: "Open settings" }).click();
  await banners().nth(0).getByRole("button", { name: "Show rules" }).press("Enter");
  for (const at of [1, 2, 3]) await banners().nth(at).getByRole("button", { name: "Open", exact: true }).click();
  expect(await did()).toEqual([
    { kind: "mend", of: "rules" },
    { kind: "command", command: "showRules" },
    ...["law", "hooks", "policy"].map((of) => ({ kind: "mend", of })),
  ]);
  expect(await banners().nth(2).getByRole("button").count()).toBe(1);
});

test("it stays while the session goes on, and goes once that is mended", async () => {
  await chat.snapshot(broken(RULES));
  await chat.delta({ op: "status", status: status({ faults: [RULES], running: true }) });
  await chat.delta({ op: "item", item: assistant("b", "More.") });
  expect(await banners().count()).toBe(1);
  await chat.delta({ op: "status", status: status({ faults: [] }) });
  expect(await banners().count()).toBe(0);
  expect(await chat.faults()).toEqual([]);
});

test("it is read aloud to whoever opens the chat, and then only what is new", async () => {
  await chat.snapshot(broken(RULES));
  expect(await spoken()).toContain("gatehouse.rules[0]");
  await chat.delta({ op: "status", status: status({ faults: [RULES, LAW] }) });
  expect(await spoken()).toContain(".gatehouse/law.json:3");
  expect(await spoken()).not.toContain("gatehouse.rules[0]");
  await chat.delta({ op: "item", item: assistant("b", "More.") });
  await chat.delta({ op: "status", status: status({ faults: [RULES, LAW], running: true }) });
  expect(await spoken()).toBe("More.");
});
