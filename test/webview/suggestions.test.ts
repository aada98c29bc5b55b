import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { Completion } from "../../src/shared/messages/chat";
import { type Chat, openChat, startBrowser, stopBrowser } from "./support/chatPage";
import { state } from "./support/states";

let chat: Chat;

beforeAll(startBrowser);
afterAll(stopBrowser);
beforeEach(async () => {
  chat = await openChat();
  await chat.snapshot(state());
});
afterEach(async () => {
  expect(await chat.faults()).toEqual([]);
});

const field = () => chat.page.getByRole("textbox", { name: "Message" });
const options = () => chat.page.getByRole("option");
const press = (key: string) => chat.page.keyboard.press(key);
const intents = async () => (await chat.intents()).filter(({ kind }) => kind !== "ready" && kind !== "focus");
const asked = async () => (await intents()).flatMap((intent) => (intent.kind === "complete" ? [intent] : []));

const COMMANDS: readonly Completion[] = [
  { label: "/tools", detail: "Show the tools", insert: "/tools ", icon: "tools" },
  { label: "/goal", detail: "Set a goal", insert: "/goal ", icon: "target" },
];

async function offer(text: string, items: readonly Completion[]): Promise<void> {
  await field().pressSequentially(text);
  const last = (await asked()).at(-1);
  await chat.post({ type: "completions", id: last?.id ?? -1, items });
}

test("a slash asks the host what may follow, and the answer is a list beside the field that keeps the focus", async () => {
  await offer("/", COMMANDS);
  expect((await asked()).at(-1)).toMatchObject({ trigger: "/", query: "" });
  await options().first().waitFor();
  expect(await options().allInnerTexts()).toEqual([
    expect.stringContaining("/tools"),
    expect.stringContaining("/goal"),
  ]);
  expect(await field().evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await field().getAttribute("aria-activedescendant")).toBe(await options().first().getAttribute("id"));
});

test("arrow keys and Enter choose, and what was chosen stands in the place of what was written", async () => {
  await offer("/go", COMMANDS);
  await options().first().waitFor();
  await press("ArrowDown");
  await press("Enter");
  await expect.poll(() => field().inputValue()).toBe("/goal ");
  expect((await intents()).filter(({ kind }) => kind === "send")).toEqual([]);
});

test("a mention is put in where the cursor is, and the rest of the text stays", async () => {
  await offer("see @sr", [{ label: "a.ts", detail: "src/a.ts", insert: "@src/a.ts ", icon: "file" }]);
  await options().first().waitFor();
  await press("Tab");
  await expect.poll(() => field().inputValue()).toBe("see @src/a.ts ");
});

test("what is typed before the next drawing stands behind what was chosen", async () => {
  await offer("see @sr", [{ label: "a.ts", detail: "src/a.ts", insert: "@src/a.ts ", icon: "file" }]);
  await options().first().waitFor();
  await field().evaluate((element) => {
    element.dispatchEvent(new KeyboardEvent("keydown", { key: "Tab", bubbles: true, cancelable: true }));
    document.execCommand("insertText", false, "and");
  });
  await field().pressSequentially(" b");
  expect(await field().inputValue()).toBe("see @src/a.ts and b");
});

test("an arrow key that comes before the list is drawn is not undone", async () => {
  await field().pressSequentially("/");
  const [question] = (await asked()).slice(-1);
  await field().evaluate(
    (element, message) =>
      new Promise<void>((resolve) => {
        window.addEventListener("message", () =>
          setTimeout(() => {
            element.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowDown", bubbles: true, cancelable: true }));
            requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
          }),
        );
        window.postMessage(message, "*");
      }),
    { type: "completions", id: question?.id ?? -1, items: COMMANDS },
  );
  expect(await chat.page.locator('[aria-selected="true"]').innerText()).toContain("/goal");
});

test("Escape closes the list and nothing else, and Enter then sends", async () => {
  await offer("/tools", COMMANDS);
  await options().first().waitFor();
  await press("Escape");
  await expect.poll(() => options().count()).toBe(0);
  await press("Enter");
  expect((await intents()).at(-1)).toEqual({ kind: "send", text: "/tools" });
});

test("a command that is written out is run by Enter, not completed once more", async () => {
  await offer("/tools", COMMANDS);
  await options().first().waitFor();
  await press("Enter");
  expect((await intents()).at(-1)).toEqual({ kind: "send", text: "/tools" });
});

test("an answer to an older question is void", async () => {
  await field().pressSequentially("/t");
  const [first] = await asked();
  await chat.post({ type: "completions", id: first?.id ?? -1, items: COMMANDS });
  await field().pressSequentially("x");
  expect(await options().count()).toBe(0);
});

test("an older question that is answered late takes no newer answer away", async () => {
  await field().pressSequentially("see @sr");
  const [older, newest] = (await asked()).slice(-2);
  await chat.post({ type: "completions", id: newest?.id ?? -1, items: COMMANDS.slice(0, 1) });
  await options().first().waitFor();
  await chat.post({ type: "completions", id: older?.id ?? -1, items: COMMANDS });
  await chat.post({ type: "draft", text: "" });
  await expect.poll(() => field().inputValue()).toBe("");
  expect(await options().count()).toBe(1);
});

test("a text that comes back from the host stands in the field", async () => {
  await chat.post({ type: "draft", text: "/nothing like it" });
  await expect.poll(() => field().inputValue()).toBe("/nothing like it");
});
