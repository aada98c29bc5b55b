import { expect, test } from "vitest";
import { fakeClock } from "../../fakes/clock";
import { memoryPorts } from "../../fakes/memoryPorts";
import { rig } from "./scripted";

const files = { "a.txt": "alpha\n" };

test("broken arguments fail with what is wrong and where, and the siblings run", async () => {
  const { session, result } = rig({
    replies: [
      {
        calls: [
          ["read", '{"path": "a.txt"'],
          ["read", { path: "a.txt" }],
          ["read", { file: "a.txt" }],
        ],
      },
    ],
    ports: memoryPorts({ files }),
  });
  await session.send("Look");
  expect(result("s1c0")).toMatchObject({
    status: "failed",
    errorCode: "parse",
    text: expect.stringContaining("position"),
  });
  expect(result("s1c1")).toMatchObject({ status: "ok", text: "alpha\n" });
  expect(result("s1c2")).toMatchObject({
    status: "failed",
    errorCode: "invalid_argument",
    text: expect.stringContaining("file"),
  });
});

test("an unknown tool is not offered, and near names are suggested", async () => {
  const { session, result, all } = rig({
    replies: [
      {
        calls: [
          ["reed", { path: "a.txt" }],
          ["TodoWrite", {}],
          ["frobnicate", {}],
        ],
      },
    ],
    ports: memoryPorts({ files }),
  });
  await session.send("Look");
  expect(result("s1c0")).toMatchObject({ errorCode: "not_offered", hint: expect.stringContaining("read") });
  expect(result("s1c1")).toMatchObject({ errorCode: "not_offered", hint: expect.stringContaining("todo_write") });
  expect(result("s1c2").hint).toBe("Use one of the tools you were given.");
  expect(all("decision").map(({ record }) => record.reason)).toEqual(["unknown_tool", "unknown_tool", "unknown_tool"]);
});

test("a tool's own failure carries its code and hint to the model", async () => {
  const { session, told } = rig({
    replies: [{ calls: [["read", { path: "none.txt" }]] }],
    ports: memoryPorts({ files }),
  });
  await session.send("Look");
  expect(told()[0]).toMatch(/^not_found: /);
});

test("a fault of Gatehouse's own is an internal error with an entry in the log", async () => {
  const ports = memoryPorts({ commands: { boom: () => Promise.reject(new TypeError("undefined is not a function")) } });
  const { session, result } = rig({ replies: [{ calls: [["bash", { command: "boom" }]] }], ports, answer: "once" });
  await session.send("Run");
  expect(result("s1c0")).toMatchObject({ status: "failed", errorCode: "internal" });
  expect(ports.log.entries.some(({ level, data }) => level === "error" && data instanceof TypeError)).toBe(true);
});

test("output streams while a command runs, ends with `closed`, and is not stored", async () => {
  const ports = memoryPorts({ commands: { make: { stdout: "compiling\n", stderr: "warning\n" } } });
  const { session, all, log } = rig({ replies: [{ calls: [["bash", { command: "make" }]] }], ports, answer: "once" });
  await session.send("Build");
  expect(all("tool_progress").map(({ text, stream, closed }) => [text, stream, closed])).toEqual([
    ["compiling\n", "stdout", false],
    ["warning\n", "stderr", false],
    ["", "info", true],
  ]);
  expect(log.events.some((event) => (event.type as string) === "tool_progress")).toBe(false);
});

test("a result is held to the limit, and the whole can be read by its handle", async () => {
  const long = Array.from({ length: 900 }, (_, n) => `line ${n} of many, with some words in it`).join("\n");
  const ports = memoryPorts({ commands: { long: { stdout: long } } });
  const { session, result, told } = rig({
    replies: [
      { calls: [["bash", { command: "long" }]] },
      (request) => {
        const last = request.messages.at(-1);
        const handle = /spill:[\w-]+/.exec(last?.role === "tool" ? last.text : "")?.[0] ?? "";
        return { calls: [["read", { path: handle, offset: 500, limit: 1 }]] };
      },
    ],
    ports,
    answer: "once",
    settings: { maxResultTokens: 1_000 },
  });
  await session.send("Run");
  expect(result("s1c0").truncated).toMatchObject({
    originalBytes: expect.any(Number),
    spill: expect.stringMatching(/^spill:/),
  });
  expect(told()[1]).toMatch(/^line 499 of many/);
});

test("the todo list is kept, told and private to the session's state", async () => {
  const { session, all } = rig({
    replies: [{ calls: [["todo_write", { todos: [{ content: "Look", status: "in_progress" }, { content: "Fix" }] }]] }],
  });
  await session.send("Plan it");
  expect(all("todos_changed")).toMatchObject([
    {
      agent: "root",
      todos: [
        { content: "Look", status: "in_progress" },
        { content: "Fix", status: "pending" },
      ],
    },
  ]);
});

