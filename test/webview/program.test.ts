import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { CallItem } from "../../src/shared/messages/chatItems";
import { type Chat, openChat, startBrowser, stopBrowser } from "./support/chatPage";
import { CODE, EACH, ended, LIVE, live, program, row, rows } from "./support/programScenes";
import { state, status } from "./support/states";

let chat: Chat;

beforeAll(startBrowser);
afterAll(stopBrowser);
beforeEach(async () => {
  chat = await openChat();
});
afterEach(async () => {
  expect(await chat.faults()).toEqual([]);
});

const show = (...items: readonly CallItem[]) => chat.snapshot(state({ items }));
const headline = async () => (await chat.page.locator(".call-line").innerText()).replaceAll(/\s+/g, " ");
const rowLines = () => chat.page.locator(".program-row");
const lines = async () => (await rowLines().allInnerTexts()).map((text) => text.replaceAll(/\s+/g, " ").trim());

test("its line counts the calls and tells the time; the calls stand below it, the program is folded", async () => {
  await show(program({ rows: EACH }));
  expect(await headline()).toMatch(/^Run program · 6 calls · 1 failed · 2 refused\s?(done)? 1\.2 s$/);
  expect(await rowLines().count()).toBe(6);
  expect(await chat.page.getByText("const paths").count()).toBe(0);
});

test("the program opens whole and coloured", async () => {
  await show(program());
  await chat.page.getByRole("button", { name: /^Program 12 lines/ }).click();
  await chat.page.locator(".command code.coloured .hljs-keyword").first().waitFor();
  expect(await chat.page.locator(".command").innerText()).toBe(CODE);
});

test("what hides in a program is made visible, and nothing of it is markup", async () => {
  await show(program({ code: "// \u202E <b>bold</b> </code><img src=x>" }));
  await chat.page.getByRole("button", { name: /^Program/ }).click();
  await chat.page.locator("code.coloured").waitFor();
  expect(await chat.page.locator(".command").innerText()).toBe("// \\u{202E} <b>bold</b> </code><img src=x>");
  expect(await chat.page.locator(".command img").count()).toBe(0);
});

test("each state of a call is told in words", async () => {
  await show(program({ rows: EACH }));
  expect(await lines()).toEqual([
    "read src/1.js done 2 ms",
    "edit src/2.js approved · cut done 4.3 s",
    "read src/3.js not_found: There is no file src/3.js. failed 2 ms",
    "agent a program can't call this tool refused 2 ms",
    "write .env You denied it: not \\u{202E} today denied 2 ms",
    "bash npm test in flight when the program ended; it may have run in part cancelled 2 ms",
  ]);
});

test("a row, by a press or by Enter, opens what the program got of that call", async () => {
  await show(program());
  const list = chat.page.getByRole("list", { name: "Calls of the program" });
  await list.getByRole("listitem").nth(1).getByRole("button").click();
  await list.getByRole("listitem").nth(2).getByRole("button").focus();
  await chat.page.keyboard.press("Enter");
  expect((await chat.intents()).slice(1)).toEqual([
    { kind: "showFullResult", callId: "p.2" },
    { kind: "showFullResult", callId: "p.3" },
  ]);
});

test("while it runs its calls come and change in place", async () => {
  await show(live(row(1, { state: "running" })));
  expect(await lines()).toEqual([expect.stringMatching(/^read src\/1\.js running/)]);
  expect(await rowLines().getByRole("button").count()).toBe(0);
  await chat.delta(
    { op: "row", id: "p", row: row(2, { state: "waiting" }) },
    { op: "row", id: "p", row: row(1, { state: "failed", note: "no" }) },
  );
  expect(await lines()).toEqual(["read src/1.js no failed 2 ms", expect.stringMatching(/^read src\/2\.js waiting/)]);
  expect(await headline()).toContain("2 calls · 1 failed");
});

test("a call that asks says so, and Answer leads to its card, which names program and tool", async () => {
  await chat.snapshot(LIVE);
  const asking = chat.page.locator(".program-row", { hasText: ".env" }).last();
  expect(await asking.innerText()).toContain("waits for your answer");
  expect(await chat.page.locator(".approval h3").innerText()).toContain("Run a command");
  await asking.getByRole("button", { name: "Answer" }).click();
  await chat.page.locator(".approval", { hasText: "execute_tools program call: write" }).waitFor();
  await chat.page.waitForFunction(() => document.activeElement?.closest(".approval"));
});

