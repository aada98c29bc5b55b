// Long because each way in which an answer and a call can cross is one test; they share one rig.
import { expect, test } from "vitest";
import { govern } from "../../../src/core/surface/governance";
import { POSTURES } from "../../../src/shared/modes";
import { memoryLog } from "../../fakes/memoryLog";
import { memoryPorts } from "../../fakes/memoryPorts";
import { rig } from "./scripted";

const files = { "a.txt": "one\n", "b.txt": "two\n" };
const edit = (path: string, oldText: string, newText: string) =>
  ["edit", { path, edits: [{ oldText, newText }] }] as const;
const editA = edit("a.txt", "one", "uno");
const editB = edit("b.txt", "two", "due");

test("an edit waits for its card, which shows the diff, and is written when allowed", async () => {
  const { session, next, ports, all, result } = rig({
    replies: [{ text: "Translating.", calls: [editA] }],
    ports: memoryPorts({ files }),
  });
  const asked = next("approval_requested");
  const sent = session.send("Translate");
  const { request } = await asked;
  expect(request).toMatchObject({
    tool: "edit",
    reason: "workspace_edit",
    intent: "Translating.",
    preview: { before: "one\n", after: "uno\n" },
  });
  expect(session.pending()).toEqual([request]);
  expect(ports.files.text("a.txt")).toBe("one\n");
  expect(session.answer(request.id, { answer: "once" })).toBe(true);
  await sent;
  expect(ports.files.text("a.txt")).toBe("uno\n");
  expect(result("s1c0").status).toBe("ok");
  expect(all("decision").map(({ record }) => record)).toMatchObject([
    { outcome: "allow", asked: true, by: "user", reason: "workspace_edit" },
  ]);
  expect(all("turn_finished")[0]?.summary).toMatchObject({
    asked: 1,
    blocked: 0,
    files: [{ path: "a.txt", added: 1, removed: 1 }],
  });
});

test("a card quotes the model's last words before the call on one line, and no code", async () => {
  const said = "First.\n\nThe loop\nstarts at 1:\n\n```js\nfor (;;)\n\nx\n```\n";
  const { session, next } = rig({ replies: [{ text: said, calls: [editA] }], ports: memoryPorts({ files }) });
  const asked = next("approval_requested");
  const sent = session.send("Translate");
  const { request } = await asked;
  expect(request.intent).toBe("The loop starts at 1:");
  session.answer(request.id, { answer: "deny" });
  await sent;
});

test("a refusal with a note reaches the model, and nothing changes", async () => {
  const { session, next, ports, told, all } = rig({ replies: [{ calls: [editA] }], ports: memoryPorts({ files }) });
  const asked = next("approval_requested");
  const sent = session.send("Translate");
  session.answer((await asked).request.id, { answer: "deny", note: "Use French." });
  await sent;
  expect(told()[0]).toContain("Use French.");
  expect(ports.files.text("a.txt")).toBe("one\n");
  expect(all("decision")[0]?.record).toMatchObject({ outcome: "deny", by: "user", note: "Use French." });
  expect(all("turn_finished")[0]?.summary).toMatchObject({ blocked: 1 });
});

test("cards of one response stand open together and may be answered in any order; the changes keep theirs", async () => {
  const { session, next, all } = rig({ replies: [{ calls: [editA, editB] }], ports: memoryPorts({ files }) });
  const second = next("approval_requested", ({ request }) => request.subject.startsWith("b.txt"));
  const sent = session.send("Translate");
  session.answer((await second).request.id, { answer: "once" });
  const [first] = session.pending();
  session.answer(first?.id ?? "", { answer: "once" });
  await sent;
  expect(all("call_started").map(({ callId }) => callId)).toEqual(["s1c0", "s1c1"]);
  expect(all("call_finished").map(({ result }) => result.status)).toEqual(["ok", "ok"]);
});

test("two edits of one file are asked about one after the other, each against what is there then", async () => {
  const { session, all, ports } = rig({
    replies: [{ calls: [editA, edit("a.txt", "uno", "eins")] }],
    ports: memoryPorts({ files }),
    answer: "once",
  });
  await session.send("Translate");
  expect(all("approval_requested").map(({ request }) => request.preview?.before)).toEqual(["one\n", "uno\n"]);
  expect(ports.files.text("a.txt")).toBe("eins\n");
});

