import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Reply, Scenario, ScriptedRequest } from "../support/scriptedModel";
import { byPrompt, toolResults } from "./support/byPrompt";
import { House } from "./support/house";
import { until } from "./support/until";

const bash = (command: string) => ({ name: "bash", args: { command } });
const write = (path: string, content = "x\n") => ({ name: "write", args: { path, content } });
const script = (...commands: string[]) => [
  ...commands.map((command) => ({ calls: [bash(command)] })),
  { text: "Over." },
];

const LAW = { invariants: [{ id: "frozen", paths: ["frozen/**"], action: "block", why: "The generator owns it." }] };
const FILES = {
  "hello.txt": "one\ntwo\n",
  "package.json": JSON.stringify({ name: "sums", scripts: { test: "node check.js" } }),
  "check.js": 'console.log("checked " + process.argv.slice(2).join(" "));\n',
  "escape.js": 'require("node:fs").writeFileSync(require("node:os").homedir() + "/escaped.txt", "out\\n");\n',
  ".gatehouse/law.json": JSON.stringify(LAW),
};

const SCRIPTS = {
  "Check it": script("node check.js"),
  "Clean up": script("node check.js && rm -rf hello.txt"),
  "Count it": script("cat hello.txt | wc -l"),
  "Test it": script("npm test"),
  "Wait for it": script("node check.js waiting"),
  "Wait again": script("node check.js again"),
  "Alone: test": script("node check.js alone"),
  "Alone: push": script("git push origin main"),
  "Alone: force": script("git push --force origin main"),
  "Break the law": [{ calls: [write("frozen/a.txt")] }, { calls: [bash("echo x > frozen/b.txt")] }, { text: "Over." }],
  "Break the floor": script("mkfs.ext4 /dev/gatehouse-none"),
  "Get out": script("node escape.js"),
};

/** What the guardian says of a command, by a word of it. */
const RULINGS: readonly (readonly [string, string, "allow" | "deny", string])[] = [
  ["check.js alone", "low", "allow", "It runs the project's own check."],
  ["check.js again", "low", "allow", "It runs the project's own check once more."],
  ["git push", "high", "deny", "It sends the work to a server."],
];

const isReview = ({ body }: ScriptedRequest): boolean =>
  String(body.messages[0]?.content).startsWith("You are the guardian");

function review({ body }: ScriptedRequest): Reply {
  const question = String(body.messages[1]?.content);
  const [, risk, decision, reason] = RULINGS.find(([part]) => question.includes(part)) ?? [];
  return { text: JSON.stringify({ risk, decision, reason }) };
}

const play = byPrompt(SCRIPTS);
const scenario: Scenario = (request) => (isReview(request) ? review(request) : play(request));

