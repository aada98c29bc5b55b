import { execFileSync } from "node:child_process";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { byPrompt, toolResults } from "./support/byPrompt";
import { House } from "./support/house";
import { killExtensionHost } from "./support/processes";
import { until } from "./support/until";

const RUN = "echo ran >> runs.txt; sleep 600";

describe("an extension host that is killed in the middle of a turn", () => {
  let house: House;
  beforeAll(async () => {
    house = await House.open(
      byPrompt({
        "Run it": [{ text: "I run it.", calls: [{ name: "bash", args: { command: RUN } }] }, { text: "It ran." }],
        "What happened": [{ text: "The command was interrupted." }],
      }),
    );
  });
  afterEach((context) => house?.keepFailure(context));
  afterAll(() => house?.close());

  test("comes back with its session, the call interrupted, runs nothing again, and leaves no process behind", async () => {
    const { chat, server, workbench, model } = house;
    await chat.send("Run it");
    await chat.answer("once");
    await server.waitForText("runs.txt", "ran");
    expect(commandsLeft()).not.toEqual([]);
    await killExtensionHost(server);
    await chat.said("I run it.").waitFor({ timeout: 60_000 });
    await chat.frame.locator(".call.interrupted").waitFor({ timeout: 60_000 });
    await workbench.screenshot("interrupted-dark");
    await chat.idle();
    await chat.send("What happened?");
    await chat.said("The command was interrupted.").waitFor();
    expect(toolResults(model.requests.at(-1)).at(-1)).toMatch(/interrupted/);
    expect(server.read("runs.txt")).toBe("ran\n");
    await until("the end of the killed host's command", () => commandsLeft().length === 0);
  });
});

const commandsLeft = () =>
  execFileSync("ps", ["-eo", "args"], { encoding: "utf8" })
    .split("\n")
    .filter((line) => line.includes("echo ran >> runs.txt"));
