import { expect, test } from "vitest";
import { ModelError } from "../../../src/core/models/model";
import { memoryPorts } from "../../fakes/memoryPorts";
import { rig, SETTINGS } from "./scripted";

const files = { "a.txt": "alpha\n", "b.txt": "beta\n", "src/sum.js": "return a - b;\n" };

test("sends the message with its context, and ends when the model calls nothing", async () => {
  const { session, model, all } = rig({ replies: [{ text: "Hello." }], ports: memoryPorts({ files }) });
  await session.send("Hi");
  expect(model.requests[0]?.messages).toHaveLength(1);
  expect(model.requests[0]?.messages[0]).toMatchObject({
    role: "user",
    text: expect.stringMatching(/^Hi\n\n<context>\n[\s\S]*mode: work\n[\s\S]*<\/context>$/),
  });
  expect(all("turn_finished")[0]?.summary).toMatchObject({ end: "completed", steps: 1, calls: 0 });
  expect(session.running).toBe(false);
});

test("reads side by side and gives the results in call order", async () => {
  const { session, model, all } = rig({
    replies: [
      {
        text: "Looking.",
        calls: [
          ["read", { path: "b.txt" }],
          ["read", { path: "a.txt" }],
        ],
      },
    ],
    ports: memoryPorts({ files }),
  });
  await session.send("Look");
  expect(model.requests[1]?.messages.slice(1)).toMatchObject([
    { role: "assistant", text: "Looking." },
    { role: "tool", callId: "s1c0", text: "beta\n" },
    { role: "tool", callId: "s1c1", text: "alpha\n" },
  ]);
  expect(all("decision").map(({ record }) => record.outcome)).toEqual(["allow", "allow"]);
});

test("each call is decided and started in the record before its result, and one with effects is on the disk first", async () => {
  const synced: number[] = [];
  const ports = memoryPorts({
    files,
    commands: {
      make: async () => {
        synced.push(log.synced);
        return {};
      },
    },
  });
  const { session, log } = rig({ replies: [{ calls: [["bash", { command: "make" }]] }], ports, answer: "once" });
  await session.send("Build");
  const types = log.events.map((event) => event.type);
  expect(types.slice(types.indexOf("decision"))).toEqual([
    "decision",
    "call_started",
    "call_finished",
    "request_prepared",
    "assistant_message",
    "turn_finished",
  ]);
  expect(synced).toEqual([types.indexOf("call_started") + 1]);
});

test("a call with effects does not run when its record can't be written", async () => {
  const { session, ports, result, log } = rig({
    replies: [{ calls: [["bash", { command: "make" }]] }],
    ports: memoryPorts({ commands: { make: {} } }),
    answer: "once",
  });
  log.flush = async () => {
    throw new Error("ENOSPC");
  };
  await session.send("Build");
  expect(ports.processes.ran).toEqual([]);
  expect(result("s1c0")).toMatchObject({ status: "failed", errorCode: "precondition_failed" });
});

test("a broken stream runs nothing, keeps what was said, and ends the turn with a notice", async () => {
  const { session, model, all, ports } = rig({
    replies: [
      {
        text: "I will",
        calls: [["write", { path: "n.txt", content: "x" }]],
        error: new ModelError("broken_stream", { text: "The connection was cut." }),
      },
      { text: "Again." },
    ],
    posture: "full-access",
  });
  await session.send("Write");
  expect(ports.files.paths()).toEqual([]);
  expect(all("call_finished")).toEqual([]);
  expect(all("turn_finished")[0]?.summary).toMatchObject({ end: "failed", message: "The connection was cut." });
  expect(all("notice")[0]).toMatchObject({ level: "error", code: "model_error" });
  await session.send("Again");
  expect(model.requests[1]?.messages.map(({ role }) => role)).toEqual(["user", "assistant", "user"]);
});

test("a stream that ends without a finish runs nothing", async () => {
  const { session, all } = rig({
    replies: [{ calls: [["write", { path: "n.txt", content: "x" }]], cut: true }],
    posture: "full-access",
  });
  await session.send("Write");
  expect(all("call_started")).toEqual([]);
  expect(all("turn_finished")[0]?.summary.end).toBe("failed");
});

test("what a void attempt said is not kept", async () => {
  const { session, log, all } = rig({ replies: [{ retries: ["Half an ans"], text: "Whole answer." }] });
  await session.send("Say");
  expect(all("step_restarted")).toMatchObject([{ step: 1, attempt: 1, reason: "overloaded" }]);
  expect(log.events.flatMap((event) => (event.type === "assistant_message" ? [event.text] : []))).toEqual([
    "Whole answer.",
  ]);
});

test("without a model the turn fails, and the message is kept", async () => {
  const r = rig({ replies: [] });
  const { createSession } = await import("../../../src/core/engine/session");
  const session = createSession({
    ports: r.ports,
    settings: () => ({ ...settings() }),
    model: () => undefined,
    log: r.log,
    listen: (event) => r.events.push(event),
  });
  await session.send("Hi");
  expect(r.all("user_message")).toHaveLength(1);
  expect(r.all("turn_finished")[0]?.summary).toMatchObject({
    end: "failed",
    message: expect.stringContaining("No model"),
  });
});

test("a call printed as text is dropped and asked for once more", async () => {
  const printed = '<tool_call>{"name":"read","arguments":{"path":"a.txt"}}</tool_call>';
  const { session, model, all, told } = rig({
    replies: [{ text: printed }, { calls: [["read", { path: "a.txt" }]] }],
    ports: memoryPorts({ files }),
  });
  await session.send("Look");
  expect(all("assistant_message").some(({ text }) => text.includes("tool_call"))).toBe(false);
  expect(all("step_restarted")).toMatchObject([{ reason: expect.stringContaining("printed a call") }]);
  expect(model.requests[1]?.messages.at(-1)).toMatchObject({
    role: "user",
    text: expect.stringContaining("printed a tool call"),
  });
  expect(told()).toEqual(["alpha\n"]);
});

