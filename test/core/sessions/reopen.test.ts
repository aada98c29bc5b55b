import { expect, test } from "vitest";
import type { Message } from "../../../src/core/models/model";
import type { StoredEvent } from "../../../src/core/progress/events";
import { isInterrupted } from "../../../src/core/sessions/recover";
import { replay } from "../../../src/core/sessions/replay";
import { memoryPorts } from "../../fakes/memoryPorts";
import { linesOf, rig } from "../engine/scripted";

/** A session with everything in it: parallel reads, an edit, a command, todos, a notice, steering, a second turn. */
async function recorded(): Promise<readonly StoredEvent[]> {
  let go = (): void => undefined;
  const wait = new Promise<void>((resolve) => {
    go = resolve;
  });
  const { session, next, log } = rig({
    replies: [
      {
        text: "Reading.",
        wait,
        calls: [
          ["read", { path: "a.txt" }],
          ["read", { path: "b.txt" }],
        ],
      },
      {
        calls: [
          ["todo_write", { todos: [{ content: "Translate" }] }],
          ["edit", { path: "a.txt", edits: [{ oldText: "one", newText: "uno" }] }],
        ],
      },
      {
        text: "Testing.",
        calls: [
          ["bash", { command: "make" }],
          ["bash", { command: "rm x" }],
        ],
      },
      { text: "<tool_call>read</tool_call>" },
      { text: "Done." },
      { calls: [["bash", { command: "make" }]] },
    ],
    ports: memoryPorts({ files: { "a.txt": "one\n", "b.txt": "two\n" }, commands: { "*": { stdout: "ok\n" } } }),
    answer: "once",
  });
  const delta = next("text_delta");
  const first = session.send("Translate");
  await delta;
  const steering = session.send("And test");
  await Promise.resolve();
  session.setPosture("auto-review");
  session.setPosture("ask");
  go();
  await Promise.all([first, steering]);
  await session.send("Once more");
  return log.events;
}

/** What a provider demands: each call of an assistant message has its result right after it, once. */
function expectValid(messages: readonly Message[]): void {
  const open: string[] = [];
  for (const message of messages) {
    if (message.role === "tool") expect(open.shift()).toBe(message.callId);
    else expect(open).toEqual([]);
    if (message.role === "assistant") open.push(...message.calls.map((call) => call.id));
  }
  expect(open).toEqual([]);
}

test("a host killed at any record leaves a session that can go on, and nothing runs again", async () => {
  const events = await recorded();
  expect(events.length).toBeGreaterThan(30);
  for (let cut = 1; cut < events.length; cut++) {
    const stored = events.slice(0, cut);
    const ports = memoryPorts({ files: { "a.txt": "one\n" }, commands: { "*": {} } });
    const { session, model, log } = rig({ stored, ports });
    await session.send("Go on");
    expectValid(model.requests[0]?.messages ?? []);
    expect(ports.processes.ran).toEqual([]);
    expect(ports.files.text("a.txt")).toBe("one\n");
    expect(log.events.slice(0, cut)).toEqual(stored);
    expect(log.events.filter((event) => event.type === "turn_started").length).toBe(
      log.events.filter((event) => event.type === "turn_finished").length,
    );
  }
});

test("what was closed once is not closed again", async () => {
  const events = (await recorded()).slice(0, 20);
  const first = rig({ stored: events });
  const second = rig({ stored: first.log.events });
  expect(first.log.events.length).toBeGreaterThan(20);
  expect(second.log.events).toEqual(first.log.events);
});

test("an interrupted call says whether it had started", async () => {
  const events = await recorded();
  const started = events.findIndex((event) => event.type === "call_started" && event.tool === "bash");
  const { events: appended } = rig({ stored: events.slice(0, started + 1) });
  const results = appended.flatMap((event) => (event.type === "call_finished" ? [event.result] : []));
  expect(results.every(isInterrupted)).toBe(true);
  expect(results.map(({ text }) => /before this call ran/.test(text))).toEqual([false, true]);
  expect(appended.at(-1)).toMatchObject({ type: "turn_finished", summary: { end: "interrupted" } });
});

test("the state of a session is what its events tell", async () => {
  const state = replay(linesOf(await recorded()));
  expect(state).toMatchObject({
    title: "Translate",
    mode: "work",
    posture: "ask",
    model: "test/model",
    queued: [],
    openTurn: undefined,
  });
  expect(state.todos).toMatchObject([{ content: "Translate" }]);
  expect([...state.files]).toEqual([["a.txt", { added: 1, removed: 1 }]]);
});

test("a message that waited when the host was killed stands before the next one", async () => {
  const events = await recorded();
  const waiting = events.findIndex((event) => event.type === "user_message" && event.steering);
  const { session, model } = rig({ stored: events.slice(0, waiting + 1) });
  await session.send("Go on");
  const texts = model.requests[0]?.messages.map(({ text }) => text.split("\n")[0]);
  expect(texts).toEqual(["Translate", "And test", "Go on"]);
});

test("results that finished in another order are told in call order", () => {
  const finished = (callId: string): StoredEvent => ({
    type: "call_finished",
    turn: "t",
    callId,
    result: { status: "ok", text: callId, operationId: callId },
    ms: 1,
  });
  const calls = ["x", "y"].map((id) => ({ id, name: "read", arguments: "{}" }));
  const { messages } = replay(
    linesOf([
      { type: "assistant_message", id: "m", turn: "t", step: 1, text: "", calls },
      finished("y"),
      finished("x"),
    ]),
  );
  expect(messages.map((message) => (message.role === "tool" ? message.callId : message.role))).toEqual([
    "assistant",
    "x",
    "y",
  ]);
});

test("a log that lost any one line still gives a conversation that can go on", async () => {
  const events = await recorded();
  for (let lost = 1; lost < events.length; lost++) {
    const { session, model } = rig({ stored: events.toSpliced(lost, 1) });
    await session.send("Go on");
    expectValid(model.requests[0]?.messages ?? []);
  }
});