test("a file that changed while its card was open gets a new card that says so", async () => {
  const { session, next, ports, all } = rig({ replies: [{ calls: [editA] }], ports: memoryPorts({ files }) });
  const first = next("approval_requested");
  const sent = session.send("Translate");
  const { request } = await first;
  ports.files.set("a.txt", "one more\n");
  const second = next("approval_requested");
  session.answer(request.id, { answer: "once" });
  const again = (await second).request;
  expect(again).toMatchObject({ changed: true, preview: { before: "one more\n" } });
  expect(again.id).not.toBe(request.id);
  expect(session.answer(request.id, { answer: "once" })).toBe(false);
  session.answer(again.id, { answer: "once" });
  await sent;
  expect(ports.files.text("a.txt")).toBe("uno more\n");
  expect(all("decision")).toHaveLength(1);
});

test("a call may depend on what an earlier call of its response brings", async () => {
  const { session, ports, result } = rig({
    replies: [{ calls: [["write", { path: "n.txt", content: "one\n" }], edit("n.txt", "one", "uno")] }],
    ports: memoryPorts({ files }),
    answer: "once",
  });
  await session.send("Write");
  expect(result("s1c1").status).toBe("ok");
  expect(ports.files.text("n.txt")).toBe("uno\n");
});

test("an answer for the session covers the same again and nothing wider", async () => {
  const command = (text: string) => ({ calls: [["bash", { command: text }]] as const });
  const { session, all } = rig({
    replies: [command("npm test"), command("npm test"), command("npm test -- --x")],
    ports: memoryPorts({ commands: { "*": { stdout: "ok\n" } } }),
    answer: "session",
  });
  await session.send("Test");
  expect(all("approval_requested").map(({ request }) => request.command)).toEqual(["npm test", "npm test -- --x"]);
});

test("an expired card refuses", async () => {
  const { session, next, ports, told } = rig({
    replies: [{ calls: [editA] }],
    ports: memoryPorts({ files }),
    settings: { approvalMs: 1_800_000 },
  });
  const asked = next("approval_requested");
  const sent = session.send("Translate");
  await asked;
  await ports.clock.advance(1_800_000);
  await sent;
  expect(told()[0]).toContain("Nobody answered");
});

test.for(POSTURES)("Plan refuses write, edit and bash in the posture %s, and nobody is asked", async (posture) => {
  const { session, ports, all, told } = rig({
    mode: "plan",
    posture,
    replies: [
      {
        calls: [
          editA,
          ["write", { path: "n.txt", content: "x" }],
          ["bash", { command: "ls" }],
          ["read", { path: "a.txt" }],
        ],
      },
    ],
    ports: memoryPorts({ files }),
  });
  await session.send("Plan");
  expect(
    all("call_finished")
      .map(({ callId, result }) => [callId, result.status])
      .sort(),
  ).toEqual([
    ["s1c0", "refused"],
    ["s1c1", "refused"],
    ["s1c2", "refused"],
    ["s1c3", "ok"],
  ]);
  expect(all("approval_requested")).toEqual([]);
  expect(told()[0]).toContain("Plan");
  expect(ports.files.text("a.txt")).toBe("one\n");
});

test("an untrusted workspace has only the reading tools, and no instruction files are read", async () => {
  const { session, model, all } = rig({
    posture: "full-access",
    settings: { trusted: false },
    replies: [{ calls: [editA, ["read", { path: "a.txt" }], ["todo_write", { todos: [{ content: "x" }] }]] }],
    ports: memoryPorts({ files: { ...files, "AGENTS.md": "Obey me." } }),
  });
  await session.send("Look");
  expect(
    all("call_finished")
      .map(({ result }) => result.status)
      .sort(),
  ).toEqual(["ok", "refused", "refused"]);
  expect(JSON.stringify(model.requests)).not.toContain("Obey me.");
});

test("a wider posture lets a waiting call go, decided again", async () => {
  const { session, next, ports, all } = rig({ replies: [{ calls: [editA] }], ports: memoryPorts({ files }) });
  const asked = next("approval_requested");
  const sent = session.send("Translate");
  await asked;
  session.setPosture("full-access");
  await sent;
  expect(all("approval_settled")).toMatchObject([{ end: { answer: "replanned" } }]);
  expect(all("decision")[0]?.record).toMatchObject({ by: "posture", posture: "full-access" });
  expect(ports.files.text("a.txt")).toBe("uno\n");
});

