import { expect, test } from "vitest";
import type { McpPool } from "../../../src/core/mcp/pool";
import type { Web } from "../../../src/core/operations/web";
import { estimateTokens } from "../../../src/core/results/tokens";
import type { Tool } from "../../../src/core/tools/tool";
import { fakeTool } from "../surface/probe";
import { details, failure, receipt, running } from "./running";

const poolOf = (tool: Tool): McpPool =>
  ({ version: 1, tools: () => [tool], servers: () => [], collisions: () => [] }) as unknown as McpPool;

test("a program is let through by itself, and its result is its receipt", async () => {
  const session = running(async ({ call, log }) => {
    const { content, metadata, truncated } = await call("read", { path: "b.json" });
    log("read it");
    return { content, metadata, truncated };
  });
  await session.session.send("Go");
  expect(receipt(session)).toEqual({
    success: true,
    return: { content: { n: 2 }, metadata: { tool: "read", path: "b.json", lines: "1-1" }, truncated: null },
    calls: [{ seq: 1, tool: "read", decision: "auto", status: "ok", elapsedMs: 0, bytes: 8, truncated: false }],
    log: "read it",
  });
  expect(session.all("approval_requested")).toEqual([]);
  expect(session.told()).toEqual([session.result("s1c0").text]);
  expect(details(session)).toMatchObject({ kind: "program", code: "go", how: "returned", log: "read it" });
});

test("what a program's calls bring is in the record, and in the conversation is the receipt alone", async () => {
  const session = running(async ({ call }) => (await call("read", { path: "a.txt" })).content.length);
  await session.session.send("Go");
  expect(session.all("call_waiting").map(({ callId, parent }) => [callId, parent])).toEqual([
    ["s1c0", undefined],
    ["s1c0.1", "s1c0"],
  ]);
  expect(session.all("call_started").at(1)).toMatchObject({ callId: "s1c0.1", parent: "s1c0", tool: "read" });
  expect(session.all("call_finished")[0]).toMatchObject({
    callId: "s1c0.1",
    parent: "s1c0",
    result: { text: "alpha\n" },
  });
  expect(session.all("decision").map(({ record }) => [record.callId, record.program])).toEqual([
    ["s1c0", undefined],
    ["s1c0.1", "s1c0"],
  ]);
  expect(session.model.requests[1]?.messages.filter(({ role }) => role === "tool")).toHaveLength(1);
  expect(details(session).tokens).toMatchObject({ kept: expect.any(Number), sent: expect.any(Number) });
  expect(session.all("turn_finished")[0]?.summary).toMatchObject({ calls: 2, asked: 0 });
});

test("a call that asks shows the ordinary card with the program's label, and the program goes on after the answer", async () => {
  const session = running(async ({ call }) => (await call("write", { path: "new.txt", content: "x\n" })).metadata);
  const done = session.session.send("Go");
  const { request } = await session.next("approval_requested");
  expect(request).toMatchObject({ callId: "s1c0.1", program: "s1c0", tool: "write", intent: "I combine calls." });
  session.session.answer(request.id, { answer: "once" });
  await done;
  expect(receipt(session)).toMatchObject({
    return: { tool: "write", path: "new.txt", created: true, added: 1 },
    calls: [{ decision: "approved", status: "ok" }],
  });
  expect(session.all("turn_finished")[0]?.summary).toMatchObject({ asked: 1, files: [{ path: "new.txt", added: 1 }] });
});

test("a denied call is an exception that the program may catch", async () => {
  const session = running(
    async ({ call }) => {
      const caught = await call("write", { path: "new.txt", content: "x" }).catch(failure);
      return [caught, (await call("read", { path: "a.txt" })).content];
    },
    { answer: "deny" },
  );
  await session.session.send("Go");
  expect(receipt(session)).toMatchObject({
    success: true,
    return: [["denied", expect.stringContaining("The user refused this call.")], "alpha\n"],
    calls: [
      { seq: 1, tool: "write", decision: "denied", status: "refused", note: "The user refused this call." },
      { seq: 2, tool: "read", decision: "auto", status: "ok" },
    ],
  });
});

test("failures say whether anything ran", async () => {
  const session = running(
    async ({ call }) => [
      await call("read", { path: "none.txt" }).catch(failure),
      await call("read", { file: "a.txt" }).catch(failure),
      await call("frobnicate").catch(failure),
      await call("bash", { command: "exit 3" }).catch(failure),
    ],
    { answer: "once", memory: { commands: { "exit 3": { stdout: "bad\n", end: { code: 3 } } } } },
  );
  await session.session.send("Go");
  expect(receipt(session).return.map(([kind]: string[]) => kind)).toEqual(["failed", "refused", "refused", "failed"]);
  expect(receipt(session).return[3][1]).toMatch(/^bad\nexit 3/);
  expect(details(session).calls.map(({ decision, status }) => [decision, status])).toEqual([
    ["auto", "failed"],
    ["refused", "refused"],
    ["refused", "refused"],
    ["approved", "failed"],
  ]);
  const decided = session.all("decision").map(({ record }) => record.callId);
  expect(decided).toEqual(["s1c0", "s1c0.1", "s1c0.2", "s1c0.3", "s1c0.4"]);
});

test("writes and reads of one program happen in the order in which they were called", async () => {
  const session = running(
    async ({ call }) => {
      const write = call("write", { path: "a.txt", content: "new\n" });
      const read = call("read", { path: "a.txt" });
      return [(await read).content, (await write).metadata["created"]];
    },
    { answer: "once" },
  );
  await session.session.send("Go");
  expect(receipt(session).return).toEqual(["new\n", false]);
});

