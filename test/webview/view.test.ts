import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { ChatOp } from "../../src/shared/messages/chat";
import type { ChatItem } from "../../src/shared/messages/chatItems";
import { type Chat, openChat, startBrowser, stopBrowser } from "./support/chatPage";
import { assistant, call, running, state, status, user } from "./support/states";

let chat: Chat;

beforeAll(startBrowser);
afterAll(stopBrowser);
beforeEach(async () => {
  chat = await openChat();
});

const ready = async () => (await chat.intents()).filter((intent) => intent.kind === "ready").length;

test("asks for a snapshot when it is loaded, and again after a missed delta", async () => {
  expect(await ready()).toBe(1);
  await chat.snapshot(state());
  await chat.post({ type: "delta", seq: 99, ops: [] });
  expect(await ready()).toBe(2);
});

test("20,000 deltas are all shown, in order, whole", { timeout: 120_000 }, async () => {
  await chat.snapshot(state({ status: status({ running: true }), items: [assistant("a", "", true)] }));
  await chat.page.evaluate(async () => {
    let seq = 1;
    for (let start = 0; start < 20_000; start += 66) {
      const ops: ChatOp[] = [];
      for (let index = start; index < Math.min(20_000, start + 66); index++)
        ops.push({ op: "text", id: "a", text: `w${index} ` });
      window.postMessage({ type: "delta", seq: ++seq, ops }, "*");
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  });
  const expected = Array.from({ length: 20_000 }, (_, index) => `w${index}`).join(" ");
  await expect.poll(() => chat.page.locator(".assistant").textContent(), { timeout: 20_000 }).toContain("w19999");
  expect((await chat.page.locator(".assistant").textContent())?.split(/\s+/).join(" ").trim()).toBe(expected);
  expect(await ready()).toBe(1);
});

test("a finished block of streaming Markdown is not drawn again", async () => {
  await chat.snapshot(state({ items: [assistant("a", `First.${" x".repeat(500)}\n\nSec`, true)] }));
  await chat.delta({ op: "text", id: "a", text: "ond.\n" });
  const first = await chat.page.locator(".assistant p").first().elementHandle();
  for (const text of ["\nThi", "rd.\n", "\nFourth."]) await chat.delta({ op: "text", id: "a", text });
  expect(await first?.evaluate((element) => element.isConnected && element.textContent)).toContain("First.");
  expect(await chat.page.locator(".assistant").textContent()).toContain("Fourth.");
});

test("10,000 items are not drawn at once, and any of them can be scrolled to", async () => {
  const items = Array.from({ length: 10_000 }, (_, index) => call(`c${index}`, { subject: `file-${index}.ts` }));
  await chat.snapshot(state({ items }));
  expect(await chat.page.locator(".call").count()).toBeLessThan(300);
  expect(await chat.page.getByText("file-9999.ts").isVisible()).toBe(true);
  const scroll = (share: number) =>
    chat.page.locator(".scroll").evaluate((element, to) => element.scrollTo(0, element.scrollHeight * to), share);
  await scroll(0);
  await chat.page.getByText("file-0.ts", { exact: true }).waitFor();
  await scroll(0.5);
  await expect.poll(() => chat.page.locator(".call").count()).toBeGreaterThan(30);
  expect(await chat.page.locator(".call").count()).toBeLessThan(300);
});

test("stays at the newest end until a person scrolls up, and comes back by its button", async () => {
  const long = Array.from({ length: 60 }, (_, index) => user(`u${index}`, `message ${index}`));
  await chat.snapshot(state({ items: long }));
  await chat.delta({ op: "item", item: assistant("a1", "Newest one.") });
  await expect.poll(() => chat.page.locator(".assistant").getByText("Newest one.").isVisible()).toBe(true);
  const gap = () =>
    chat.page.locator(".scroll").evaluate((element) => element.scrollHeight - element.clientHeight - element.scrollTop);
  await expect.poll(gap).toBeLessThan(24);
  await chat.page.locator(".scroll").hover();
  await chat.page.mouse.wheel(0, -400);
  await expect.poll(gap).toBeGreaterThan(100);
  await chat.delta({ op: "item", item: assistant("a2", "text\n\n".repeat(20)) });
  expect(await gap()).toBeGreaterThan(400);
  await chat.page.getByRole("button", { name: "Jump to newest" }).click();
  await expect.poll(gap).toBeLessThan(24);
});

test("one's own message is always come to", async () => {
  await chat.snapshot(
    state({ items: Array.from({ length: 60 }, (_, index) => user(`u${index}`, `message ${index}`)) }),
  );
  await chat.page.locator(".scroll").hover();
  await chat.page.mouse.wheel(0, -800);
  await chat.page.getByRole("button", { name: "Jump to newest" }).waitFor();
  await chat.delta({ op: "item", item: user("new", "my question") });
  await expect.poll(() => chat.page.getByRole("button", { name: "Jump to newest" }).count()).toBe(0);
});

test("an item that can't be drawn costs its own line only", async () => {
  const broken = { kind: "turn", id: "t", end: "completed" } as unknown as ChatItem;
  await chat.snapshot(state({ items: [user("u", "Before"), broken, assistant("a", "After")] }));
  const words = await chat.page.locator(".list").textContent();
  expect(words).toContain("Before");
  expect(words).toContain("This entry could not be drawn.");
  expect(words).toContain("After");
});

test("a fault in the whole view asks for a snapshot by itself, and offers a button if that does not help", async () => {
  const broken = state({ todos: null as never });
  await chat.snapshot(broken);
  expect(await ready()).toBe(2);
  await chat.snapshot(broken);
  expect(await ready()).toBe(2);
  await chat.page.getByRole("button", { name: "Reload the view" }).click();
  expect(await ready()).toBe(3);
  await chat.snapshot(state({ items: [user("u", "Back again")] }));
  expect(await chat.page.locator(".chat").textContent()).toContain("Back again");
});

test("Markdown of the model runs nothing, loads nothing and leads nowhere by itself", async () => {
  const requests: string[] = [];
  chat.page.on("request", (request) => requests.push(request.url()));
  const text = [
    "<script>window.hacked = 1</script> <img src=x onerror='window.hacked = 1'> <b style='color:red'>b</b>",
    "[click](javascript:window.hacked=1) ![pixel](https://evil.test/p.png)",
    "| a |\n|--:|\n| 1 |",
  ].join("\n\n");
  await chat.snapshot(state({ items: [assistant("a", text)] }));
  expect(await chat.page.locator(".assistant :is(script, img, b, [style], [href])").count()).toBe(0);
  await chat.page.getByRole("link", { name: "pixel" }).click();
  expect(await chat.intents()).toContainEqual({ kind: "openLink", url: "https://evil.test/p.png" });
  expect(requests.filter((url) => url.includes("evil"))).toEqual([]);
  expect(await chat.page.evaluate(() => "hacked" in window)).toBe(false);
  expect(await chat.faults()).toEqual([]);
});

test("links open by mouse and keys, and a file link opens the file", async () => {
  await chat.snapshot(state({ items: [assistant("a", "[file](src/a.ts#L3) and https://example.com")] }));
  await chat.page.getByRole("link", { name: "file" }).focus();
  await chat.page.keyboard.press("Enter");
  await chat.page.getByRole("link", { name: "https://example.com" }).click();
  expect((await chat.intents()).slice(1)).toEqual([
    { kind: "openFile", path: "src/a.ts", line: 3 },
    { kind: "openLink", url: "https://example.com" },
  ]);
});

test("code is coloured once it is finished, and copied as it was written", async () => {
  await chat.snapshot(state({ items: [assistant("a", "```js\nconst a = '<b>';\n```\n")] }));
  await chat.page.locator(".hljs-keyword").waitFor();
  await chat.page.getByRole("button", { name: "Copy" }).click();
  expect(await chat.intents()).toContainEqual({ kind: "copy", text: "const a = '<b>';" });
  expect(await chat.faults()).toEqual([]);
});

test("a running command shows its last lines as they come, and its result in their place", async () => {
  await chat.snapshot(state({ items: [running("c", { title: "Run", subject: "npm test", renderer: "terminal" })] }));
  await chat.delta({ op: "output", id: "c", text: "\u001b[32mok\u001b[0m 1\nok 2\n", stream: "stdout" });
  expect(await chat.page.locator(".output").textContent()).toBe("ok 1\nok 2");
  await chat.page.getByRole("button", { name: "Show terminal" }).click();
  expect(await chat.intents()).toContainEqual({ kind: "showTerminal", callId: "c" });
  const details = { kind: "terminal", command: "npm test", how: "exited", code: 1, ms: 900 } as const;
  await chat.delta({
    op: "item",
    item: call("c", { title: "Run", subject: "npm test", renderer: "terminal", state: "failed", details }),
  });
  expect(await chat.page.locator(".call").textContent()).toContain("exit 1");
  expect(await chat.page.locator(".output").count()).toBe(0);
});

test("an unknown renderer gets the generic one", async () => {
  await chat.snapshot(state({ items: [call("c", { title: "Fancy", renderer: "constructor", text: "the result" })] }));
  await chat.page.getByRole("button", { name: "Fancy" }).click();
  expect(await chat.page.locator(".output").textContent()).toBe("the result");
});

test("says why a call was blocked, and by what", async () => {
  const decision = {
    outcome: "deny",
    by: "gate",
    layer: "law",
    reason: "repository_law",
    because: "no-direct-push",
  } as const;
  await chat.snapshot(state({ items: [call("c", { title: "Run", subject: "git push", state: "refused", decision })] }));
  const words = await chat.page.locator(".refused-call").textContent();
  expect(words).toContain("Blocked: Run git push");
  expect(words).toContain("The repository's law decides this. no-direct-push");
});

test("an answer is read aloud once, when it is finished", async () => {
  await chat.snapshot(state({ items: [assistant("a", "Hel", true)] }));
  await chat.delta({ op: "text", id: "a", text: "lo." });
  const spoken = chat.page.locator('[aria-live="polite"]');
  expect(await spoken.textContent()).toBe("");
  await chat.delta({ op: "item", item: assistant("a", "Hello.") });
  expect(await spoken.textContent()).toBe("Hello.");
});

test("words come from the host's table", async () => {
  const l10n = { "What shall we do?": "做什么？" };
  await chat.post({ type: "snapshot", seq: 1, state: state(), l10n, locale: "zh-cn" });
  expect(await chat.page.locator("h2").textContent()).toBe("做什么？");
});
