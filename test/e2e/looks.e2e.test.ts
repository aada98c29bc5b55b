import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { byPrompt } from "./support/byPrompt";
import { House } from "./support/house";
import type { Theme } from "./support/server";

const todos = [
  { content: "Find the failing test", status: "completed" },
  { content: "Fix the loop in src/sum.js", status: "in_progress" },
  { content: "Run the tests again", status: "pending" },
];
const CODE =
  "export function sum(xs) {\n  let total = 0;\n  for (let i = 1; i < xs.length; i++) total += xs[i];\n  return total;\n}\n";
const SCRIPT = byPrompt({
  Fix: [
    {
      text: "I'll look at the function first.",
      calls: [
        { name: "todo_write", args: { todos } },
        { name: "read", args: { path: "src/sum.js" } },
        { name: "read", args: { path: "src/missing.js" } },
      ],
    },
    {
      text: "The loop starts at `1`, so the **first number** is lost:\n\n```js\nfor (let i = 1; i < xs.length; i++)\n```",
      calls: [{ name: "edit", args: { path: "src/sum.js", edits: [{ oldText: "let i = 1", newText: "let i = 0" }] } }],
    },
    { text: "Now the tests.", calls: [{ name: "bash", args: { command: "node src/sum.js && ls -la src" } }] },
    { text: "Done: the loop starts at `0`." },
  ],
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
      trust: "restricted",
      files: { "src/sum.js": CODE, "README.md": "# Sums\n" },
    });
  });
  afterEach((context) => house?.keepFailure(context));
  afterAll(() => house?.close());

  test("untrusted state, chat, card, diff and todo strip are drawn, and pictures of them are kept", async () => {
    const { chat, workbench } = house;
    await chat.banner.getByText("not trusted").waitFor();
    await workbench.screenshot(`look-untrusted-${name}`);
    await chat.grantTrust();
    await chat.newSession();
    await chat.send("Fix the failing test in src/sum.js");
    await chat.card.getByText("let i = 0").first().waitFor();
    await workbench.screenshot(`look-card-${name}`);
    await chat.choice("open_diff").click();
    await workbench.page.locator(".monaco-diff-editor .line-insert").first().waitFor();
    await chat.frame.locator(".todo-strip").getByRole("button").click();
    await workbench.screenshot(`look-diff-${name}`);
    await chat.answer("once");
    await chat.card.getByText("node src/sum.js").first().waitFor();
    await workbench.screenshot(`look-command-${name}`);
    await chat.answer("once");
    await chat.said("Done: the loop starts at").waitFor();
    await chat.idle();
    await chat.frame.locator(".todo-strip").getByRole("button").first().click();
    await workbench.screenshot(`look-end-${name}`);
    expect(await chat.frame.locator(".card.turn").innerText()).toContain("src/sum.js");
  });
});
