import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { ChatStatus } from "../../src/shared/messages/chat";
import { type Chat, openChat, startBrowser, stopBrowser } from "./support/chatPage";
import { state, status, user } from "./support/states";

let chat: Chat;

beforeAll(startBrowser);
afterAll(stopBrowser);
beforeEach(async () => {
  chat = await openChat();
});
afterEach(async () => {
  expect(await chat.faults()).toEqual([]);
});

const SENT = [user("u1", "first"), user("u2", "second\nwith two lines")];

const show = (change: Partial<ChatStatus> = {}) => chat.snapshot(state({ status: status(change), items: SENT }));

const field = () => chat.page.getByRole("textbox", { name: "Message" });

const press = (key: string) => chat.page.keyboard.press(key);

const asked = async () => (await chat.intents()).filter((intent) => intent.kind !== "ready");

test("Enter sends and empties it, Shift+Enter makes a line", async () => {
  await show();
  await field().click();
  await chat.page.keyboard.type("a");
  await press("Shift+Enter");
  await chat.page.keyboard.type("b");
  await press("Enter");
  expect(await asked()).toEqual([{ kind: "send", text: "a\nb" }]);
  expect(await field().inputValue()).toBe("");
});

test("an Enter that ends a composition sends nothing", async () => {
  await show();
  await field().fill("に");
  await field().dispatchEvent("keydown", { key: "Enter", isComposing: true, bubbles: true });
  expect(await asked()).toEqual([]);
});

test("blanks alone are not sent", async () => {
  await show();
  await field().fill("  \n ");
  await press("Enter");
  expect(await asked()).toEqual([]);
});

test("while a turn runs a message is queued, and there is a button to stop", async () => {
  await show({ running: true });
  await field().fill("And the docs");
  await chat.page.getByRole("button", { name: "Queue" }).click();
  await chat.page.getByRole("button", { name: "Stop" }).click();
  expect(await asked()).toEqual([{ kind: "send", text: "And the docs" }, { kind: "stop" }]);
});

test("Escape twice stops, once only says so", async () => {
  await show({ running: true });
  await field().click();
  await press("Escape");
  expect(await chat.page.locator(".composer").textContent()).toContain("Escape again stops");
  expect(await asked()).toEqual([]);
  await press("Escape");
  expect(await asked()).toEqual([{ kind: "stop" }]);
});

test("Escape closes an open menu and counts for nothing else", async () => {
  await show({ running: true });
  await chat.page.getByRole("combobox", { name: "Mode" }).click();
  await press("Escape");
  expect(await chat.page.getByRole("listbox").count()).toBe(0);
  expect(await chat.page.locator(".composer").textContent()).not.toContain("Escape again stops");
});

test("Escape does nothing when nothing runs", async () => {
  await show();
  await field().click();
  await press("Escape");
  await press("Escape");
  expect(await asked()).toEqual([]);
});

test("arrow up goes back through what was sent, down comes back to the draft", async () => {
  await show();
  await field().fill("draft");
  await press("Home");
  await press("ArrowUp");
  expect(await field().inputValue()).toBe("second\nwith two lines");
  await press("ArrowUp"); // From the second line to the first: the text's own business.
  await press("ArrowUp");
  expect(await field().inputValue()).toBe("first");
  await press("ArrowDown");
  await press("ArrowDown");
  expect(await field().inputValue()).toBe("draft");
});

test("a caret that moves before the next drawing stays where it went", async () => {
  await show();
  await field().focus();
  const caret = await field().evaluate(async (element) => {
    const area = element as HTMLTextAreaElement;
    area.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowUp", bubbles: true, cancelable: true }));
    const first = area.selectionStart;
    area.setSelectionRange(3, 3); // As a second key does, when both come before the page is drawn.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    return [first, area.selectionStart];
  });
  expect(caret).toEqual(["second\nwith two lines".length, 3]);
});

test("arrow up within a text moves the caret only", async () => {
  await show();
  await field().fill("one\ntwo");
  await press("ArrowUp");
  expect(await field().inputValue()).toBe("one\ntwo");
});

test("grows to 12 lines and not further", async () => {
  await show();
  const height = async (lines: number) => {
    await field().fill("x\n".repeat(lines));
    return (await field().boundingBox())?.height ?? 0;
  };
  const [two, eight, twelve, fifty] = [await height(1), await height(7), await height(11), await height(49)];
  expect(eight).toBeGreaterThan(two);
  expect(twelve).toBeGreaterThan(eight);
  expect(fifty).toBe(twelve);
});

test("a draft outlives the page", async () => {
  await show();
  await field().fill("half a thought");
  await chat.page.reload();
  await show();
  expect(await field().inputValue()).toBe("half a thought");
});

test("the menus choose mode and posture by keys, and say nothing when nothing changes", async () => {
  await show();
  await chat.page.getByRole("combobox", { name: "Mode" }).focus();
  for (const key of ["ArrowDown", "ArrowUp", "Enter"]) await press(key);
  await chat.page.getByRole("combobox", { name: "Posture" }).click();
  await chat.page.getByRole("option", { name: /^Ask/ }).click();
  await chat.page.getByRole("combobox", { name: "Posture" }).click();
  await chat.page.getByRole("option", { name: /^Full Access/ }).click();
  expect(await asked()).toEqual([
    { kind: "setMode", mode: "plan" },
    { kind: "setPosture", posture: "full-access" },
  ]);
});

test("without a model, sending asks for one and keeps the text", async () => {
  await show({ model: undefined });
  await field().fill("Hello");
  await press("Enter");
  expect(await asked()).toEqual([{ kind: "command", command: "selectModel" }]);
  expect(await field().inputValue()).toBe("Hello");
});

test("a read-only session takes nothing", async () => {
  await show({ readOnly: true });
  await field().click();
  await chat.page.keyboard.type("x");
  await press("Enter");
  expect(await asked()).toEqual([]);
});

test("an empty session offers things to try: they fill the composer, the tour starts", async () => {
  await chat.snapshot(state());
  await chat.page.getByRole("button", { name: "Find and fix a failing test" }).click();
  expect(await field().inputValue()).toContain("Run the tests");
  await chat.page.getByRole("button", { name: "Take the tour" }).click();
  expect(await asked()).toEqual([{ kind: "command", command: "takeTour" }]);
});
