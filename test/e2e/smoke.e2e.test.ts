import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Server } from "./support/server";
import { until } from "./support/until";
import { launchBrowser, Workbench } from "./support/workbench";

describe("a window with the packaged extension", () => {
  let browser: Browser;
  let server: Server;
  let workbench: Workbench;

  beforeAll(async () => {
    browser = await launchBrowser();
    server = await Server.start();
    workbench = await Workbench.open(server, browser);
  });
  afterAll(async () => {
    await workbench?.close();
    await server?.stop();
    await browser?.close();
  });

  test("activates the extension without an error", async () => {
    await until("the activation", () => server.extensionHostLog().includes("_doActivateExtension gatehouse.gatehouse"));
    expect(server.extensionHostLog()).not.toMatch(/Activating extension gatehouse\.gatehouse failed/);
  });

  test("shows the chat by its command", async () => {
    const chat = await workbench.openChat();
    await chat.locator("#app, main, [role]").first().waitFor();
    await workbench.screenshot("smoke-chat");
  });

  test("asks nothing of any other machine", () => {
    expect(workbench.foreign).toEqual([]);
  });
});
