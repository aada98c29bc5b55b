import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { byPrompt, toolResults } from "./support/byPrompt";
import { House } from "./support/house";

const PATIENT = { timeout: 30_000 };
const SKILL = `---
name: tidy
description: How things are tidied here.
---

Sweep before you mop.
`;
const QUESTIONS = [
  {
    question: "Which colour?",
    options: [{ label: "Red" }, { label: "Green", description: "Like the gate" }, { label: "Blue" }],
  },
  { question: "Anything else?", kind: "text", required: false },
];
const SCRIPTS = {
  "Look at": [{ text: "I see it." }],
  "What is": [{ text: "I see the selection." }],
  "/tidy": [{ calls: [{ name: "load_skill", args: { name: "tidy" } }] }, { text: "I will sweep first." }],
  "Ask me": [{ calls: [{ name: "request_user_input", args: { questions: QUESTIONS } }] }, { text: "Thank you." }],
};

describe("the composer in a real VS Code", () => {
  let house: House;
  beforeAll(async () => {
    house = await House.open(byPrompt(SCRIPTS), {
      files: {
        "README.md": "# Doors\n",
        "src/doors.js": "export const doors = 2;\nexport const gates = 1;\n",
        ".gatehouse/skills/tidy/SKILL.md": SKILL,
      },
    });
  });
  afterEach((context) => house?.keepFailure(context));
  afterAll(() => house?.close());

  /** What the list offers at the cursor. */
  const labels = () => house.chat.suggestions.locator(".completion-label").allInnerTexts();

  /** What the model was told in the newest request, as one text. */
  const told = () => {
    const messages: readonly { role: string; content: unknown }[] = house.model.requests.at(-1)?.body.messages ?? [];
    return messages.map(({ content }) => (typeof content === "string" ? content : JSON.stringify(content))).join("\n");
  };

  test("a slash lists the commands; arrow keys and Enter choose one and what may follow it", async () => {
    const { chat, model } = house;
    await chat.composer.click();
    await chat.composer.pressSequentially("/");
    await expect.poll(labels, PATIENT).toEqual(expect.arrayContaining(["/mode", "/goal", "/mcp", "/tidy"]));
    expect((await labels())[0]).toBe("/tools");
    await house.workbench.screenshot("composer-slash-dark");
    await chat.composer.pressSequentially("mo");
    await expect.poll(labels, PATIENT).toEqual(["/mode", "/model"]);
    await chat.composer.press("ArrowDown");
    await chat.suggestions.locator('[aria-selected="true"]', { hasText: "/model" }).waitFor();
    await chat.composer.press("ArrowUp");
    await chat.composer.press("Enter");
    await expect.poll(labels, PATIENT).toEqual(["plan", "work", "operate"]);
    await chat.composer.press("Enter");
    await expect.poll(() => chat.composer.inputValue()).toBe("/mode plan");
    await chat.composer.press("Enter");
    await expect
      .poll(() => chat.frame.getByRole("combobox", { name: "Mode" }).getAttribute("aria-label"))
      .toContain("Plan");
    expect(await chat.composer.inputValue()).toBe("");
    expect(model.requests).toHaveLength(0);
  });

  test("a command that is written out runs by Enter alone", async () => {
    const { chat } = house;
    await chat.composer.pressSequentially("/mode work");
    await chat.composer.press("Enter");
    await expect
      .poll(() => chat.frame.getByRole("combobox", { name: "Mode" }).getAttribute("aria-label"))
      .toContain("Work");
  });

  test("an objective that begins like a choice is not taken for one", async () => {
    const { chat } = house;
    await chat.composer.pressSequentially("/goal clear");
    await expect.poll(labels, PATIENT).toEqual(["clear"]);
    await chat.composer.pressSequentially(" the yard");
    await chat.suggestions.waitFor({ state: "hidden" });
    expect(await chat.composer.inputValue()).toBe("/goal clear the yard");
    await chat.composer.fill("");
  });

  test("Escape closes the list and keeps the text", async () => {
    const { chat } = house;
    await chat.composer.pressSequentially("/t");
    await chat.suggestions.waitFor();
    await chat.composer.press("Escape");
    await chat.suggestions.waitFor({ state: "hidden" });
    expect(await chat.composer.inputValue()).toBe("/t");
    await chat.composer.fill("");
  });

  test("an @ names a file, which reaches the model as an attachment and is not read behind its back", async () => {
    const { chat } = house;
    await chat.composer.pressSequentially("Look at @door");
    await expect.poll(labels, PATIENT).toEqual(["doors.js"]);
    await chat.composer.press("Enter");
    await expect.poll(() => chat.composer.inputValue()).toBe("Look at @src/doors.js ");
    await chat.composer.press("Enter");
    await chat.said("I see it.").waitFor();
    expect(told()).toContain("The user points at the file src/doors.js.");
    expect(told()).not.toContain("export const doors");
  });

  test("@selection brings along what is selected in the editor", async () => {
    const { chat, workbench } = house;
    await workbench.openFile("doors.js");
    await workbench.page.keyboard.press("Control+A");
    await chat.composer.click();
    await chat.composer.pressSequentially("What is @sel");
    await expect.poll(labels, PATIENT).toContain("@selection");
    await chat.composer.press("Tab");
    await chat.composer.press("Enter");
    await chat.said("I see the selection.").waitFor();
    expect(told()).toContain('<attachment name="selection: lines 1-3 of src/doors.js">');
    expect(told()).toContain("export const gates = 1;");
    await workbench.run("View: Close All Editors");
  });

  test("a skill is asked for by its name, and the model loads it", async () => {
    const { chat, model } = house;
    await chat.newSession();
    await chat.composer.pressSequentially("/tid");
    await chat.suggestions.getByText("How things are tidied here.").waitFor();
    await chat.composer.press("Enter");
    await chat.composer.pressSequentially("the yard");
    await chat.composer.press("Enter");
    await chat.said("I will sweep first.").waitFor();
    expect(told()).toContain("The user asks for the skill tidy: load it by load_skill and follow it.");
    expect(told()).toContain("/tidy the yard");
    expect(toolResults(model.requests.at(-1)).at(-1)).toContain("Sweep before you mop.");
    await chat.call("tidy").waitFor();
  });

  test("questions of the model are a form that the keyboard fills and sends", async () => {
    const { chat, model, workbench } = house;
    const { keyboard } = workbench.page;
    await chat.newSession();
    await chat.send("Ask me");
    await chat.form.getByText("The model asks").waitFor();
    await chat.form.getByText("Which colour?").waitFor();
    // The focus is still in the composer: what is typed there is a message, not an answer.
    await chat.focused(chat.frame.locator(".composer"));
    await workbench.inBothThemes("form-card");
    await workbench.run("Gatehouse: Show Pending Approvals");
    await chat.focused(chat.form);
    await keyboard.press("ArrowDown");
    await keyboard.press("Tab");
    await keyboard.type("Make it soon.");
    await keyboard.press("Control+Enter");
    await chat.said("Thank you.").waitFor();
    expect(toolResults(model.requests.at(-1)).at(-1)).toBe("Which colour?\n  Green\nAnything else?\n  Make it soon.");
    expect(await chat.form.count()).toBe(0);
  });

  test("a form that is declined tells the model so", async () => {
    const { chat, model } = house;
    await chat.newSession();
    await chat.send("Ask me again");
    await chat.form.getByRole("button", { name: "Decline" }).click();
    await chat.said("Thank you.").waitFor();
    expect(toolResults(model.requests.at(-1)).at(-1)).toContain("The user declined to answer.");
  });
});
