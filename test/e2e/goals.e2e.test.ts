import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { gate, type Reply, type ScriptedRequest } from "../support/scriptedModel";
import { byPrompt } from "./support/byPrompt";
import { Chat } from "./support/chat";
import { House } from "./support/house";

const read = (path: string) => ({ calls: [{ name: "read", args: { path } }] });
const second = gate();
const never = gate();

const EVIDENCE = "a.txt says one, b.txt says two.";
const SCRIPT = byPrompt({
  "Pause it": [
    read("a.txt"),
    { text: "One file is known." },
    { ...read("b.txt"), waitBefore: second.opened },
    { text: "Both are known, I think." },
  ],
  "Reach it": [read("a.txt"), { text: "One file is known." }, ...[later, later, later]],
});

/** The window goes while the second pass is under way; what was heard of it may be kept. The third ends the goal. */
function later({ body: { messages } }: ScriptedRequest): Reply {
  const { role, content } = messages.at(-1);
  if (role === "tool") return { text: "That was all." };
  if (!String(content).includes("(pass 3 ")) return { text: "I check once more", waitFor: never.opened };
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

  test("/goal begins its first pass, others follow by themselves, and its button pauses it: none follows then", async () => {
    const { model, workbench } = house;
    await chat.send("/goal Pause it: know both files");
    await chat.goal.getByText("Pause it: know both files").waitFor();
    await chat.said("One file is known.").waitFor();
    await chat.said("Goal: pass 2 of 25.").waitFor();
    await chat.goal.getByText("pass 2").waitFor();
    expect(JSON.stringify(model.requests.at(-1)?.body.messages)).toContain("The goal is not reached yet (pass 2");

    await chat.goal.getByRole("button", { expanded: false }).click();
    await workbench.inBothThemes("goal-strip");
    await chat.goal.getByRole("button", { name: "Pause", exact: true }).click();
    await chat.goal.locator("small", { hasText: "paused" }).waitFor();
    const { length } = model.requests;
    second.open();
    await chat.said("Both are known, I think.").waitFor();
    await chat.idle();
    expect(model.requests.length).toBe(length + 1);
    await chat.goal.getByRole("button", { name: "Clear", exact: true }).click();
    await chat.goal.waitFor({ state: "hidden" });
  });

  test("one whose window is reloaded in the middle of a pass rests, and is reached when a person resumes it", async () => {
    const { model, workbench } = house;
    await chat.newSession();
    await chat.send("/goal Reach it: know both files");
    await chat.said("I check once more").waitFor();
    const { length } = model.requests;
    await workbench.reload();
    chat = await Chat.open(workbench);
    await chat.goal.getByText("paused: interrupted").waitFor();
    await workbench.screenshot("goal-interrupted-dark");
    expect(model.requests.length).toBe(length);

    await chat.send("/goal resume");
    await chat.said("That was all.").waitFor();
    await chat.goal.locator("small", { hasText: "complete" }).waitFor();
    await chat.goal.getByRole("button", { expanded: false }).click();
    await chat.goal.getByText(EVIDENCE).waitFor();
    expect(await chat.goal.getByRole("button", { name: "Resume", exact: true }).count()).toBe(0);
    await workbench.screenshot("goal-complete-dark");
    const goals = house.events().flatMap((event) => (event.type === "goal_changed" && event.goal ? [event.goal] : []));
    expect(goals.at(-1)).toMatchObject({ status: "complete", passes: 3, evidence: EVIDENCE });
    await chat.goal.getByRole("button", { name: "Clear", exact: true }).click();
    await chat.goal.waitFor({ state: "hidden" });
  });
});
