// Long because all keyboard rules of a card are tried in one page of a real browser.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { ApprovalCard } from "../../src/shared/messages/chat";
import { type Chat, openChat, startBrowser, stopBrowser } from "./support/chatPage";
import { approval, editApproval, renameApproval, running, serverApproval, state, status, user } from "./support/states";
import { THEMES } from "./support/themes";

let chat: Chat;

beforeAll(startBrowser);
afterAll(stopBrowser);
beforeEach(async () => {
  chat = await openChat();
});
afterEach(async () => {
  expect(await chat.faults()).toEqual([]);
});

const show = (...approvals: readonly ApprovalCard[]) =>
  chat.snapshot(state({ status: status({ running: true }), items: [user("u", "Go")], approvals }));

const enter = (id?: string) => chat.post({ type: "focus", target: "approval", ...(id ? { id } : {}) });

/** As a person sees it: a key goes where the focus is. */
async function entered(): Promise<void> {
  await enter();
  await expect.poll(focused).toBe("deny");
}

const press = (key: string) => chat.page.keyboard.press(key);

const button = (name: string) => chat.page.getByRole("button", { name });

const answers = async () => (await chat.intents()).filter((intent) => intent.kind === "answer");

/** Words on the focused element. */
const focused = () =>
  chat.page.evaluate(() => document.activeElement?.getAttribute("data-choice") ?? document.activeElement?.tagName);

const once = (requestId: string) => ({ kind: "answer", requestId, answer: "once" });
const deny = (requestId: string) => ({ kind: "answer", requestId, answer: "deny" });

describe("focus", () => {
  test("a new card does not take it from the composer", async () => {
    await show();
    await chat.page.getByRole("textbox", { name: "Message" }).focus();
    await chat.delta({ op: "approvals", approvals: [approval("a")] });
    await expect.poll(focused).toBe("TEXTAREA");
  });

  test("the host's word puts it on the safest choice of the card it names", async () => {
    await show(approval("a"), editApproval("b"));
    await enter("b");
    await expect.poll(focused).toBe("deny");
    await press("Escape");
    expect(await answers()).toEqual([deny("b")]);
  });

  test("entering by Tab, from either side, comes to the safest choice", async () => {
    await show(approval("a", { command: "line\n".repeat(200) }), approval("b"));
    await chat.page.getByRole("textbox", { name: "Message" }).focus();
    await press("Shift+Tab");
    await expect.poll(focused).toBe("deny");
    await button("Next").focus();
    await press("Tab");
    await expect.poll(focused).toBe("deny");
  });

  test("arrow keys move between the buttons, round the ends", async () => {
    await show(approval("a"));
    await entered();
    await press("ArrowLeft");
    await expect.poll(focused).toBe("session");
    await press("Home");
    await expect.poll(focused).toBe("once");
    await press("ArrowUp");
    await expect.poll(focused).toBe("deny_with_note");
    await press("ArrowRight");
    await expect.poll(focused).toBe("once");
  });

  test("goes to the composer when the card is settled, never to the next one", async () => {
    await show(approval("a"), approval("b"));
    await enter();
    await chat.delta({ op: "approvals", approvals: [approval("b")] });
    await expect.poll(focused).toBe("TEXTAREA");
    await press("Control+Enter");
    expect(await answers()).toEqual([]);
  });

  test("is told to the host", async () => {
    await show(approval("a"));
    await entered();
    await chat.page.getByRole("textbox", { name: "Message" }).focus();
    await expect.poll(() => chat.focusReports()).toEqual(expect.arrayContaining(["approval", "composer"]));
    expect((await chat.focusReports()).at(-1)).toBe("composer");
  });
});

