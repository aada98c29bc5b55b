// Long because a form's fields, keys and focus are all tried in one page of a real browser.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { FormRequest } from "../../src/shared/forms";
import { type Chat, openChat, startBrowser, stopBrowser } from "./support/chatPage";
import { approval, field, form, OPTIONS, state, status, user } from "./support/states";

let chat: Chat;

beforeAll(startBrowser);
afterAll(stopBrowser);
beforeEach(async () => {
  chat = await openChat();
});
afterEach(async () => {
  expect(await chat.faults()).toEqual([]);
});

const show = (...forms: readonly FormRequest[]) =>
  chat.snapshot(state({ status: status({ running: true }), items: [user("u", "Go")], forms }));

const press = (key: string) => chat.page.keyboard.press(key);
const button = (name: string | RegExp) => chat.page.getByRole("button", { name });
const answers = async () => (await chat.intents()).filter((intent) => intent.kind === "answerForm");
const accept = (formId: string, values: object) => ({ kind: "answerForm", formId, action: "accept", values });
const focused = () => chat.page.evaluate(() => document.activeElement?.tagName.toLowerCase());

const single = field("db", { kind: "single", options: OPTIONS, label: "Which database?", other: true });
const multiple = field("what", { kind: "multiple", options: OPTIONS, label: "What moves?", other: true });

describe("fields", () => {
  test("of every kind give their values, by pointer", async () => {
    const fields = [
      field("name", { label: "Name" }),
      single,
      multiple,
      field("count", { kind: "integer", label: "How many", initial: 2 }),
      field("dry", { kind: "boolean", label: "Dry run" }),
    ];
    await show(form("f", { from: { kind: "server", server: "deploy" }, fields }));
    await chat.page.getByRole("textbox", { name: "Name, required" }).fill("x");
    await chat.page.getByRole("radio", { name: /PostgreSQL/ }).click();
    await chat.page.getByRole("checkbox", { name: /SQLite/ }).click();
    await chat.page.getByRole("checkbox", { name: /Neither/ }).click();
    await chat.page.getByRole("checkbox", { name: "Yes" }).click();
    await button("Submit").click();
    const values = { name: "x", db: "pg", what: ["sqlite", "none"], count: 2, dry: true };
    expect(await answers()).toEqual([accept("f", values)]);
  });

  test("take a person's own words in the place of an option, or beside them", async () => {
    await show(form("f", { fields: [single, multiple] }));
    await chat.page.getByRole("radio", { name: /SQLite/ }).click();
    await chat.page.getByRole("radio", { name: "In my own words" }).click();
    await chat.page.getByRole("textbox", { name: "Which database?: In my own words" }).fill("DuckDB");
    await chat.page.getByRole("checkbox", { name: /PostgreSQL/ }).click();
    await chat.page.getByRole("checkbox", { name: "In my own words" }).click();
    await chat.page.getByRole("textbox", { name: "What moves?: In my own words" }).fill("users");
    await button("Submit").click();
    expect(await answers()).toEqual([accept("f", { db: "DuckDB", what: ["pg", "users"] })]);
  });

  test("that still need an answer say so and get the focus; nothing is sent", async () => {
    await show(
      form("f", { fields: [field("a", { required: false }), single, field("n", { kind: "integer", initial: 1 })] }),
    );
    await chat.page.getByRole("textbox", { name: /about n/ }).fill("1.5");
    await button("Submit").click();
    expect(await chat.page.locator(".form-problem").allTextContents()).toEqual([
      "An answer is needed here.",
      "This must be a whole number.",
    ]);
    await expect.poll(focused).toBe("vscode-radio");
    expect(await answers()).toEqual([]);
    await press("ArrowDown");
    await chat.page.getByRole("textbox", { name: /about n/ }).fill("2");
    await button("Submit").click();
    expect(await answers()).toEqual([accept("f", { db: "pg", n: 2 })]);
  });

  test("show what hides in foreign words", async () => {
    await show(form("f", { message: "a\u202eb", fields: [field("q", { label: "x\u200by", help: "p\u200bq" })] }));
    const text = await chat.page.locator(".form").innerText();
    for (const shown of ["a\\u{202E}b", "x\\u{200B}y", "p\\u{200B}q"]) expect(text).toContain(shown);
  });

  test("get the focus although the composer was wanted a moment before and is not drawn yet", async () => {
    await show(form("f", { fields: [single] }));
    await chat.page.evaluate(() => {
      window.postMessage({ type: "focus", target: "composer" }, "*");
      window.postMessage({ type: "focus", target: "approval" }, "*");
    });
    await expect.poll(focused).toBe("vscode-radio");
  });

  test("can all be reached and answered by keyboard", async () => {
    await show(form("f", { fields: [single, multiple, field("why")] }));
    await chat.post({ type: "focus", target: "approval" });
    await expect.poll(focused).toBe("vscode-radio");
    await press("ArrowDown");
    await press("Tab");
    await press("Space");
    for (let option = 0; option < OPTIONS.length + 1; option += 1) await press("Tab");
    await chat.page.keyboard.type("because\n");
    await press("Tab");
    await press("Enter");
    expect(await answers()).toEqual([accept("f", { db: "pg", what: ["sqlite"], why: "because\n" })]);
  });
});

