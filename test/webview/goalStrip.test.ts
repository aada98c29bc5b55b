import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { Goal } from "../../src/shared/goal";
import { type Chat, openChat, startBrowser, stopBrowser } from "./support/chatPage";
import { state } from "./support/states";

let chat: Chat;

beforeAll(startBrowser);
afterAll(stopBrowser);
beforeEach(async () => {
  chat = await openChat();
});
afterEach(async () => {
  expect(await chat.faults()).toEqual([]);
});

const GOAL: Goal = {
  id: "g",
  objective: "All tests pass",
  status: "active",
  passes: 2,
  maxPasses: 25,
  tokens: 1_200,
  seconds: 65,
};
const strip = () => chat.page.getByRole("region", { name: "Goal", exact: true });
const show = (change: Partial<Goal> = {}) => chat.snapshot(state({ goal: { ...GOAL, ...change } }));
const goalIntents = async () => (await chat.intents()).filter(({ kind }) => kind === "goal");

test("without a goal there is no strip", async () => {
  await chat.snapshot(state());
  expect(await strip().count()).toBe(0);
});

test("folded it is one line: the goal and its pass", async () => {
  await show();
  expect(await strip().innerText()).toContain("All tests pass");
  expect(await strip().innerText()).toContain("pass 2 of 25");
});

test("open, it says what was spent of the budget and offers what a person may do", async () => {
  await show({ tokenBudget: 5_000 });
  await strip().getByRole("button").first().click();
  const text = await strip().innerText();
  expect(text).toContain("1.2 k of 5 k");
  expect(text).toContain("1 min 5 s");
  for (const name of ["Pause", "Complete", "Blocked", "Clear"]) await strip().getByRole("button", { name }).waitFor();
  await strip().getByRole("button", { name: "Pause" }).click();
  expect(await goalIntents()).toEqual([{ kind: "goal", action: "pause" }]);
});

test("paused, it says why and can be resumed", async () => {
  await show({ status: "paused", pause: "no_progress" });
  expect(await strip().innerText()).toContain("no progress");
  await strip().getByRole("button").first().click();
  await strip().getByRole("button", { name: "Resume" }).click();
  expect(await goalIntents()).toEqual([{ kind: "goal", action: "resume" }]);
});

test("a finished goal shows its evidence as plain text and can only be cleared", async () => {
  await show({ status: "complete", evidence: "npm test: <b>12</b> passed\u202E" });
  await strip().getByRole("button").first().click();
  expect(await strip().innerText()).toContain("<b>12</b> passed\\u{202E}");
  expect(await strip().getByRole("button", { name: "Pause" }).count()).toBe(0);
  await strip().getByRole("button", { name: "Clear" }).click();
  expect(await goalIntents()).toEqual([{ kind: "goal", action: "clear" }]);
});