describe("keys", () => {
  test("Ctrl+Enter allows once, on whatever button of the card the focus is", async () => {
    await show(approval("a"));
    await entered();
    await press("Control+Enter");
    expect(await answers()).toEqual([once("a")]);
  });

  test("Enter presses the button that has the focus", async () => {
    await show(approval("a"));
    await entered();
    await press("Enter");
    expect(await answers()).toEqual([deny("a")]);
  });

  test("Escape denies", async () => {
    await show(approval("a"));
    await entered();
    await press("Escape");
    expect(await answers()).toEqual([deny("a")]);
  });

  test("neither acts while the focus is elsewhere", async () => {
    await show(approval("a"), approval("b"));
    await chat.page.getByRole("textbox", { name: "Message" }).focus();
    await press("Control+Enter");
    await press("Escape");
    await button("Next").focus();
    await press("Control+Enter");
    await press("Escape");
    expect(await answers()).toEqual([]);
  });

  test("Ctrl+Enter does nothing on a card that does not offer it", async () => {
    await show(approval("a", { choices: ["deny", "deny_with_note"] }));
    await entered();
    await press("Control+Enter");
    expect((await answers()).filter((intent) => intent.answer !== "deny")).toEqual([]);
  });

  test("a key held down answers once", async () => {
    await show(approval("a"));
    await entered();
    await chat.page.evaluate(() => {
      const key = { key: "Enter", ctrlKey: true, bubbles: true, cancelable: true, composed: true };
      for (const repeat of [true, true])
        document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { ...key, repeat }));
    });
    expect(await answers()).toEqual([]);
  });

  test("act on nothing while an input method composes", async () => {
    await show(approval("a"));
    await entered();
    await chat.page.evaluate(() => {
      const common = { bubbles: true, cancelable: true, composed: true, isComposing: true };
      for (const key of ["Enter", "Escape"]) {
        document.activeElement?.dispatchEvent(
          new KeyboardEvent("keydown", { ...common, key, ctrlKey: key === "Enter" }),
        );
      }
    });
    expect(await answers()).toEqual([]);
  });

  test("handled ones stop at the card, others go on to VS Code", async () => {
    await show(approval("a"));
    await entered();
    await chat.page.evaluate(() => {
      const seen: string[] = [];
      Object.assign(window, { seen });
      window.addEventListener("keydown", (event) => seen.push(event.key));
    });
    for (const key of ["ArrowRight", "F1", "Escape"]) await press(key);
    expect(await chat.page.evaluate(() => (window as unknown as { seen: string[] }).seen)).toEqual(["F1"]);
  });
});

describe("the note", () => {
  const open = async () => {
    await show(approval("a"));
    await button("Deny with a note…").click();
    await chat.page.keyboard.type("Use pnpm");
  };

  test("Enter sends it as a denial", async () => {
    await open();
    await press("Enter");
    expect(await answers()).toEqual([{ ...deny("a"), note: "Use pnpm" }]);
  });

  test("F49: nothing typed in it approves", async () => {
    await open();
    await press("Shift+Tab");
    await chat.page.getByRole("textbox", { name: "Note to the model" }).focus();
    await press("Control+Enter");
    expect((await answers()).map((intent) => intent.answer)).not.toContain("once");
  });

  test("Escape goes back to the buttons without an answer", async () => {
    await open();
    await press("Escape");
    await expect.poll(focused).toBe("deny");
    expect(await answers()).toEqual([]);
  });

  test("an Enter that ends a composition sends nothing", async () => {
    await open();
    await chat.page.evaluate(() => {
      const key = { key: "Enter", keyCode: 229, isComposing: true, bubbles: true, composed: true, cancelable: true };
      document.querySelector("vscode-text-field")?.dispatchEvent(new KeyboardEvent("keydown", key));
    });
    expect(await answers()).toEqual([]);
  });
});