describe("answers", () => {
  test("declining needs no field to be filled in", async () => {
    await show(form("f"));
    await button("Decline").click();
    expect(await answers()).toEqual([{ kind: "answerForm", formId: "f", action: "decline", values: {} }]);
  });

  test("Ctrl+Enter inside the form submits; Enter and Escape answer nothing", async () => {
    await show(form("f", { from: { kind: "server", server: "s" } }));
    await chat.page.getByRole("textbox", { name: /about q1/ }).fill("x");
    await press("Enter");
    await press("Escape");
    expect(await answers()).toEqual([]);
    await press("Control+Enter");
    expect(await answers()).toEqual([accept("f", { q1: "x" })]);
  });

  test("text in the composer is a message, whatever is open, and never an answer", async () => {
    await show(form("f", { fields: [field("q", { required: false })] }));
    await chat.page.getByRole("textbox", { name: "Message" }).fill("yes");
    await press("Enter");
    expect(await chat.intents()).toContainEqual({ kind: "send", text: "yes" });
    await chat.page.getByRole("textbox", { name: "Message" }).focus();
    await press("Control+Enter");
    expect(await answers()).toEqual([]);
  });

  test("the second click of a double click answers nothing of the next form", async () => {
    await show(form("f"), form("g"));
    await button("Decline").dblclick();
    expect((await answers()).map(({ formId }) => formId)).toEqual(["f"]);
  });
});

describe("forms", () => {
  test("come one after the other, and the next has nothing of the one before", async () => {
    await show(form("f"), form("g"));
    expect(await chat.page.locator(".form-dock").innerText()).toContain("1 more after this one");
    await chat.page.getByRole("textbox", { name: /about q1/ }).fill("secret");
    await chat.delta({ op: "forms", forms: [form("g")] });
    await expect.poll(() => chat.page.getByRole("textbox", { name: /about q1/ }).inputValue()).toBe("");
    await expect.poll(focused).toBe("textarea");
  });

  test("keep what was typed while others come and approvals go", async () => {
    await show(form("f"));
    await chat.page.getByRole("textbox", { name: /about q1/ }).fill("half an ans");
    await chat.delta({ op: "forms", forms: [form("f"), form("g")] }, { op: "approvals", approvals: [approval("a")] });
    await chat.delta({ op: "approvals", approvals: [] });
    await chat.page.keyboard.type("wer");
    await button("Submit").click();
    expect(await answers()).toEqual([accept("f", { q1: "half an answer" })]);
  });

  test("do not take the focus when they appear, and are announced at once with who asks", async () => {
    await show();
    await chat.page.getByRole("textbox", { name: "Message" }).focus();
    const server = { kind: "server", server: "deploy" } as const;
    await chat.delta({ op: "forms", forms: [form("f", { from: server, title: "Deployment", fields: [single] })] });
    await expect.poll(focused).toBe("textarea");
    expect(await chat.page.getByRole("alert").first().innerText()).toBe(
      "The MCP server deploy asks: Deployment. Which database?",
    );
  });

  test.each([
    [{}, "The model asks"],
    [{ agent: "reviewer" }, "The agent reviewer asks"],
    [{ from: { kind: "server", server: "de\u200bploy" } }, "The MCP server de\\u{200B}ploy asks"],
  ] as const)("name who asks: %#", async (change, words) => {
    await show(form("f", change));
    expect(await chat.page.getByRole("heading", { level: 3 }).innerText()).toBe(words);
  });

  test("leave room for their buttons, however much is asked", async () => {
    const fields = Array.from({ length: 30 }, (_, at) => field(`q${at}`));
    await show(form("f", { message: "line\n".repeat(100), fields }));
    for (const name of ["Submit", "Decline"]) {
      const box = await button(name).boundingBox();
      expect(box && box.y + box.height).toBeLessThan(800);
    }
  });

  test("say when they close, towards the end", async () => {
    await show(form("f", { expiresAt: Date.now() + 100_000 }));
    expect(await chat.page.locator(".form").innerText()).toMatch(/closes in 1 min \d+ s/);
  });
});

describe("a page that a server wants opened", () => {
  const page = (url: string) => form("f", { from: { kind: "server", server: "s" }, fields: [], url });

  test("is named by its host, and opened only by a person's word", async () => {
    await show(page("https://github.com@evil.example/login"));
    expect(await chat.page.locator(".form-host").innerText()).toBe("evil.example");
    expect(await chat.page.locator(".form a").count()).toBe(0);
    await button("Open the page").click();
    expect(await answers()).toEqual([accept("f", {})]);
  });

  test("can only be declined when it is no page of the web", async () => {
    await show(page("javascript:alert(1)"));
    await chat.post({ type: "focus", target: "approval" });
    await button("Decline").focus();
    await press("Control+Enter");
    expect(await answers()).toEqual([]);
    await press("Enter");
    expect(await answers()).toMatchObject([{ action: "decline" }]);
  });
});
