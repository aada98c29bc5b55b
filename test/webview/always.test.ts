import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { ApprovalCard } from "../../src/shared/messages/chat";
import type { Rule } from "../../src/shared/rules";
import { type Chat, openChat, startBrowser, stopBrowser } from "./support/chatPage";
import { editApproval, running, state, status, user } from "./support/states";

let chat: Chat;

beforeAll(startBrowser);
afterAll(stopBrowser);
beforeEach(async () => {
  chat = await openChat();
});
afterEach(async () => {
  expect(await chat.faults()).toEqual([]);
});

const RULES: readonly Rule[] = [{ tool: "edit", path: "src/sum.js", action: "allow" }];
const CHOICES = ["once", "session", "always", "deny", "deny_with_note"] as const;

const show = (change: Partial<ApprovalCard> = {}) =>
  chat.snapshot(
    state({
      status: status({ running: true }),
      items: [user("u", "Go"), running("c")],
      approvals: [editApproval("a", { choices: CHOICES, proposedRules: RULES, ...change })],
    }),
  );

const press = (key: string) => chat.page.keyboard.press(key);
const button = (name: string) => chat.page.getByRole("button", { name });
const answers = async () => (await chat.intents()).filter((intent) => intent.kind === "answer");
const focused = () => chat.page.evaluate(() => document.activeElement?.getAttribute("data-choice"));

test("shows the rule before it is saved, and saves it only by its own button", async () => {
  await show();
  await button("Always allow…").click();
  await expect.poll(() => chat.page.getByText("allow edit path src/sum.js").count()).toBe(1);
  expect(await answers()).toEqual([]);
  await button("Save and allow").click();
  expect(await answers()).toEqual([{ kind: "answer", requestId: "a", answer: "always", rules: RULES }]);
});

test("opens on the way back; Escape goes back, and neither it nor the key for once answers", async () => {
  await show();
  await button("Always allow…").click();
  await expect.poll(focused).toBe("back");
  await press("Control+Enter");
  await press("Escape");
  await expect.poll(focused).toBe("deny");
  expect(await answers()).toEqual([]);
});

test("a double click saves nothing", async () => {
  await show();
  await button("Always allow…").dblclick();
  await expect.poll(() => button("Save and allow").count()).toBe(1);
  await button("Save and allow").dblclick();
  expect(await answers()).toHaveLength(1);
});

test("shows what hides in a rule, and offers nothing where there is none", async () => {
  await show({ proposedRules: [{ tool: "edit", path: "src/\u202Esum.js", action: "allow" }] });
  await button("Always allow…").click();
  await expect.poll(() => chat.page.getByText("src/\\u{202E}sum.js").count()).toBe(1);
  await show({ choices: ["once", "deny"] });
  await expect.poll(() => button("Always allow…").count()).toBe(0);
});

test("says when a rule is for a program that does what files say", async () => {
  const line = () => chat.page.getByText("This program runs what files of the workspace say").count();
  await show();
  await button("Always allow…").click();
  await expect.poll(() => button("Save and allow").count()).toBe(1);
  expect(await line()).toBe(0);
  await button("Back").click();
  await show({ runsWorkspaceCode: true });
  await button("Always allow…").click();
  await expect.poll(line).toBe(1);
});
