import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { byPrompt, toolResults } from "./support/byPrompt";
import { Chat } from "./support/chat";
import { House } from "./support/house";
import type { Theme } from "./support/server";

const CODE = `const texts = [];
for (const path of ["one.txt", "two.txt"]) texts.push((await tools.call("read", { path })).content);
const kinds = [];
const caught = (error) => kinds.push(error.kind);
await tools.call("read", { path: "missing.txt" }).catch(caught);
await tools.call("grep", { pattern: "first" });
await tools.call("write", { path: "three.txt", content: texts.join("") }).catch(caught);
console.log("caught " + kinds.length);
return kinds;`;

const SCRIPT = byPrompt({
  "Join them": [{ calls: [{ name: "execute_tools", args: { code: CODE } }] }, { text: "Two were caught." }],
});

const THEMES: readonly [Theme, string][] = [
  ["Dark Modern", "dark"],
  ["Light Modern", "light"],
  ["Default High Contrast", "contrast"],
];

describe.each(THEMES)("in %s", (theme, name) => {
  let house: House;
  beforeAll(async () => {
    house = await House.open(SCRIPT, {
      theme,
      files: { "one.txt": "the first line\n", "two.txt": "the second line\n" },
    });
  });
  afterEach((context) => house?.keepFailure(context));
  afterAll(() => house?.close());

  test("a program's calls are rows of its card, one that asks has its own, and the receipt says how each ended", async () => {
    const { chat, server, model, workbench } = house;
    const rows = chat.frame.locator(".program-row");
    await chat.newSession();
    await chat.send("Join them");
    await chat.card.getByText("execute_tools program call: write").waitFor();
    expect(await rows.count()).toBe(5);
    await rows.last().getByText("waits for your answer").waitFor();
    await workbench.screenshot(`program-asks-${name}`);
    await rows.last().getByRole("button", { name: "Answer" }).click();
    await chat.focused(chat.card);
    await chat.answer("deny");
    await chat.said("Two were caught.").waitFor();
    await chat.idle();
    expect(toolResults(model.requests.at(-1))[0]).toMatch(/"return":\["failed","denied"\]/);
    expect(() => server.read("three.txt")).toThrow();
    await chat.frame.locator(".call-line", { hasText: "Run program · 5 calls · 1 failed · 1 refused" }).waitFor();
    await chat.frame.getByRole("button", { name: /^Program/ }).click();
    await chat.frame.locator("code.coloured").waitFor();
    await chat.frame.getByRole("button", { name: /^Log/ }).click();
    await workbench.screenshot(`program-receipt-${name}`);
    await rows.first().getByRole("button").press("Enter");
    await workbench.editor.getByText("the first line").waitFor();
    await workbench.run("View: Close All Editors");
  });

  test("reads the same after the window was loaded again", async () => {
    const { chat, workbench } = house;
    const rows = (of: Chat) => of.frame.locator(".program-row").allInnerTexts();
    const before = await rows(chat);
    await workbench.reload();
    const again = await Chat.open(workbench);
    await again.frame.locator(".program-row").nth(4).waitFor();
    expect(await rows(again)).toEqual(before);
    await again.frame.locator(".program-row").nth(1).getByRole("button").click();
    await workbench.editor.getByText("the second line").waitFor();
    await workbench.run("View: Close All Editors");
  });
});