test("of many calls the first are shown, and what is open; all when a person asks", async () => {
  const open = { ...row(199), state: "running" } as const;
  await show(live(...rows(198), open, row(200)));
  expect(await rowLines().count()).toBe(21);
  expect(await rowLines().last().innerText()).toContain("src/199.js");
  await chat.page.getByRole("button", { name: "Show all 200" }).click();
  expect(await rowLines().count()).toBe(200);
  await chat.page.getByRole("button", { name: "Show fewer" }).click();
  expect(await rowLines().count()).toBe(21);
});

test("200 calls that all change at once are drawn at once, though all are shown", async () => {
  await show(live(...rows(200).map((each) => ({ ...each, state: "running" as const }))));
  await chat.page.getByRole("button", { name: "Show all 200" }).click();
  const ms = await chat.page.evaluate(
    async (ops) => {
      const begun = performance.now();
      window.postMessage({ type: "delta", seq: 2, ops }, "*");
      while (document.querySelectorAll(".program-row.ok").length < 200) await new Promise(requestAnimationFrame);
      return performance.now() - begun;
    },
    rows(200).map((each) => ({ op: "row", id: "p", row: each })),
  );
  expect(ms).toBeLessThan(1_000);
});

test("of an older program that came with its first calls it says how many there were", async () => {
  await show(program({ rows: rows(20), counts: { calls: 1_500, failed: 3, refused: 0 } }));
  expect(await headline()).toContain("1500 calls · 3 failed");
  expect(await chat.page.locator(".call-body").innerText()).toContain("1480 more calls");
});

test("the log is folded, and what the model got stands against what it did not get", async () => {
  await show(program());
  const body = chat.page.locator(".call-body");
  expect(await body.innerText()).toContain("240 tokens sent to the model, 18.3 k kept out");
  expect(await body.locator(".output").count()).toBe(0);
  await chat.page.getByRole("button", { name: /^Log 1 line/ }).click();
  expect(await body.locator(".output").innerText()).toBe("denied");
  await chat.page.getByRole("button", { name: "Open what the model got" }).click();
  expect((await chat.intents()).at(-1)).toEqual({ kind: "showFullResult", callId: "p" });
});

test.each([
  ["an error", ended({ how: "threw", error: "TypeError: no (line 3)" }), "ended by an error", "TypeError: no (line 3)"],
  ["a program that is none", ended({ how: "rejected", error: "SyntaxError: no" }), "not run", "SyntaxError: no"],
  ["a limit", ended({ how: "killed", error: "Too much memory." }), "ended early", "Too much memory."],
  ["the end of its time", ended({ how: "killed", timedOut: true, error: "Over." }), "out of time", "Over."],
  ["a stop", ended({ how: "killed", error: "You stopped." }, { state: "cancelled" }), "stopped", "You stopped."],
])("%s is told in words, with why", async (_, item, words, why) => {
  await show(item);
  expect(await headline()).toContain(`Run program · ${words} · 3 calls`);
  expect(await chat.page.locator(".program-error").innerText()).toBe(why);
});

test("one whose host ended has no receipt, and says what is known", async () => {
  const { program: shown, ...item } = program({}, { state: "interrupted" });
  await show({ ...item, program: { code: CODE, rows: shown?.rows ?? [] } });
  expect(await headline()).toContain("interrupted; it may have taken effect · 3 calls");
  expect(await chat.page.locator(".call-body").innerText()).not.toContain("tokens");
});

test("a screen reader hears of the calls now and then and at the end, and not of programs that had ended", async () => {
  const said = chat.page.locator(".call-body [role=status]");
  await show(program());
  expect(await said.innerText()).toBe("");
  await chat.snapshot(state({ status: status({ running: true }), items: [live(...rows(24))] }));
  expect(await said.innerText()).toBe("");
  await chat.delta({ op: "row", id: "p", row: row(25) });
  expect(await said.innerText()).toBe("25 calls so far");
  await chat.delta({ op: "row", id: "p", row: row(26) });
  expect(await said.innerText()).toBe("25 calls so far");
  await chat.delta({ op: "item", item: program({ rows: rows(26) }) });
  expect(await said.innerText()).toBe("26 calls");
});
