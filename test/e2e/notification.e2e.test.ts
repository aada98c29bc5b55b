import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { byPrompt } from "./support/byPrompt";
import { House } from "./support/house";
import { until } from "./support/until";

describe("what waits for a person while the chat is hidden", () => {
  let house: House;
  beforeAll(async () => {
    house = await House.open(
      byPrompt({
        "Write one": [
          { calls: [{ name: "read", args: { path: "hello.txt" } }] },
          { calls: [{ name: "write", args: { path: "new.txt", content: "new\n" } }], delayMs: 400 },
          { text: "Written." },
        ],
        "Ask one": [
          { calls: [{ name: "read", args: { path: "hello.txt" } }] },
          { calls: [{ name: "request_user_input", args: { questions: [{ question: "Why?" }] } }], delayMs: 400 },
          { text: "I see." },
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

  test("so are questions of the model, in whose form the Show puts the focus", async () => {
    const { chat, workbench } = house;
    await chat.newSession();
    await chat.send("Ask one");
    await workbench.run("View: Hide Secondary Side Bar");
    await workbench.press(workbench.toast("Gatehouse waits for your answer"), "Show");
    await chat.focused(chat.form);
    await workbench.page.keyboard.type("Because.");
    await workbench.page.keyboard.press("Control+Enter");
    await chat.said("I see.").waitFor();
  });
});
