import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { root } from "../../scripts/project.mjs";
import { Chat } from "./support/chat";
import { Server } from "./support/server";
import { Surface } from "./support/surface";
import { until } from "./support/until";
import { launchBrowser, Workbench } from "./support/workbench";

const SKILL = ".gatehouse/skills/mend-with-proof/SKILL.md";
const NAMES = ["package.json", "README.md", "src/sum.js", "test/sum.test.js", SKILL];
const sample = (name: string) => readFileSync(join(root, "scripts/sample", name), "utf8");

describe("the tour, without a key or a network", () => {
  let browser: Browser;
  let server: Server;
  let workbench: Workbench;
  beforeAll(async () => {
    browser = await launchBrowser();
    server = await Server.start({ files: Object.fromEntries(NAMES.map((name) => [name, sample(name)])) });
    workbench = await Workbench.open(server, browser);
  });
  afterAll(async () => {
    await workbench?.close();
    await server?.stop();
    await browser?.close();
  });

  test("starts from the state without a model, runs to its end, and fixes the sample behind real cards", async () => {
    const chat = await Chat.open(workbench);
    await chat.frame.getByText("No model is chosen yet").waitFor();
    await workbench.screenshot("no-model-dark");
    await chat.frame.getByRole("button", { name: "Take the tour" }).first().click();
    await until(
      "a card or the end of the tour",
      async () => {
        if (await chat.card.isVisible()) await chat.answer("once").catch(() => undefined);
        return (
          server.read("src/sum.js") !== sample("src/sum.js") && (await chat.frame.locator(".card.turn").count()) > 0
        );
      },
      90_000,
    );
    await chat.idle();
    await workbench.screenshot("tour-end-dark");
    expect(server.read("src/sum.js")).toBe(sample("src/sum.js").replace("let i = 1", "let i = 0"));
    expect(await chat.frame.locator(".call", { hasText: "exit 0" }).count()).toBeGreaterThan(0);
    for (const words of [
      /^The program made 4 calls, and only this came back: {"lines":\d+,"found":\d+}\./,
      /^The search found .*grep/,
      /^The skill mend-with-proof is loaded: \d+ lines\./,
      /^grep found \d+ lines\./,
      /^The goal is reached\./,
    ])
      await chat.said(words).waitFor();
    expect(await chat.frame.locator(".call.ok", { hasText: "sum" }).count()).toBeGreaterThan(0);
    expect(await chat.frame.locator(".program-row.ok").count()).toBe(4);
    await chat.goal.locator("small", { hasText: "complete" }).waitFor();
    await chat.said(/^Which tools the last request carried/).waitFor();
    await chat.send("/tools");
    const surface = await Surface.shown(workbench);
    expect(await surface.frame.locator(".request-tool code").allInnerTexts()).toContain("grep");
    await workbench.screenshot("tour-surface-dark");
  });
});
