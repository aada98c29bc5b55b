import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { gate, type Reply, type ScriptedRequest } from "../support/scriptedModel";
import { byPrompt } from "./support/byPrompt";
import { Chat } from "./support/chat";
import { House } from "./support/house";

const read = (path: string) => ({ calls: [{ name: "read", args: { path } }] });
const second = gate();
const never = gate();

const GOAL = "Reach it: know both files";
const EVIDENCE = "a.txt says one, b.txt says two.";
const SCRIPT = byPrompt({
  "Reach it": [
    read("a.txt"),
    { text: "One file is known." },
    { ...read("b.txt"), waitBefore: second.opened },
    { text: "Both are known, I think." },
    ...[lastPasses, lastPasses, lastPasses],
  ],
});

/** The window goes while the third pass is under way; what was heard of it may be kept. The fourth ends the goal. */
function lastPasses({ body: { messages } }: ScriptedRequest): Reply {
  const { role, content } = messages.at(-1);
  if (role === "tool") return { text: "That was all." };
  if (!String(content).includes("(pass 4 ")) return { text: "I check once more", waitFor: never.opened };
  return { calls: [{ name: "update_goal", args: { status: "complete", evidence: EVIDENCE } }] };
}

describe("a goal in a real VS Code", () => {
  let house: House;
  let chat: Chat;
  beforeAll(async () => {
    house = await House.open(SCRIPT, { files: { "a.txt": "one\n", "b.txt": "two\n" } });
    chat = house.chat;
  });
  afterEach((context) => house?.keepFailure(context));
  afterAll(() => house?.close());

  test("/goal begins its first pass, and further passes follow by themselves", async () => {
    await chat.send(`/goal ${GOAL}`);
    await chat.goal.getByText(GOAL).waitFor();
    await chat.said("One file is known.").waitFor();
    await chat.goal.getByText("pass 2").waitFor();
    await chat.said("Goal: pass 2 of 25.").waitFor();
    expect(JSON.stringify(house.model.requests.at(-1)?.body.messages)).toContain("The goal is not reached yet (pass 2");
  });

  test("its button pauses it: the pass ends and no other follows", async () => {
    await chat.goal.getByRole("button", { expanded: false }).click();
    await house.workbench.inBothThemes("goal-strip");
    await chat.goal.getByRole("button", { name: "Pause" }).click();
    await chat.goal.locator("small", { hasText: "paused" }).waitFor();
    const { length } = house.model.requests;
    second.open();
    await chat.said("Both are known, I think.").waitFor();
    await chat.idle();
    expect(house.model.requests.length).toBe(length + 1);
    expect(await chat.goal.innerText()).toContain("paused");
  });

  test("a window that is reloaded in the middle of a pass finds it interrupted, and goes on only when it is told to", async () => {
    await chat.goal.getByRole("button", { name: "Resume" }).click();
    await chat.said("I check once more").waitFor();
    const { length } = house.model.requests;
    await house.workbench.reload();
    chat = await Chat.open(house.workbench);
    await chat.goal.getByText("paused: interrupted").waitFor();
    expect(house.model.requests.length).toBe(length);
    await house.workbench.screenshot("goal-interrupted-dark");
  });

  test("resumed, it is completed with its evidence, frozen, and cleared away", async () => {
    await chat.send("/goal resume");
    await chat.said("That was all.").waitFor();
    await chat.goal.getByText("complete").first().waitFor();
    await chat.goal.getByRole("button", { expanded: false }).click();
    await chat.goal.getByText(EVIDENCE).waitFor();
    expect(await chat.goal.getByRole("button", { name: "Resume" }).count()).toBe(0);
    await house.workbench.screenshot("goal-complete-dark");
    await chat.goal.getByRole("button", { name: "Clear" }).click();
    await chat.goal.waitFor({ state: "hidden" });
    const passes = house
      .events()
      .flatMap((event) => (event.type === "goal_changed" && event.goal ? [event.goal.passes] : []));
    expect(Math.max(...passes)).toBe(4);
  });
});