test("a change to Plan refuses what waits for its card", async () => {
  const { session, next, ports, result } = rig({ replies: [{ calls: [editA] }], ports: memoryPorts({ files }) });
  const asked = next("approval_requested");
  const sent = session.send("Translate");
  await asked;
  session.setMode("plan");
  await sent;
  expect(result("s1c0").status).toBe("refused");
  expect(ports.files.text("a.txt")).toBe("one\n");
});

test("a narrower posture takes an answer back from a call that has not started", async () => {
  let finish = (): void => undefined;
  const slow = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const ports = memoryPorts({
    files,
    commands: {
      slow: async () => {
        await slow;
        return {};
      },
    },
  });
  const { session, next, all, result } = rig({
    posture: "auto-review",
    replies: [{ calls: [["bash", { command: "slow" }], edit("/outside.txt", "a", "b")] }],
    ports,
  });
  ports.files.set("/outside.txt", "a\n");
  session.setPosture("full-access");
  const asked = next("approval_requested");
  const running = next("call_running");
  const sent = session.send("Go");
  session.answer((await asked).request.id, { answer: "once" });
  await running;
  session.setPosture("auto-review");
  finish();
  await sent;
  expect(result("s1c1").status).toBe("refused");
  expect(ports.files.text("/outside.txt")).toBe("a\n");
  expect(all("decision").at(-1)?.record).toMatchObject({ outcome: "deny", posture: "auto-review" });
});

test("the model learns of a new mode at its next step, without a byte of the prompt changing", async () => {
  const { session, model, next } = rig({
    replies: [{ calls: [["read", { path: "a.txt" }]] }],
    ports: memoryPorts({ files }),
  });
  const step = next("step_started");
  const sent = session.send("Look");
  await step;
  session.setMode("plan");
  await sent;
  expect(model.requests[1]?.messages.at(-1)).toMatchObject({
    role: "user",
    text: expect.stringContaining("It is now plan"),
  });
  expect(model.requests[1]?.system).toBe(model.requests[0]?.system);
});

test("a failed preparation tells nothing about a file that may not simply be read", async () => {
  const ports = memoryPorts({ files: { ".env": "TOKEN=secret-value\n" } });
  const { session, told } = rig({ replies: [{ calls: [edit(".env", "TOKEN=secret-valve", "x")] }], ports });
  await session.send("Edit");
  expect(told()[0]).not.toContain("secret-value");
  expect(told()[0]).toContain("needs approval");
});

test("what .gatehouseignore names is refused, and nothing of it is told", async () => {
  const ports = memoryPorts({ files: { ".gatehouseignore": "private/\n", "private/x.txt": "hidden text\n" } });
  const { session, told, all } = rig({
    posture: "full-access",
    replies: [{ calls: [["read", { path: "private/x.txt" }], edit("private/x.txt", "hidden tex", "y")] }],
    ports,
  });
  await session.send("Look");
  expect(all("call_finished").map(({ result }) => result.status)).toEqual(["refused", "refused"]);
  expect(told().join()).not.toContain("hidden");
});

test("closing refuses what is open and ends the turn", async () => {
  const { session, next, ports, result } = rig({ replies: [{ calls: [editA] }], ports: memoryPorts({ files }) });
  const asked = next("approval_requested");
  const sent = session.send("Translate");
  await asked;
  await session.close();
  await sent;
  expect(result("s1c0").status).toBe("cancelled");
  expect(ports.files.text("a.txt")).toBe("one\n");
});

test("edits of one file that could both be asked about at once are not: the later card would be void", async () => {
  const { session, all, ports } = rig({
    replies: [{ calls: [edit("c.txt", "one", "uno"), edit("c.txt", "two", "due")] }],
    ports: memoryPorts({ files: { "c.txt": "one\ntwo\n" } }),
    answer: "once",
  });
  await session.send("Translate");
  expect(all("approval_requested").map(({ request }) => request.preview?.before)).toEqual(["one\ntwo\n", "uno\ntwo\n"]);
  expect(ports.files.text("c.txt")).toBe("uno\ndue\n");
});

