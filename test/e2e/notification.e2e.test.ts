import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { byPrompt } from "./support/byPrompt";
import { House } from "./support/house";
import { until } from "./support/until";

describe("an approval while the chat is hidden", () => {
  let house: House;
  beforeAll(async () => {
    house = await House.open(
      byPrompt({
        "Write one": [
          { calls: [{ name: "read", args: { path: "hello.txt" } }] },
          { calls: [{ name: "write", args: { path: "new.txt", content: "new\n" } }], delayMs: 400 },
          { text: "Written." },
        ],
      }),
    );
  });
  afterEach((context) => house?.keepFailure(context));
  afterAll(() => house?.close());

  test("is announced by a notification of fixed words, and answered on the card that its Show opens", async () => {
    const { chat, workbench, server } = house;
    await chat.send("Write one");
    await workbench.run("View: Hide Secondary Side Bar");
    const toast = workbench.toast("Gatehouse waits for your answer");
    await toast.waitFor();
    expect(await toast.innerText()).not.toContain("new.txt");
    await until("the count in the status bar", async () => (await workbench.statusItem(/1/).count()) > 0);
    await workbench.press(toast, "Show");
    await chat.card.waitFor();
    await until("the focus on the card", () => chat.card.evaluate((card) => card.matches(":focus-within")));
    await chat.answer("once");
    await server.waitForText("new.txt", "new");
    await chat.said("Written.").waitFor();
  });
});
