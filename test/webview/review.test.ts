import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { Review } from "../../src/shared/review";
import { type Chat, openChat, startBrowser, stopBrowser } from "./support/chatPage";
import { approval, call, state, status } from "./support/states";

let chat: Chat;

beforeAll(startBrowser);
afterAll(stopBrowser);
beforeEach(async () => {
  chat = await openChat();
});
afterEach(async () => {
  expect(await chat.faults()).toEqual([]);
});

const REVIEW: Review = {
  risk: "low",
  reason: "It runs the tests.",
  model: "M",
  inputTokens: 790,
  outputTokens: 35,
  ms: 900,
};

const reviewed = (outcome: "allow" | "deny", review: Review) =>
  chat.snapshot(
    state({
      items: [
        call("c", {
          state: outcome === "allow" ? "ok" : "refused",
          decision: { outcome, by: "guardian", layer: "tier", reason: "network", review },
        }),
      ],
    }),
  );

const line = () => chat.page.locator(".review").innerText();

test("a call that Auto-Review let through says so with risk, reason and cost, though its card is folded", async () => {
  await reviewed("allow", REVIEW);
  expect(await line()).toBe("Auto-Review allowed it · low risk · It runs the tests.\nM · 825 tokens · 0.9 s");
});

test("a call that it denied says so, once more without a cost", async () => {
  await reviewed("deny", { ...REVIEW, risk: "high", reason: "It pushes.", again: true });
  expect(await line()).toBe(
    "Auto-Review denied it · high risk · It pushes.\nThe same call was denied before in this turn, so nobody was asked again.",
  );
});

test("an answer that could not be used is told in words of ours", async () => {
  const { risk: _, ...rest } = REVIEW;
  await reviewed("deny", { ...rest, failure: "unreadable", reason: "the review's answer could not be used" });
  expect(await line()).toContain("The review's answer could not be used, so the call was denied.");
});

test("its reason is plain text, with what hides in it made visible", async () => {
  await reviewed("deny", { ...REVIEW, reason: "<b>safe</b>\u202E **ok** [x](command:y)" });
  expect(await line()).toContain("<b>safe</b>\\u{202E} **ok** [x](command:y)");
  expect(await chat.page.locator(".review a").count()).toBe(0);
});

test("while it is asked, the call says so", async () => {
  await chat.snapshot(state({ items: [call("c", { state: "waiting", reviewing: true })] }));
  expect(await chat.page.locator(".call").innerText()).toContain("Auto-Review looks at it");
});

test.each([
  ["sandboxed", "It runs in the sandbox"],
  ["open", "Not isolated"],
  ["outside", "outside of the sandbox"],
] as const)("the card of a command that is %s says where it runs", async (isolation, words) => {
  await chat.snapshot(state({ approvals: [approval("a", { isolation })] }));
  expect(await chat.page.locator(".approval").innerText()).toContain(words);
});

test("the card of a command that is not isolated says what is in the way of it, plain", async () => {
  const notIsolated = "<b>bwrap</b> is not installed";
  await chat.snapshot(state({ approvals: [approval("a", { isolation: "open", notIsolated })] }));
  expect(await chat.page.locator(".approval").innerText()).toContain(notIsolated);
});

test("where commands are not isolated, the status and a command's card say so", async () => {
  const details = { kind: "terminal", command: "make", how: "exited", code: 0, ms: 5, isolation: "open" } as const;
  const items = [call("c", { renderer: "terminal", state: "ok", details })];
  await chat.snapshot(state({ status: status({ isolated: false, tokens: 5 }), items }));
  expect(await chat.page.locator(".status-line").innerText()).toContain("not isolated");
  expect(await chat.page.locator(".call").innerText()).toContain("not isolated");
  await chat.delta({ op: "status", status: status({ isolated: true, tokens: 5 }) });
  expect(await chat.page.locator(".status-line").innerText()).not.toContain("not isolated");
});
