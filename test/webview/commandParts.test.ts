import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { CommandPart } from "../../src/shared/commandParts";
import type { ApprovalCard } from "../../src/shared/messages/chat";
import { type Chat, openChat, startBrowser, stopBrowser } from "./support/chatPage";
import { approval, state, status, user } from "./support/states";

let chat: Chat;

beforeAll(startBrowser);
afterAll(stopBrowser);
beforeEach(async () => {
  chat = await openChat();
});
afterEach(async () => {
  expect(await chat.faults()).toEqual([]);
});

const show = (change: Partial<ApprovalCard>) =>
  chat.snapshot(
    state({ status: status({ running: true }), items: [user("u", "Go")], approvals: [approval("a", change)] }),
  );

const list = () => chat.page.getByRole("list", { name: /^What was found in it/ });
const items = () => list().getByRole("listitem").allInnerTexts();
const flat = (texts: readonly string[]) => texts.map((text) => text.replace(/\s+/g, " ").trim());

test("each part says its text, its outcome in words, why, and the rule", async () => {
  await show({
    command: "git status && git push && rm -rf /",
    parts: [
      { text: "git status", outcome: "auto", why: "read_only" },
      { text: "git push", outcome: "ask", why: "ask_rule", rule: "git push" },
      { text: "rm -rf /", outcome: "deny", why: "floor" },
    ],
  });
  expect(flat(await items())).toEqual([
    "git status Runs without asking It only reads.",
    "git push Asks One of your rules asks for it. Rule: git push",
    "rm -rf / Refused This is never allowed, in any posture.",
  ]);
});

test("one part is one line, without a list and without the command a second time", async () => {
  await show({ command: "npm test", parts: [{ text: "npm test", outcome: "ask", why: "not_listed" }] });
  expect(await list().count()).toBe(0);
  const line = await chat.page.locator(".approval p.part").allInnerTexts();
  expect(flat(line)).toEqual(["Asks It is not known to only read, and no rule allows it."]);
});

test("one part that is not the whole command says which", async () => {
  await show({ command: "ls > a", parts: [{ text: "> a", outcome: "ask", why: "writes" }] });
  expect(flat(await chat.page.locator(".approval p.part").allInnerTexts())).toEqual(["> a Asks It writes to a file."]);
});

test("where nobody could look into the command, the card says so", async () => {
  await show({});
  expect(await chat.page.locator(".approval").innerText()).toContain("Nobody could look into this command");
});

test("many parts are bounded, and the rest is one press away", async () => {
  const parts: CommandPart[] = Array.from({ length: 50 }, (_, at) => ({
    text: `echo ${at}`,
    outcome: "auto",
    why: "read_only",
  }));
  await show({ command: parts.map(({ text }) => text).join("; "), parts });
  expect(await items()).toHaveLength(20);
  await chat.page.getByRole("button", { name: "30 more" }).click();
  expect(await items()).toHaveLength(50);
});

test("a part can't hide anything, nor pose as another part", async () => {
  await show({
    command: "a; b",
    parts: [
      { text: "a\nRuns without asking\u202e", outcome: "ask", why: "unparsed", rule: "x\u200b" },
      { text: `b${"y".repeat(900)}`, outcome: "ask", why: "not_listed" },
    ],
  });
  const [first = "", second = ""] = await items();
  expect(first).toContain("a\\u{A}Runs without asking\\u{202E}");
  expect(first).toContain("x\\u{200B}");
  expect(second.length).toBeLessThan(500);
});

test("a code of a newer host stays readable", async () => {
  const part = { text: "a", outcome: "ask", why: "brand_new" } as unknown as CommandPart;
  await show({ command: "a", parts: [part] });
  expect(await chat.page.locator(".approval p.part").innerText()).toContain("brand new");
});

test("the answers stay in sight under a long list", async () => {
  const parts: CommandPart[] = Array.from({ length: 20 }, () => ({
    text: "make all",
    outcome: "ask",
    why: "not_listed",
  }));
  await show({ command: "make all\n".repeat(40), parts });
  const deny = await chat.page.getByRole("button", { name: "Deny" }).first().boundingBox();
  expect((deny?.y ?? Number.POSITIVE_INFINITY) + (deny?.height ?? 0)).toBeLessThan(860);
});