describe("the gate in a real VS Code", () => {
  let house: House;
  beforeAll(async () => {
    house = await House.open(scenario, { files: FILES, settings: { "workbench.editor.useModal": "off" } });
    // Elsewhere any git command is judged by the repository that it would follow.
    execFileSync("git", ["init", "--quiet"], { cwd: house.server.workspace });
  });
  afterEach((context) => house?.keepFailure(context));
  afterAll(() => house?.close());

  /** The user's settings, as they lie on the disk. */
  const settings = (): Record<string, unknown> =>
    JSON.parse(readFileSync(join(house.server.userData, "User/settings.json"), "utf8"));
  const outside = () => join(house.server.workspace, "../home/escaped.txt");
  const lastResult = () => toolResults(house.model.requests.at(-1)).at(-1);
  const reviews = () => house.model.requests.filter(isReview).length;
  const over = async () => {
    await house.chat.said("Over.").waitFor();
    await house.chat.idle();
  };
  const ask = async (text: string, posture: "Ask" | "Auto-Review" | "Full Access") => {
    await house.chat.newSession();
    await house.chat.choose("Posture", posture);
    await house.chat.send(text);
  };
  const choices = () =>
    house.chat.card
      .locator("[data-choice]")
      .evaluateAll((all) => all.map((button) => (button as HTMLElement).dataset["choice"]));

  /** As a person does it: this VS Code does not watch the file. */
  async function change(more: Readonly<Record<string, unknown>>): Promise<void> {
    const { workbench } = house;
    const text = JSON.stringify({ ...settings(), ...more });
    await workbench.run("Preferences: Open User Settings (JSON)");
    await workbench.editor.first().click();
    await workbench.page.keyboard.press("Control+A");
    // Typed text would get closing brackets of the editor's own.
    await workbench.page.evaluate((all) => navigator.clipboard.writeText(all), text);
    await workbench.page.keyboard.press("Control+V");
    await workbench.page.keyboard.press("Control+S");
    await until("the saved settings", () => JSON.stringify(settings()) === text);
    // The file is there before VS Code is through with saving it: closed too soon, it would ask.
    await workbench.page.locator(".tab.dirty").waitFor({ state: "detached" });
    await workbench.run("View: Close All Editors");
  }

  /** The same in dark and in high contrast. */
  async function inDarkAndContrast(name: string): Promise<void> {
    const { workbench } = house;
    await workbench.screenshot(`${name}-dark`);
    await change({ "workbench.colorTheme": "Default High Contrast" });
    await workbench.page.locator(".monaco-workbench.hc-black").first().waitFor();
    await workbench.screenshot(`${name}-contrast`);
    await change({ "workbench.colorTheme": "Dark Modern" });
    await workbench.page.locator(".monaco-workbench.vs-dark").first().waitFor();
  }

  test("a card has the command, why it asks, where it runs and each answer; a denial runs nothing", async () => {
    const { chat } = house;
    await ask("Check it", "Ask");
    await chat.card.waitFor();
    expect(await chat.card.locator(".command").innerText()).toBe("node check.js");
    const words = await chat.card.innerText();
    expect(words).toContain("It runs a command that is not known to only read.");
    expect(words).toContain("It runs in the sandbox");
    expect(await choices()).toEqual(["once", "session", "always", "deny", "deny_with_note"]);
    await inDarkAndContrast("gate-command-card");
    await chat.answer("deny");
    await over();
    expect(lastResult()).toMatch(/^denied/);
    expect(house.audit().at(-1)).toMatchObject({ outcome: "deny", by: "user", asked: true, reason: "shell_command" });
  });

  test("a command on the always-ask list offers no answer that would be remembered", async () => {
    const { chat, server } = house;
    await ask("Clean up", "Ask");
    await chat.card.getByText("No rule and no earlier answer covers commands like this.").waitFor();
    expect(await choices()).toEqual(["once", "deny", "deny_with_note"]);
    await chat.answer("deny");
    await over();
    expect(existsSync(server.path("hello.txt"))).toBe(true);
  });

  test("a command that only reads runs without a card, and the audit log says why", async () => {
    const { chat, workbench } = house;
    await ask("Count it", "Ask");
    await over();
    expect(lastResult()).toContain("2");
    expect(house.audit().at(-1)).toMatchObject({
      ...{ outcome: "allow", by: "gate", asked: false, reason: "shell_read_only" },
    });
    await chat.call("wc -l").waitFor();
    await workbench.run("Gatehouse: Show Audit Log");
    const lines = workbench.page.locator(".monaco-editor .view-lines");
    for (const text of ["ALLOWED", "Commands that only read run without asking."])
      await lines.filter({ hasText: text }).first().waitFor();
    await workbench.run("View: Close All Editors");
  });

  test("'always' shows its rule, saves it in the user's settings, and the same command needs no card then", async () => {
    const { chat, workbench } = house;
    await ask("Test it", "Ask");
    await chat.card.locator('[data-choice="always"]').click();
    await chat.card.getByText("allow bash command npm test").waitFor();
    await workbench.screenshot("gate-always-dark");
    expect(settings()["gatehouse.rules"]).toBeUndefined();
    await chat.card.locator('[data-choice="save_rules"]').click();
    await over();
    expect(lastResult()).toContain("checked");
    await until("the rule in the settings", () => settings()["gatehouse.rules"] !== undefined);
    expect(settings()["gatehouse.rules"]).toEqual([{ tool: "bash", command: "npm test", action: "allow" }]);
    for (const where of ["the same session", "a new one"]) {
      if (where === "a new one") await chat.newSession();
      await chat.send(`Test it in ${where}`);
      await until(`a run in ${where}`, () => house.audit().at(-1)?.asked === false);
      await over();
      expect(house.audit().at(-1)).toMatchObject({ outcome: "allow", by: "gate", layer: "rules", reason: "user_rule" });
    }
  });

  test("another posture, chosen while a card is open, answers it", async () => {
    const { chat } = house;
    await ask("Wait for it", "Ask");
    await chat.card.waitFor();
    await chat.choose("Posture", "Full Access");
    await chat.card.waitFor({ state: "hidden" });
    await over();
    expect(lastResult()).toContain("checked waiting");
    expect(house.audit().at(-1)).toMatchObject({ outcome: "allow", by: "posture", posture: "full-access" });
    await ask("Wait again", "Ask");
    await chat.card.waitFor();
    const before = reviews();
    await chat.choose("Posture", "Auto-Review");
    await over();
    expect(reviews()).toBe(before + 1);
    expect(lastResult()).toContain("checked again");
    expect(house.audit().at(-1)).toMatchObject({ outcome: "allow", by: "guardian", posture: "auto-review" });
  });

  test("Auto-Review lets a test run through and says so on the call", async () => {
    const { chat } = house;
    await ask("Alone: test", "Auto-Review");
    await over();
    expect(lastResult()).toContain("checked alone");
    const words = await chat.call("check.js alone").innerText();
    for (const part of ["Auto-Review allowed it", "low risk", "It runs the project's own check."])
      expect(words).toContain(part);
  });

  test("Auto-Review stops a push, with the guardian's reason on a card and in the model's result", async () => {
    const { chat } = house;
    await ask("Alone: push", "Auto-Review");
    await over();
    const words = await chat.frame.locator(".refused-call").innerText();
    for (const part of ["git push origin main", "Auto-Review denied it", "high risk", "It sends the work to a server."])
      expect(words).toContain(part);
    expect(words.split("git push origin main")).toHaveLength(2);
    expect(lastResult()).toContain("It sends the work to a server.");
    expect(house.audit().at(-1)).toMatchObject({ outcome: "deny", by: "guardian", review: { risk: "high" } });
    await inDarkAndContrast("gate-review-card");
  });

  test("Auto-Review asks no guardian about what always asks: it is denied", async () => {
    const { chat } = house;
    const before = reviews();
    await ask("Alone: force", "Auto-Review");
    await over();
    expect(reviews()).toBe(before);
    await chat.frame.locator(".refused-call", { hasText: "git push --force" }).waitFor();
    expect(house.audit().at(-1)).toMatchObject({ outcome: "deny", by: "posture", reason: "shell_always_ask" });
  });

  test("the repository's law blocks in Full Access, a tool's write and a command's alike", async () => {
    const { chat, server } = house;
    await ask("Break the law", "Full Access");
    await over();
    expect(await chat.frame.locator(".refused-call").count()).toBe(2);
    for (const card of await chat.frame.locator(".refused-call").all())
      expect(await card.innerText()).toContain("The generator owns it.");
    expect(existsSync(server.path("frozen"))).toBe(false);
    expect(house.audit().at(-1)).toMatchObject({ outcome: "deny", layer: "law", reason: "repository_law" });
    await house.workbench.screenshot("gate-law-dark");
  });

  test("the status bar says Full Access in a warning colour, and a click there ends it (F54)", async () => {
    const { chat, workbench } = house;
    await chat.newSession();
    await chat.choose("Posture", "Full Access");
    const posture = workbench.page.locator('.statusbar-item[id$="gatehouse.posture"]');
    await posture.and(workbench.page.locator(".warning-kind", { hasText: "Full Access" })).waitFor();
    await posture.click();
    await workbench.page.locator(".quick-input-list .monaco-list-row", { hasText: /^Ask/ }).click();
    await posture.and(workbench.page.locator(":not(.warning-kind)", { hasText: "Ask" })).waitFor();
  });

  test("what the floor names is denied in Full Access", async () => {
    const { chat } = house;
    await ask("Break the floor", "Full Access");
    await over();
    await chat.frame.locator(".refused-call", { hasText: "This is never allowed, in any posture." }).waitFor();
    expect(house.audit().at(-1)).toMatchObject({ outcome: "deny", by: "gate", reason: "hard_floor" });
  });

  test("a command can't write outside of the workspace, and says that the sandbox kept it from it", async () => {
    const { chat } = house;
    await ask("Get out", "Full Access");
    await over();
    expect(existsSync(outside())).toBe(false);
    expect(lastResult()).toContain("The sandbox kept this command from something");
    const ends = house.events().filter((event) => event.type === "call_finished");
    expect(ends.at(-1)).toMatchObject({ result: { errorCode: "sandbox" } });
    await chat.call("escape.js").getByText("blocked by the sandbox").waitFor();
    expect(house.audit()).toHaveLength(1);
  });

  test("in Ask one more card offers to run it outside of the sandbox, and only its yes does", async () => {
    const { chat, workbench } = house;
    for (const answer of ["deny", "once"] as const) {
      await ask("Get out", "Ask");
      await chat.card.getByText("It runs in the sandbox").waitFor();
      await chat.answer("once");
      await chat.card.getByText("It runs again, outside of the sandbox").waitFor();
      expect(await choices()).toEqual(["once", "deny", "deny_with_note"]);
      expect(await chat.card.innerText()).toContain("EROFS: read-only file system, open");
      await workbench.screenshot("gate-escalation-dark");
      await chat.answer(answer);
      await over();
      expect(existsSync(outside())).toBe(answer === "once");
      expect(house.audit().map(({ reason }) => reason)).toEqual(["shell_command", "sandbox_escalation"]);
    }
    await chat.call("escape.js").getByText("outside of the sandbox").waitFor();
    rmSync(outside());
  });

  test("a broken rule is named by a banner until it is mended, and the stricter reading is in force at once", async () => {
    const { chat, workbench } = house;
    const rules = settings()["gatehouse.rules"];
    await chat.newSession();
    await chat.choose("Posture", "Full Access");
    await change({ "gatehouse.rules": [{ tool: "bash", command: "npm test", action: "permit" }] });
    const banner = chat.frame.locator(".banner", {
      hasText: "A rule can't be used, so the stricter reading is in force",
    });
    await banner.waitFor();
    expect(await banner.innerText()).toContain("gatehouse.rules[0]: action: must be allow, ask or deny");
    expect(await workbench.toast("the stricter reading").count()).toBe(0);
    await workbench.screenshot("gate-broken-rule-dark");
    await banner.getByRole("button", { name: "Open settings" }).click();
    await workbench.page.locator(".settings-editor").waitFor();
    await workbench.run("View: Close All Editors");
    await chat.send("Count it");
    await chat.card.getByText("One of your rules decides this.").waitFor();
    await chat.answer("deny");
    await over();
    expect(house.audit().at(-1)).toMatchObject({ outcome: "deny", by: "user", reason: "user_rule" });
    await change({ "gatehouse.rules": rules });
    await banner.waitFor({ state: "detached" });
    expect(await chat.frame.locator(".notice", { hasText: "stricter reading" }).count()).toBe(0);
  });
});