describe("the answers of a command", () => {
  const five = approval("a", {
    command: "node check.js",
    reason: "shell_command",
    parts: [{ text: "node check.js", outcome: "ask", why: "not_listed" }],
    choices: ["once", "session", "always", "deny", "deny_with_note"],
    intent: "Runs `node check.js`, which ``prints`` sums.",
  });
  const rows = async () => {
    const boxes = await chat.page.locator(".buttons [data-choice]").evaluateAll((all) =>
      all.map((each) => {
        const { top, left, right } = each.getBoundingClientRect();
        return { top, left, right };
      }),
    );
    expect(boxes.every(({ left, right }) => left >= 0 && right <= innerWidthOf(chat))).toBe(true);
    return new Set(boxes.map(({ top }) => Math.round(top))).size;
  };
  const innerWidthOf = ({ page }: Chat): number => page.viewportSize()?.width ?? 0;

  test("stand in three rows in a narrow side bar, and in two in a wider one", async () => {
    await show(five);
    for (const [width, most] of [
      [290, 3],
      [420, 2],
    ] as const) {
      await chat.page.setViewportSize({ width, height: 800 });
      expect(await rows()).toBeLessThanOrEqual(most);
    }
  });

  test("have one that stands out in every theme", async () => {
    await show(five);
    const colour = (choice: string) =>
      chat.page.locator(`[data-choice="${choice}"]`).evaluate((each) => getComputedStyle(each).backgroundColor);
    const borderColour = () =>
      chat.page.locator(".approval").evaluate((card) => {
        card.style.outlineColor = "var(--vscode-contrastBorder)";
        return getComputedStyle(card).outlineColor;
      });
    for (const theme of THEMES) {
      await chat.dress(theme);
      const others = await Promise.all(["session", "always", "deny"].map(colour));
      expect([theme, new Set(others).size, others.includes(await colour("once"))]).toEqual([theme, 1, false]);
      // VS Code's own high contrast knows no colour for buttons, only borders.
      const filled = theme.startsWith("contrast") ? await borderColour() : await colour("once");
      expect([theme, await colour("once")]).toEqual([theme, filled]);
    }
  });

  test("follow a reason that is said once, without the gate's own names", async () => {
    await show(five);
    const words = await chat.page.locator(".approval").innerText();
    expect(words.match(/not known to only read/g)).toHaveLength(1);
    expect(words).not.toContain("tier");
    expect(await chat.page.locator(".approval .part").count()).toBe(0);
    await show({ ...five, parts: [{ text: "node check.js", outcome: "ask", why: "left_workspace" }] });
    expect(await chat.page.locator(".approval .part").innerText()).toContain("led out of the workspace");
  });

  test("stand below the model's words, whose code is drawn as code", async () => {
    await show(five);
    expect(await chat.page.locator(".intent q").textContent()).toBe("Runs node check.js, which prints sums.");
    expect(await chat.page.locator(".intent code").allTextContents()).toEqual(["node check.js", "prints"]);
  });
});

describe("answers", () => {
  test("each button gives its own", async () => {
    await show(approval("a"));
    await button("Allow for the session: this command").click();
    expect(await answers()).toEqual([{ kind: "answer", requestId: "a", answer: "session" }]);
  });

  test("a card answers once, however often it is pressed", async () => {
    await show(approval("a"));
    await button("Allow once").click();
    await button("Deny").first().click({ force: true });
    expect(await answers()).toEqual([once("a")]);
  });

  test("the second click of a double click does not answer the card that comes next", async () => {
    await show(approval("a"), approval("b"));
    const place = (await button("Allow once").boundingBox()) ?? { x: 0, y: 0 };
    await chat.page.mouse.click(place.x + 9, place.y + 9);
    await chat.delta({ op: "approvals", approvals: [approval("b")] });
    await chat.page.mouse.down({ clickCount: 2 });
    await chat.page.mouse.up({ clickCount: 2 });
    expect((await answers()).at(-1)).toEqual(once("a"));
  });

  test("those that are not offered have no button", async () => {
    await show(approval("a", { choices: ["once", "deny"] }));
    expect(
      await chat.page.locator("[data-choice]").evaluateAll((all) => all.map((one) => one.getAttribute("data-choice"))),
    ).toEqual(["once", "deny"]);
  });

  test("several are gone through one by one", async () => {
    await show(approval("a"), editApproval("b"));
    expect(await chat.page.locator(".dock").textContent()).toContain("1 of 2 waiting");
    await button("Next").click();
    await button("Open diff").click();
    expect(await chat.intents()).toContainEqual({ kind: "openDiff", requestId: "b" });
  });

  test("what is written in the composer meanwhile is a message", async () => {
    await show(approval("a"));
    await chat.page.getByRole("textbox", { name: "Message" }).fill("y");
    await press("Enter");
    expect(await chat.intents()).toContainEqual({ kind: "send", text: "y" });
    expect(await answers()).toEqual([]);
  });
});

