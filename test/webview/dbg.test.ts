import { test } from "vitest";
import type { ChatOp } from "../../src/shared/messages/chat";
import { openChat, startBrowser, stopBrowser } from "./support/chatPage";
import { assistant, call, state, status } from "./support/states";
test("perf", { timeout: 120_000 }, async () => {
  await startBrowser();
  const chat = await openChat();
  for (const piece of ["word", "line\n", "para\n\n", "code"]) {
  await chat.snapshot(state({ status: status({ running: true }), items: [assistant("a", piece === "code" ? "```js\n" : "", true)] }));
  const r = await chat.page.evaluate(async (piece) => {
    const long: number[] = [];
    const o = new PerformanceObserver((l) => { for (const e of l.getEntries()) long.push(Math.round(e.duration)); });
    o.observe({ entryTypes: ["longtask"] });
    let seq = (window as any).seq ?? 1; 
    const t0 = performance.now();
    for (let start = 0; start < 20_000; start += 66) {
      const ops: ChatOp[] = [];
      for (let i = start; i < Math.min(20_000, start + 66); i++) ops.push({ op: "text", id: "a", text: piece === "code" ? (i % 6 ? `tok${i} ` : `tok${i}\n`) : piece === "word" ? `w${i} ` : `${piece}` });
      window.postMessage({ type: "delta", seq: ++seq, ops }, "*");
      await new Promise((resolve) => setTimeout(resolve, 33));
    }
    const el = document.querySelector(".assistant")!;
    const t1 = performance.now();
    await new Promise((r) => setTimeout(r, 1000));
    (window as any).seq = seq + 1;
    o.disconnect();
    return { ms: t1 - t0, long: long.sort((a, b) => b - a).slice(0, 15), n: long.length, len: el.textContent!.length, nodes: el.querySelectorAll("*").length };
  }, piece);
  (chat as any).x = 1;
  console.log(piece, JSON.stringify(r));
  // keep numbers in step
  await chat.page.evaluate(() => 0);
  await chat.post({ type: "snapshot", seq: await chat.page.evaluate(() => (window as any).seq), state: state(), l10n: {}, locale: "en" });
  await openChat();
  }
  const c2 = await openChat();
  const items = Array.from({ length: 10_000 }, (_, i) => i % 3 ? call(`c${i}`, { subject: `file-${i}.ts` }) : assistant(`c${i}`, `Text **${i}** with \`code\` and more words.`));
  console.log(JSON.stringify(await c2.page.evaluate(async (state) => {
    const t = performance.now();
    window.postMessage({ type: "snapshot", seq: 1, state, l10n: {}, locale: "en" }, "*");
    while (!document.querySelector(".call")) await new Promise((r) => requestAnimationFrame(r));
    const first = performance.now() - t;
    const s = document.querySelector(".scroll")!;
    let worst = 0; let n = 0; let over = 0; let last = performance.now();
    for (let i = 0; i < 200; i++) { s.scrollTop -= 400; await new Promise((r) => requestAnimationFrame(r)); const now = performance.now(); if (now - last > 32) over++; worst = Math.max(worst, now - last); last = now; n++; }
    return { first, worst, over, n, nodes: document.querySelectorAll("*").length, mem: (performance as any).memory?.usedJSHeapSize };
  }, state({ items }))));
  await stopBrowser();
});
