import { expect, test } from "vitest";
import type { Programs } from "../../../src/core/operations/programs";
import { replay } from "../../../src/core/sessions/replay";
import { fakeClock } from "../../fakes/clock";
import { memoryPorts } from "../../fakes/memoryPorts";
import { Crash, fakePrograms } from "../../fakes/programs";
import { failure, files, receipt, running } from "./running";
import { linesOf, rig } from "./scripted";

test("the user stops a program: the receipt tells what was in flight and what never ran", async () => {
  const untilStopped = (_: unknown, _emit: unknown, signal: AbortSignal) =>
    new Promise<{ how: "stopped" }>((resolve) => signal.addEventListener("abort", () => resolve({ how: "stopped" })));
  const session = running(
    ({ call }) => Promise.all([call("bash", { command: "wait" }), call("write", { path: "n.txt", content: "" })]),
    { answer: "once", memory: { commands: { wait: untilStopped } } },
  );
  const done = session.session.send("Go");
  await session.next("call_running", ({ callId }) => callId === "s1c0.1");
  session.session.stop();
  await done;
  expect(receipt(session)).toMatchObject({
    success: false,
    error: "The user stopped the turn while the program ran.",
    calls: [
      { seq: 1, tool: "bash", decision: "approved", status: "in_flight", note: "cancelled; may have run in part" },
      { seq: 2, tool: "write", decision: "refused", status: "refused" },
    ],
  });
  expect(session.result("s1c0").status).toBe("cancelled");
  expect(session.all("turn_finished")[0]?.summary.end).toBe("stopped");
});

test("at the deadline, which is the turn's, the receipt still comes; it stands still while a person is awaited", async () => {
  const clock = fakeClock();
  const session = running(
    async ({ call }) => {
      await call("write", { path: "n.txt", content: "n" });
      return call("bash", { command: "forever" });
    },
    {
      memory: { clock, commands: { forever: () => new Promise(() => undefined) } },
      settings: { maxTurnMs: 10_000 },
    },
  );
  const done = session.session.send("Go");
  const { request } = await session.next("approval_requested");
  await clock.advance(60_000);
  expect(session.all("turn_finished")).toEqual([]);
  const asked = session.next("approval_requested");
  session.session.answer(request.id, { answer: "once" });
  const second = await asked;
  const runs = session.next("call_running", ({ callId }) => callId === "s1c0.2");
  session.session.answer(second.request.id, { answer: "once" });
  await runs;
  await clock.advance(20_000);
  await done;
  expect(receipt(session)).toMatchObject({
    success: false,
    timed_out: true,
    calls: [
      { tool: "write", status: "ok" },
      { tool: "bash", status: "in_flight" },
    ],
  });
  expect(session.all("turn_finished")[0]?.summary.end).toBe("time_limit");
});

test("an exception of the program's own ends it, and what it did not wait for is stopped", async () => {
  const clock = fakeClock();
  let stopped = false;
  const hangs = (_: unknown, _emit: unknown, signal: AbortSignal) =>
    new Promise<{ how: "stopped" }>((resolve) =>
      signal.addEventListener("abort", () => {
        stopped = true;
        resolve({ how: "stopped" });
      }),
    );
  const session = running(
    async ({ call }) => {
      void call("bash", { command: "hang" }).catch(() => undefined);
      await session.next("call_running", ({ callId }) => callId === "s1c0.1");
      throw new Error("x is not a function");
    },
    { answer: "once", memory: { clock, commands: { hang: hangs } } },
  );
  await session.session.send("Go");
  expect(stopped).toBe(true);
  expect(session.result("s1c0").status).toBe("failed");
  expect(receipt(session)).toMatchObject({
    success: false,
    error: "x is not a function (line 3)",
    calls: [{ tool: "bash", status: "in_flight" }],
  });
});

test("a program whose process dies has its receipt, and the next one starts", async () => {
  const ports = {
    ...memoryPorts({ files }),
    programs: fakePrograms({
      die: async ({ call }) => {
        await call("read", { path: "a.txt" });
        throw new Crash();
      },
      one: async () => 1,
    }),
  };
  const session = rig({
    replies: [{ calls: [["execute_tools", { code: "die" }]] }, { calls: [["execute_tools", { code: "one" }]] }],
    ports,
  });
  await session.session.send("Go");
  expect(receipt(session)).toMatchObject({
    success: false,
    error: "The program's process died.",
    calls: [{ status: "ok" }],
  });
  expect(JSON.parse(session.result("s2c0").text)).toEqual({ success: true, return: 1, calls: [], log: "" });
});

test("a session that was cut off while a program ran says what was in flight, and goes on", async () => {
  const session = running(
    async ({ call }) => {
      await call("read", { path: "a.txt" });
      return call("bash", { command: "forever" });
    },
    { answer: "once", memory: { commands: { forever: () => new Promise(() => undefined) } } },
  );
  void session.session.send("Go");
  await session.next("call_running", ({ callId }) => callId === "s1c0.2");
  const cut = structuredClone(session.log.events);
  const reopened = rig({ stored: cut });
  expect(reopened.all("call_finished").map(({ callId, parent }) => [callId, parent])).toEqual([
    ["s1c0.2", "s1c0"],
    ["s1c0", undefined],
  ]);
  expect(reopened.result("s1c0").text).toContain("1 had ended, 1 were in flight (bash)");
  await reopened.session.send("Go on");
  expect(reopened.told()).toHaveLength(1);
  expect(reopened.told()[0]).toContain("interrupted: ");
});

test("a reopened session has the same conversation, files and todo list as the one that ran", async () => {
  const session = running(
    async ({ call }) => {
      await call("write", { path: "new.txt", content: "one\n" });
      await call("todo_write", { todos: [{ content: "Check" }] });
    },
    { answer: "once" },
  );
  await session.session.send("Go");
  const state = replay(linesOf(session.log.events));
  expect(state.messages.filter(({ role }) => role === "tool")).toHaveLength(1);
  expect([...state.files]).toEqual([["new.txt", { added: 1, removed: 0 }]]);
  expect(state.todos).toMatchObject([{ content: "Check" }]);
  expect(state.callIds.has("s1c0.1")).toBe(true);
  expect(state.openStep).toBeUndefined();
});

test("a call that is made after the program has ended is not made", async () => {
  let late: Promise<unknown> = Promise.resolve();
  const session = running(async ({ call }) => {
    late = Promise.resolve().then(async () => {
      await session.next("call_finished", ({ callId }) => callId === "s1c0");
      return call("read", { path: "a.txt" }).catch(failure);
    });
  });
  await session.session.send("Go");
  expect(await late).toEqual(["cancelled", "The program has ended."]);
  expect(session.all("decision")).toHaveLength(1);
});

test("a program that takes its two seconds to end still leaves its receipt, whatever its calls do", async () => {
  const clock = fakeClock();
  const made = memoryPorts({ files, clock, commands: { forever: () => new Promise(() => undefined) } });
  const programs: Programs = {
    async run(_source, _limits, host, signal) {
      void host.call("bash", JSON.stringify({ command: "forever" }));
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      await clock.sleep(2_000);
      return { how: "killed", by: "stopped", message: "stopped" };
    },
  };
  const session = rig({
    replies: [{ calls: [["execute_tools", { code: "go" }]] }],
    ports: { ...made, programs },
    answer: "once",
  });
  const done = session.session.send("Go");
  await session.next("call_running", ({ callId }) => callId === "s1c0.1");
  session.session.stop();
  await clock.advance(3_500);
  await done;
  expect(receipt(session)).toMatchObject({ success: false, calls: [{ tool: "bash", status: "in_flight" }] });
});
