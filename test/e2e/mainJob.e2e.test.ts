import { existsSync, mkdtempSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { gate } from "../support/scriptedModel";
import { byPrompt, toolResults } from "./support/byPrompt";
import { House } from "./support/house";
import { processesOf } from "./support/processes";
import type { Server } from "./support/server";
import { until } from "./support/until";

const BROKEN =
  "export const sum = (xs) => {\r\n  let total = 0;\r\n  for (let i = 1; i < xs.length; i++) total += xs[i];\r\n  return total;\r\n};\r\n";
const FIXED = BROKEN.replace("let i = 1", "let i = 0");
const edit = (path: string, oldText: string, newText: string) => ({
  name: "edit",
  args: { path, edits: [{ oldText, newText }] },
});
const bash = (command: string, timeout?: number) => ({ name: "bash", args: { command, ...(timeout && { timeout }) } });
const write = (path: string, content = "x\n") => ({ name: "write", args: { path, content } });
const FIX = edit("src/sum.js", "let i = 1", "let i = 0");
const stream = gate();

const SCRIPTS = {
  "Fix it": [
    { text: "I look at the function first.", calls: [{ name: "read", args: { path: "src/sum.js" } }] },
    { text: "The loop starts at 1, so the first number is lost.", calls: [FIX] },
    { text: "Fixed: the loop starts at 0." },
  ],
  "Deny it": [{ text: "I rename it.", calls: [edit("src/other.js", "one", "two")] }, { text: "As you wish." }],
  "Stream it": [
    {
      calls: [bash("sleep 1000 & echo begun > begun.txt; for i in $(seq 1 100000); do echo line $i; sleep 0.2; done")],
    },
    { text: "Stopped." },
  ],
  "Leave one": [{ calls: [bash("sleep 300 & echo left > left.txt")] }, { text: "It is done." }],
  "By keys": [{ calls: [edit("src/keys.js", "old", "new")] }, { text: "Keys are enough." }],
  "Two asks": [
    {
      calls: [
        { name: "read", args: { path: ".env" } },
        { name: "read", args: { path: ".env.local" } },
      ],
    },
    { text: "Both are answered." },
  ],
  "Off limits": [
    { calls: [write(".git/config"), write(".vscode/settings.json"), write("out/evil.txt")] },
    { text: "That is all." },
  ],
  "Plan first": [{ calls: [write("planned.txt"), FIX, bash("touch ran.txt")] }, { text: "Refused, as it should be." }],
  "Wait for me": [{ text: "Here is a long answer", waitFor: stream.opened }, { text: "never" }],
  "And this": [{ text: "I heard that too." }],
};

describe("the main job in a real VS Code", () => {
  let house: House;
  const outside = mkdtempSync(join(tmpdir(), "gatehouse-outside-"));

  beforeAll(async () => {
    house = await House.open(byPrompt(SCRIPTS), {
      files: {
        "src/sum.js": BROKEN,
        "src/other.js": "one\n",
        "src/keys.js": "old\n",
        ".env": "FIRST=1\n",
        ".env.local": "SECOND=2\n",
      },
    });
    symlinkSync(outside, house.server.path("out"));
  });
  afterEach((context) => house?.keepFailure(context));
  afterAll(() => house?.close());

  test("reads, shows the edit on a card with its diff, and writes exactly those bytes once it is allowed", async () => {
    const { chat, server } = house;
    await chat.send("Fix it: the test of src/sum.js fails");
    await chat.card.waitFor();
    await expect.poll(() => chat.card.innerText()).toContain("let i = 0");
    expect(await chat.card.innerText()).toContain("src/sum.js");
    expect(server.read("src/sum.js")).toBe(BROKEN);
    await house.workbench.screenshot("card-dark");
    await chat.answer("once");
    await chat.said("Fixed: the loop starts at 0.").waitFor();
    expect(server.read("src/sum.js")).toBe(FIXED);
    await chat.idle();
    await house.workbench.screenshot("chat-dark");
  });

  test("opens the change in VS Code's own diff editor and keeps the card", async () => {
    const { chat, server, workbench } = house;
    server.write("src/sum.js", BROKEN);
    await chat.newSession();
    await chat.send("Fix it again");
    await chat.choice("open_diff").click();
    await workbench.page.locator(".monaco-diff-editor").first().waitFor();
    await workbench.screenshot("diff-editor-dark");
    await chat.answer("deny");
    await chat.idle();
    expect(server.read("src/sum.js")).toBe(BROKEN);
    await workbench.run("View: Close All Editors");
  });

  test("a denial with a note reaches the model and changes nothing", async () => {
    const { chat, server, model } = house;
    await chat.newSession();
    await chat.send("Deny it, please");
    await chat.choice("deny_with_note").click();
    await chat.card.getByRole("textbox").last().fill("Keep the name, it is public.");
    await chat.card.getByRole("textbox").last().press("Enter");
    await chat.said("As you wish.").waitFor();
    expect(toolResults(model.requests.at(-1)).at(-1)).toContain("Keep the name, it is public.");
    expect(server.read("src/other.js")).toBe("one\n");
  });

  test("a command streams into its card and its terminal, and Stop ends its whole process group", async () => {
    const { chat, server, workbench } = house;
    await chat.newSession();
    await chat.send("Stream it");
    await chat.answer("once");
    await chat.frame.locator(".output.live", { hasText: "line 3" }).waitFor();
    await chat.frame.getByRole("button", { name: "Show terminal" }).last().click();
    await workbench.page.locator(".terminal-wrapper.active .xterm-screen").first().waitFor();
    await workbench.screenshot("running-command-dark");
    expect(running(server, "sleep 1000")).toBe(true);
    await chat.stop();
    await chat.idle();
    await until("the end of the whole group", () => !running(server, "sleep 1000"));
    expect(await chat.call("sleep 1000").innerText()).toMatch(/stopped|cancelled/i);
    await workbench.run("Terminal: Kill All Terminals");
  });

  test("a background grandchild does not hold the call, and ends with the call's sandbox", async () => {
    const { chat, server } = house;
    await chat.newSession();
    await chat.send("Leave one behind");
    await chat.answer("once");
    await chat.said("It is done.").waitFor();
    expect(server.read("left.txt")).toBe("left\n");
    await until("the end of what was left", () => !running(server, "sleep 300"));
  });

  test("the keyboard alone answers a card, and never before a person entered it", async () => {
    const { chat, server, workbench } = house;
    await chat.newSession();
    await chat.send("By keys");
    await chat.card.waitFor();
    // The focus is still in the composer: what is typed there is a message, not an answer.
    await workbench.page.keyboard.press("Control+Enter");
    expect(server.read("src/keys.js")).toBe("old\n");
    await workbench.run("Gatehouse: Show Pending Approvals");
    await until("the focus on Deny", () => chat.choice("deny").evaluate((button) => button.matches(":focus-within")));
    await workbench.page.keyboard.press("Control+Enter");
    await chat.said("Keys are enough.").waitFor();
    expect(server.read("src/keys.js")).toBe("new\n");
  });

  test("two asks are answered in any order", async () => {
    const { chat, model } = house;
    await chat.newSession();
    await chat.send("Two asks");
    await chat.frame.getByText("1 of 2 waiting").waitFor();
    await chat.frame.getByRole("button", { name: "Next" }).click();
    await chat.card.getByText(".env.local").first().waitFor();
    await chat.answer("once");
    await chat.frame.getByText("1 of 2 waiting").waitFor({ state: "hidden" });
    await chat.answer("deny");
    await chat.said("Both are answered.").waitFor();
    const [first, second] = toolResults(model.requests.at(-1));
    expect(first).not.toContain("FIRST=1");
    expect(second).toContain("SECOND=2");
  });

  test("a message sent meanwhile joins, and Stop leaves the conversation whole", async () => {
    const { chat, model } = house;
    await chat.newSession();
    await chat.send("Wait for me");
    await chat.said("Here is a long answer").waitFor();
    await chat.send("And this");
    await chat.frame.getByText("Joins at the next step").waitFor();
    stream.open();
    await chat.said("I heard that too.").waitFor();
    expect(JSON.stringify(model.requests.at(-1)?.body.messages)).toContain("And this");
    await chat.idle();
  });

  test("git's folder, VS Code's settings and a link that leads out each ask in Ask", async () => {
    const { chat, server, model } = house;
    await chat.newSession();
    await chat.send("Off limits");
    for (const path of [".git/config", ".vscode/settings.json", "evil.txt"]) {
      await chat.card.getByText(path).first().waitFor();
      expect(await chat.choice("session").count()).toBe(0);
      await chat.answer("deny");
    }
    await chat.said("That is all.").waitFor();
    expect(toolResults(model.requests.at(-1)).filter((text) => text.startsWith("denied"))).toHaveLength(3);
    for (const path of [".git/config", ".vscode/settings.json"]) expect(existsSync(server.path(path))).toBe(false);
    expect(existsSync(join(outside, "evil.txt"))).toBe(false);
  });

  test("the same three are denied in Auto-Review without a card", async () => {
    const { chat, server, model } = house;
    await chat.newSession();
    await chat.choose("Posture", "Auto-Review");
    await chat.send("Off limits");
    await chat.said("That is all.").waitFor();
    expect(toolResults(model.requests.at(-1))).toHaveLength(3);
    expect(await chat.frame.locator(".refused-call").count()).toBe(3);
    expect(existsSync(server.path(".git/config"))).toBe(false);
    expect(existsSync(join(outside, "evil.txt"))).toBe(false);
  });

  test("Plan refuses write, edit and bash in every posture", async () => {
    const { chat, server, model } = house;
    server.write("src/sum.js", BROKEN);
    for (const posture of ["Ask", "Auto-Review", "Full Access"]) {
      await chat.newSession();
      await chat.choose("Mode", "Plan");
      await chat.choose("Posture", posture);
      await chat.send("Plan first");
      await chat.said("Refused, as it should be.").waitFor();
      expect(toolResults(model.requests.at(-1))).toHaveLength(3);
      expect(await chat.frame.locator(".refused-call").count()).toBe(3);
    }
    expect(server.read("src/sum.js")).toBe(BROKEN);
    for (const name of ["planned.txt", "ran.txt"]) expect(existsSync(server.path(name))).toBe(false);
  });

  test("the audit log names each decision and what decided it", async () => {
    const { chat, workbench } = house;
    await chat.newSession();
    await chat.choose("Posture", "Auto-Review");
    await chat.send("Off limits");
    await chat.said("That is all.").waitFor();
    await workbench.run("Gatehouse: Show Audit Log");
    const lines = workbench.page.locator(".monaco-editor .view-lines");
    for (const text of ["DENIED", ".git/config"]) await lines.filter({ hasText: text }).first().waitFor();
    await workbench.run("View: Close All Editors");
  });

  test("nothing outside of this machine was asked for, and nothing broke the content policy", () => {
    expect(house.workbench.foreign).toEqual([]);
    expect(
      house.workbench.console.filter(
        (line) => /Content.Security.Policy|Refused to/i.test(line) && /gatehouse/.test(line),
      ),
    ).toEqual([]);
  });
});

/** By what it is called: inside of a sandbox a command knows other process ids than we do. */
const running = (server: Server, command: string): boolean =>
  processesOf(server).some((each) => each.command === command);