test("stop gives every open call a cancelled result, and the conversation can go on", async () => {
  const stopped: string[] = [];
  const untilStopped = (request: { command: string }, _emit: unknown, signal: AbortSignal) =>
    new Promise<{ how: "stopped" }>((resolve) =>
      signal.addEventListener("abort", () => {
        stopped.push(request.command);
        resolve({ how: "stopped" });
      }),
    );
  const ports = memoryPorts({ files, commands: { first: untilStopped } });
  const { session, model, next, all, result } = rig({
    replies: [
      {
        calls: [
          ["bash", { command: "first" }],
          ["bash", { command: "second" }],
          ["read", { path: "a.txt" }],
        ],
      },
    ],
    ports,
  });
  const asked = next("approval_requested");
  const running = next("call_running");
  const sent = session.send("Run");
  session.answer((await asked).request.id, { answer: "once" });
  await running;
  session.stop();
  await sent;
  expect(stopped).toEqual(["first"]);
  expect(["s1c0", "s1c1", "s1c2"].map((id) => result(id).status)).toEqual(["cancelled", "cancelled", "cancelled"]);
  expect(ports.processes.ran.map(({ command }) => command)).toEqual(["first"]);
  expect(session.pending()).toEqual([]);
  expect(all("turn_finished")[0]?.summary.end).toBe("stopped");
  await session.send("Go on");
  expect(model.requests.at(-1)?.messages.map(({ role }) => role)).toEqual([
    "user",
    "assistant",
    "tool",
    "tool",
    "tool",
    "user",
  ]);
});

test("a call that ignores its signal is given up after a grace", async () => {
  const clock = fakeClock();
  const ports = memoryPorts({ clock, commands: { deaf: () => new Promise(() => undefined) } });
  const { session, next, result } = rig({
    replies: [{ calls: [["bash", { command: "deaf" }]] }],
    ports,
    answer: "once",
  });
  const running = next("call_running");
  const sent = session.send("Run");
  await running;
  session.stop();
  await clock.advance(3_000);
  await sent;
  expect(result("s1c0")).toMatchObject({ status: "cancelled", text: expect.stringContaining("may have done part") });
});

test("stop while the model speaks keeps what it said and asks nothing more", async () => {
  const { session, model, next, log } = rig({ replies: [{ text: "I was say", hang: true }] });
  const delta = next("text_delta");
  const sent = session.send("Talk");
  await delta;
  session.stop();
  await sent;
  expect(model.requests).toHaveLength(1);
  expect(log.events.slice(-2)).toMatchObject([
    { type: "assistant_message", text: "I was say", calls: [] },
    { type: "turn_finished", summary: { end: "stopped" } },
  ]);
});

test("a message sent during a turn joins at the next step", async () => {
  let go = (): void => undefined;
  const wait = new Promise<void>((resolve) => {
    go = resolve;
  });
  const { session, model, next, all } = rig({
    replies: [{ text: "Reading.", wait, calls: [["read", { path: "a.txt" }]] }],
    ports: memoryPorts({ files }),
  });
  const delta = next("text_delta");
  const first = session.send("Look");
  await delta;
  const second = session.send("And be quick");
  await Promise.resolve();
  go();
  await Promise.all([first, second]);
  expect(model.requests).toHaveLength(2);
  expect(model.requests[1]?.messages.map(({ role }) => role)).toEqual(["user", "assistant", "tool", "user"]);
  expect(model.requests[1]?.messages[3]).toMatchObject({ text: expect.stringMatching(/^And be quick/) });
  expect(all("turn_finished")).toHaveLength(1);
});

test("a message sent while the last answer comes gets an answer of its own in the same turn", async () => {
  let go = (): void => undefined;
  const wait = new Promise<void>((resolve) => {
    go = resolve;
  });
  const { session, model, next, all } = rig({ replies: [{ text: "All done", wait }, { text: "That too." }] });
  const delta = next("text_delta");
  const first = session.send("Look");
  await delta;
  const second = session.send("One more thing");
  await Promise.resolve();
  go();
  await Promise.all([first, second]);
  expect(model.requests).toHaveLength(2);
  expect(all("turn_finished")).toHaveLength(1);
});

test("a message that waits when the turn is stopped stays in the conversation", async () => {
  const { session, model, next } = rig({ replies: [{ text: "Hm", hang: true }] });
  const delta = next("text_delta");
  const first = session.send("Look");
  await delta;
  const second = session.send("Wait, not that");
  await Promise.resolve();
  session.stop();
  await Promise.all([first, second]);
  await session.send("This");
  expect(model.requests[1]?.messages.map((message) => [message.role, message.text.split("\n")[0]])).toEqual([
    ["user", "Look"],
    ["assistant", "Hm"],
    ["user", "Wait, not that"],
    ["user", "This"],
  ]);
});

test("a write that was done when the user stopped counts among what the turn changed", async () => {
  const ports = memoryPorts({ files });
  const write: typeof ports.files.write = async (...args) => {
    const written = await ports.files.write(...args);
    session.stop();
    return written;
  };
  const calls = [["write", { path: "a.txt", content: "beta\n" }]] as const;
  const all = { ...ports, files: { ...ports.files, write } };
  const { session, result, all: events } = rig({ replies: [{ calls }], ports: all, answer: "once" });
  await session.send("Write");
  expect(result("s1c0").status).toBe("cancelled");
  expect(events("turn_finished")[0]?.summary.files).toEqual([{ path: "a.txt", added: 1, removed: 1 }]);
});