describe("what it shows", () => {
  test("the whole command, with what hides in it", async () => {
    await show(approval("a", { command: `rm -rf build${" ".repeat(80)}; curl evil\u202e\u200b\n${"x".repeat(900)}` }));
    const shown = await chat.page.locator(".approval .command").textContent();
    expect(shown).toContain("\\u{20}×80");
    expect(shown).toContain("\\u{202E}\\u{200B}");
    expect(shown).toContain("x".repeat(900));
    expect(await chat.page.locator(".approval .command").evaluate((pre) => pre.scrollWidth <= pre.clientWidth)).toBe(
      true,
    );
  });

  test("its choices, however long the command is", async () => {
    await show(approval("a", { command: "line\n".repeat(2_000) }));
    const box = await button("Deny").first().boundingBox();
    expect(box && box.y + box.height).toBeLessThan(860);
  });

  test("that unsaved text is saved with the change, and that the write is not atomic", async () => {
    const cautions = async (card: Partial<ApprovalCard>) => {
      await show(editApproval("a", card));
      return chat.page.locator(".approval .caution").allTextContents();
    };
    expect(await cautions({})).toEqual([]);
    expect(await cautions({ notes: ["saves_unsaved", "not_atomic"] })).toEqual([
      "Your own unsaved changes in this file will be saved with it.",
      "This file is on no local disk: a write that is interrupted may leave half of it.",
    ]);
  });

  test("of how many files it is, wherever it speaks of them", async () => {
    await show(renameApproval("a"));
    expect(await button("Allow for the session: these 3 files").count()).toBe(1);
    expect(await chat.page.locator(".approval .changed").textContent()).toContain("One of the files changed");
    expect(await chat.page.locator(".approval .caution").allTextContents()).toEqual([
      "Your own unsaved changes in these files will be saved with them.",
      "Not all of these files are on a local disk: a write that is interrupted may leave half of one.",
    ]);
    await show(editApproval("b"));
    expect(await button("Allow for the session: this file").count()).toBe(1);
  });

  test("of a server's tool: what, once, in the heading, and its arguments, once, below", async () => {
    await show(serverApproval("a"));
    expect(await chat.page.locator(".approval h3").textContent()).toMatch(/^MCP server notes: Call find\b/);
    const words = (await chat.page.locator(".approval").textContent()) ?? "";
    expect(words.split("the yard")).toHaveLength(2);
    expect(words.split("notes")).toHaveLength(2);
  });

  test("what decided, unless the card shows it anyway", async () => {
    const because = async (card: Partial<ApprovalCard>) => {
      await show(editApproval("a", { subject: "src/a.ts", ...card }));
      return chat.page.locator(".approval .why code").allTextContents();
    };
    expect(await because({ because: "src/a.ts", paths: ["src/a.ts"] })).toEqual([]);
    expect(await chat.page.locator(".approval .paths").count()).toBe(0);
    expect(await because({ because: "npm *" })).toEqual(["npm *"]);
  });

  test("foreign words as plain text", async () => {
    await show(approval("a", { intent: "<img src=x onerror=alert(1)> **bold**", because: "<b>rule</b>" }));
    expect(await chat.page.locator(".approval").textContent()).toContain("<img src=x onerror=alert(1)> **bold**");
    expect(await chat.page.locator(".approval b, .approval img").count()).toBe(0);
  });

  test("in the list, in place, that a call waits and why", async () => {
    const { callId } = approval("a");
    const waiting = { ...running(callId), title: "Run", subject: "npm test", state: "waiting" as const };
    await chat.snapshot(state({ status: status({ running: true }), items: [waiting], approvals: [approval("a")] }));
    expect(await chat.page.locator(".waiting-call").textContent()).toContain("Waits for your answer.");
    await button("Answer").click();
    await expect.poll(focused).toBe("deny");
  });

  test("is said at once to who can't see it", async () => {
    await show();
    await chat.delta({ op: "approvals", approvals: [approval("a")] });
    expect(await chat.page.getByRole("alert").textContent()).toContain("Approval needed: Run npm test.");
  });
});
