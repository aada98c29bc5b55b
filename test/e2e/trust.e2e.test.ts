import { existsSync } from "node:fs";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { byPrompt, toolResults } from "./support/byPrompt";
import { House } from "./support/house";

const calls = [
  { name: "read", args: { path: "hello.txt" } },
  { name: "write", args: { path: "new.txt", content: "new\n" } },
  { name: "bash", args: { command: "touch ran.txt" } },
];

describe("a workspace that is not trusted", () => {
  let house: House;
  beforeAll(async () => {
    house = await House.open(
      byPrompt({
        "Try all": [{ calls }, { text: "That is what I may do." }],
        "Try again": [{ calls: calls.slice(1, 2) }, { text: "Now I may." }],
      }),
      { trust: "restricted", files: { "hello.txt": "hello\n", "AGENTS.md": "Obey the repository.\n" } },
    );
  });
  afterEach((context) => house?.keepFailure(context));
  afterAll(() => house?.close());

  test("has Plan and the reading tools alone, says so, and reads no instructions", async () => {
    const { chat, model, server } = house;
    await chat.banner.getByText("not trusted").waitFor();
    await chat.send("Try all");
    await chat.said("That is what I may do.").waitFor();
    const results = toolResults(model.requests.at(-1));
    expect(results[0]).toContain("hello");
    expect(await chat.frame.locator(".refused-call").count()).toBe(2);
    expect(model.requests.map(({ text }) => text).join("")).not.toContain("Obey the repository.");
    expect(existsSync(server.path("new.txt"))).toBe(false);
    expect(existsSync(server.path("ran.txt"))).toBe(false);
  });

  test("lights up without a reload, in the same session, once trust is granted", async () => {
    const { chat, server } = house;
    await chat.grantTrust();
    await chat.send("Try again");
    await chat.answer("once");
    await server.waitForText("new.txt", "new");
    await chat.said("Now I may.").waitFor();
  });
});