test("a call printed a second time in a turn is taken as the answer", async () => {
  const printed = "[TOOL_CALLS] read";
  const { session, model, all } = rig({ replies: [{ text: printed }, { text: printed }] });
  await session.send("Look");
  expect(model.requests).toHaveLength(2);
  expect(all("turn_finished")[0]?.summary.end).toBe("completed");
});

test("an answer cut at its length goes on with a notice, and not for ever", async () => {
  const cut = { text: "Long", finish: "length" } as const;
  const { session, model, all } = rig({ replies: [cut, { text: " enough." }, cut, cut, cut] });
  await session.send("Tell");
  expect(model.requests[1]?.messages.at(-1)).toMatchObject({
    role: "user",
    text: expect.stringContaining("cut at the length limit"),
  });
  expect(all("turn_finished")[0]?.summary.end).toBe("completed");
  await session.send("Tell more");
  expect(all("turn_finished")[1]?.summary).toMatchObject({ end: "failed", steps: 3 });
});

test("a refusing provider ends the turn as failed", async () => {
  const { session, all } = rig({ replies: [{ text: "", finish: "refused" }] });
  await session.send("Tell");
  expect(all("turn_finished")[0]?.summary).toMatchObject({
    end: "failed",
    message: expect.stringContaining("refused"),
  });
});

test("a call id that was there before is replaced", async () => {
  const same = ["read", { path: "a.txt" }, "call_0"] as const;
  const { session, model } = rig({
    replies: [{ calls: [same, same] }, { calls: [same] }],
    ports: memoryPorts({ files }),
  });
  await session.send("Look");
  const ids = model.requests[2]?.messages.flatMap((message) => (message.role === "tool" ? [message.callId] : [])) ?? [];
  expect(new Set(ids).size).toBe(3);
});

test("ends at the step limit with every call answered", async () => {
  const replies = Array.from({ length: 9 }, (_, n) => ({
    calls: [["read", { path: "a.txt", offset: 1, limit: n + 1 }]] as const,
  }));
  const { session, model, all } = rig({ replies, ports: memoryPorts({ files }), settings: { maxSteps: 4 } });
  await session.send("Loop");
  expect(model.requests).toHaveLength(4);
  expect(all("turn_finished")[0]?.summary).toMatchObject({ end: "step_limit", steps: 4, calls: 4 });
});

test("the same call with the same result is noticed at three and ends the turn at five", async () => {
  const replies = Array.from({ length: 9 }, () => ({ calls: [["read", { path: "a.txt" }]] as const }));
  const { session, model, all } = rig({ replies, ports: memoryPorts({ files }) });
  await session.send("Loop");
  expect(model.requests).toHaveLength(5);
  expect(model.requests[3]?.messages.at(-1)).toMatchObject({
    role: "user",
    text: expect.stringContaining("three times in a row"),
  });
  expect(all("notice").filter(({ toModel }) => toModel)).toHaveLength(1);
  expect(all("turn_finished")[0]?.summary.end).toBe("repeated_call");
});

test("a call in between, or another result, starts the count anew", async () => {
  const a = { calls: [["read", { path: "a.txt" }]] as const };
  const b = { calls: [["read", { path: "b.txt" }]] as const };
  const { session, all } = rig({ replies: [a, a, b, a, a, b], ports: memoryPorts({ files }) });
  await session.send("Look");
  expect(all("notice")).toEqual([]);
});

test("the time limit ends the turn in the middle of a call", async () => {
  const ports = memoryPorts({ commands: { serve: stuck } });
  const { session, next, all, result } = rig({
    replies: [{ calls: [["bash", { command: "serve" }]] }],
    ports,
    answer: "once",
    settings: { maxTurnMs: 60_000 },
  });
  const started = next("call_running");
  const sent = session.send("Serve");
  await started;
  await ports.clock.advance(60_000);
  await sent;
  expect(result("s1c0").status).toBe("cancelled");
  expect(all("turn_finished")[0]?.summary).toMatchObject({
    end: "time_limit",
    message: expect.stringContaining("{0} s"),
    args: [60],
  });
});

test("time in which a person is awaited does not count", async () => {
  const ports = memoryPorts({ commands: { make: {} } });
  const { session, next, all } = rig({
    replies: [{ calls: [["bash", { command: "make" }]] }],
    ports,
    settings: { maxTurnMs: 60_000 },
  });
  const asked = next("approval_requested");
  const sent = session.send("Build");
  const { request } = await asked;
  await ports.clock.advance(20 * 60_000);
  session.answer(request.id, { answer: "once" });
  await sent;
  expect(all("turn_finished")[0]?.summary).toMatchObject({ end: "completed", ms: 20 * 60_000, asked: 1 });
});

test("a listener that throws does not end the turn", async () => {
  const r = rig({ replies: [{ text: "Hello." }] });
  const { createSession } = await import("../../../src/core/engine/session");
  const session = createSession({
    ports: r.ports,
    settings,
    model: () => r.model,
    log: r.log,
    listen: () => {
      throw new Error("view");
    },
  });
  await session.send("Hi");
  expect(r.log.events.at(-1)).toMatchObject({ type: "turn_finished", summary: { end: "completed" } });
});

const stuck = (_request: unknown, _emit: unknown, signal: AbortSignal) =>
  new Promise<{ how: "stopped" }>((resolve) => signal.addEventListener("abort", () => resolve({ how: "stopped" })));
function settings() {
  return SETTINGS;
}