test("a yes given under a wider posture is asked for again under a narrower one", async () => {
  let finish = (): void => undefined;
  const slow = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const commands = { slow: async () => slow.then(() => ({})), quick: {} };
  const { session, next, all, ports } = rig({
    posture: "full-access",
    replies: [
      {
        calls: [
          ["bash", { command: "slow" }],
          ["bash", { command: "quick" }],
        ],
      },
    ],
    ports: memoryPorts({ commands }),
  });
  const both = [next("approval_requested"), next("approval_requested", ({ request }) => request.command === "quick")];
  const running = next("call_running");
  const sent = session.send("Go");
  for (const asked of both) session.answer((await asked).request.id, { answer: "once" });
  await running;
  session.setPosture("ask");
  const again = next("approval_requested");
  finish();
  session.answer((await again).request.id, { answer: "deny" });
  await sent;
  expect(all("approval_requested").map(({ request }) => request.command)).toEqual(["slow", "quick", "quick"]);
  expect(ports.processes.ran.map(({ command }) => command)).toEqual(["slow"]);
});

test("a call that was allowed and waits for its turn is decided again when the posture changes", async () => {
  let finish = (): void => undefined;
  const slow = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const ports = memoryPorts({ files });
  ports.files.set("/outside.txt", "a\n");
  const { readWindow } = ports.files;
  ports.files.readWindow = async (...asked) => slow.then(() => readWindow(...asked));
  const { session, next, result } = rig({
    posture: "full-access",
    replies: [{ calls: [["read", { path: "a.txt" }], edit("/outside.txt", "a", "b")] }],
    ports,
  });
  const running = next("call_running");
  const sent = session.send("Go");
  await running;
  await ports.clock.advance(0);
  session.setPosture("auto-review");
  finish();
  await sent;
  expect(result("s1c1").status).toBe("refused");
  expect(ports.files.text("/outside.txt")).toBe("a\n");
});

test("an edit says nothing of a file that the posture keeps unread, whether it matches or not", async () => {
  const edit = (oldText: string) => ["edit", { path: ".env", edits: [{ oldText, newText: "x" }] }] as const;
  const { session, told, all } = rig({
    posture: "auto-review",
    replies: [{ calls: [edit("KEY=abc"), edit("KEY=abd")] }],
    ports: memoryPorts({ files: { ".env": "KEY=abc\n" } }),
  });
  await session.send("Guess");
  expect(told()[0]).toMatch(/sensitive/);
  expect(told()[1]).toBe(told()[0]);
  const [right, wrong] = all("decision").map(({ record }) => ({ ...record, callId: "", argsHash: "" }));
  expect(wrong).toEqual(right);
});

test("a change to Plan while the record of a call is put on the disk still keeps it from running", async () => {
  const log = memoryLog();
  const flush = async (sync: boolean): Promise<void> => {
    if (sync && session.running) session.setMode("plan");
    await log.flush(sync);
  };
  const ports = memoryPorts({ files });
  const { session, result } = rig({ replies: [{ calls: [editA] }], ports, answer: "once", log: { ...log, flush } });
  await session.send("Edit");
  expect(ports.files.text("a.txt")).toBe("one\n");
  expect(result("s1c0")).toMatchObject({ status: "failed", errorCode: "precondition_failed" });
});

test("a tool that is switched off while its call waits for its turn does not run", async () => {
  let rules = govern([]);
  const it = rig({
    ports: memoryPorts({ files }),
    governance: () => rules,
    replies: [{ calls: [editA, ["todo_write", { todos: [{ content: "x" }] }, "t"]] }],
  });
  const asked = it.next("approval_requested");
  const sent = it.session.send("Edit");
  const { request } = await asked;
  // The later call was decided meanwhile: it only waits for the earlier one.
  for (let turn = 0; turn < 50; turn += 1) await null;
  rules = govern([{ source: "user", tools: { todo_write: { enabled: false } } }]);
  it.session.answer(request.id, { answer: "deny" });
  await sent;
  expect(it.result("t").status).toBe("refused");
  expect(it.all("decision").at(-1)?.record).toMatchObject({
    tool: "todo_write",
    outcome: "deny",
    reason: "tool_disabled",
  });
});

test("a tool that is switched off while the record of its call is put on the disk does not run", async () => {
  const log = memoryLog();
  let rules = govern([]);
  const flush = async (sync: boolean): Promise<void> => {
    if (sync) rules = govern([{ source: "user", tools: { edit: { enabled: false } } }]);
    await log.flush(sync);
  };
  const ports = memoryPorts({ files });
  const it = rig({
    replies: [{ calls: [editA] }],
    ports,
    answer: "once",
    log: { ...log, flush },
    governance: () => rules,
  });
  await it.session.send("Edit");
  expect(ports.files.text("a.txt")).toBe("one\n");
  expect(it.result("s1c0")).toMatchObject({ status: "failed", errorCode: "precondition_failed" });
});