test("at most eight calls of a program work at once", async () => {
  let [now, most] = [0, 0];
  const web: Web = {
    async fetch(_, url) {
      now += 1;
      most = Math.max(most, now);
      await new Promise((resolve) => setImmediate(resolve));
      now -= 1;
      return { url, status: 200, type: "text/plain", title: "", text: "page", cut: false };
    },
  };
  const urls = Array.from({ length: 20 }, (_, n) => `https://example.org/${n}`);
  const session = running(({ call }) => Promise.all(urls.map((url) => call("Web", { action: "fetch", url }))), {
    web,
    posture: "full-access",
  });
  await session.session.send("Go");
  expect(receipt(session).calls).toHaveLength(20);
  expect(most).toBe(8);
});

test("a large result keeps its shape: whole lines for the program, the whole in a spill file", async () => {
  const line = `${"x".repeat(99)}\n`;
  const tool = fakeTool("notes_all", { capabilities: ["state"], run: async () => ({ text: line.repeat(3_000) }) });
  const session = running(({ call }) => call("notes_all", { path: "a.txt" }), { pool: poolOf(tool) });
  await session.session.send("Go");
  const kept = 1_024 * 100 - ((1_024 * 100) % 100);
  expect(receipt(session).calls[0]).toMatchObject({ bytes: kept, truncated: true });
  const { result } = session.all("call_finished")[0] ?? {};
  expect(result?.text).toBe(line.repeat(kept / 100));
  expect(result?.truncated).toMatchObject({ originalBytes: 300_000, keptBytes: kept });
  expect(session.ports.spills.texts.get(result?.truncated?.spill ?? "")).toBe(line.repeat(3_000));
});

test("two hundred calls with three cards, one denied and caught, one posture change: receipt, order and audit are exact", async () => {
  const order: string[] = [];
  const commands = { make: { stdout: "made\n" } };
  const session = running(
    async ({ call }) => {
      for (let n = 0; n < 60; n += 1) order.push((await call("read", { path: "a.txt" })).metadata["tool"] as string);
      await Promise.all(Array.from({ length: 60 }, () => call("read", { path: "c.txt" })));
      await call("write", { path: "one.txt", content: "1\n" });
      await call("write", { path: "two.txt", content: "2\n" }).catch(failure);
      await call("bash", { command: "make" });
      for (let n = 0; n < 57; n += 1)
        await call(n % 2 === 0 ? "read" : "get_goal", n % 2 === 0 ? { path: "one.txt" } : {});
      session.session.setPosture("full-access");
      const rest = await Promise.all(Array.from({ length: 20 }, () => call("read", { path: "a.txt" }).catch(failure)));
      return rest.every((each) => Array.isArray(each) && each[0] === "refused");
    },
    { memory: { commands } },
  );
  const answers = ["once", "deny", "once"] as const;
  const asked: string[] = [];
  const done = session.session.send("Go");
  for (const answer of answers) {
    const { request } = await session.next("approval_requested");
    asked.push(`${request.tool} ${request.callId} ${request.program}`);
    session.session.answer(request.id, { answer });
  }
  await done;
  expect(asked).toEqual(["write s1c0.121 s1c0", "write s1c0.122 s1c0", "bash s1c0.123 s1c0"]);
  const { calls, ...head } = receipt(session);
  expect(head).toMatchObject({ success: true, return: true });
  expect(calls).toHaveLength(200);
  expect(calls.map(({ seq }: { seq: number }) => seq)).toEqual(Array.from({ length: 200 }, (_, n) => n + 1));
  const count = (decision: string, status: string) =>
    details(session).calls.filter((row) => row.decision === decision && row.status === status).length;
  expect([
    count("auto", "ok"),
    count("approved", "ok"),
    count("denied", "refused"),
    count("refused", "refused"),
  ]).toEqual([177, 2, 1, 20]);
  const records = session.all("decision").map(({ record }) => record);
  expect(records).toHaveLength(201);
  expect(new Set(records.map(({ callId }) => callId)).size).toBe(201);
  expect(records.filter(({ program }) => program === "s1c0")).toHaveLength(200);
  expect(session.all("turn_finished")[0]?.summary).toMatchObject({ calls: 201, asked: 3, blocked: 21 });
});

test("the return value is held to what the limit leaves, and its whole is in a spill file", async () => {
  const session = running(async () => Array.from({ length: 5_000 }, (_, n) => `row ${n}`), {
    settings: { maxResultTokens: 2_000 },
  });
  await session.session.send("Go");
  const { truncated, return: rows } = receipt(session);
  expect(rows[0]).toBe("row 0");
  expect(rows.length).toBeLessThan(1_000);
  expect(session.ports.spills.texts.get(truncated.spill)).toContain("row 4999");
  expect(estimateTokens(session.result("s1c0").text)).toBeLessThanOrEqual(2_000);
});

test("of very many calls the receipt keeps those that did not go well, and still parses", async () => {
  const session = running(async ({ call }) => {
    for (let n = 0; n < 600; n += 1) await call(n === 500 ? "nothing" : "get_goal").catch(failure);
    return "done";
  });
  await session.session.send("Go");
  const { calls, calls_left_out: left, return: said } = receipt(session);
  expect(said).toBe("done");
  expect(calls.at(-1)).toMatchObject({ seq: 501, tool: "nothing", status: "refused" });
  expect(calls.length + left).toBe(600);
  expect(details(session).calls).toHaveLength(600);
});
