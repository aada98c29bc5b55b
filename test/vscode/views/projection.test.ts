// Long because each kind of event has its test, against one projection.
import { describe, expect, test } from "vitest";
import type { EngineEvent, StoredEvent, TurnSummary } from "../../../src/core/progress/events";
import type { ApprovalRequest } from "../../../src/shared/approval";
import type { ChatOp, ChatState, ChatStatus } from "../../../src/shared/messages/chat";
import type { CallItem } from "../../../src/shared/messages/chatItems";
import { ChatProjection } from "../../../src/vscode/views/projection";

const STATUS: ChatStatus = {
  sessionId: undefined,
  title: "",
  running: false,
  mode: "work",
  posture: "ask",
  trusted: true,
  hasFolder: true,
  readOnly: false,
  model: undefined,
  tokens: 0,
};

const SUMMARY: TurnSummary = {
  end: "completed",
  files: [{ path: "a.ts", added: 1, removed: 2 }],
  steps: 1,
  calls: 1,
  asked: 1,
  blocked: 0,
  ms: 5,
  inputTokens: 10,
  outputTokens: 2,
};

const REQUEST: ApprovalRequest = {
  id: "r1",
  session: "s1",
  agent: "root",
  callId: "c1",
  tool: "edit",
  title: "Edit",
  subject: "a.ts",
  preview: {
    kind: "diff",
    path: "a.ts",
    created: false,
    added: 1,
    removed: 1,
    unified: "-a\n+b",
    before: "a",
    after: "b",
  },
  paths: [],
  layer: "tier",
  reason: "workspace_edit",
  intent: "",
  choices: ["once", "deny"],
  expiresAt: 1,
};

const CALL = { callId: "c1", tool: "bash", title: "Run", subject: "ls", renderer: "terminal" };
const ok = (text: string) => ({ status: "ok" as const, text, operationId: "c1" });

/** A whole turn with a question in it, as the engine tells it. */
const TURN: readonly EngineEvent[] = [
  {
    type: "session_started",
    id: "s1",
    title: "List files",
    mode: "work",
    posture: "ask",
    system: "",
    instructions: [],
  },
  { type: "user_message", id: "u1", turn: "t1", text: "list", context: "time: now", steering: false },
  { type: "turn_started", turn: "t1" },
  { type: "step_started", turn: "t1", step: 1 },
  { type: "text_delta", turn: "t1", step: 1, text: "I " },
  { type: "text_delta", turn: "t1", step: 1, text: "look." },
  {
    type: "assistant_message",
    id: "a1",
    turn: "t1",
    step: 1,
    text: "I look.",
    calls: [{ id: "c1", name: "bash", arguments: '{"command":"ls"}' }],
  },
  { type: "call_waiting", ...CALL },
  { type: "approval_requested", request: REQUEST },
  { type: "approval_settled", id: "r1", callId: "c1", end: { answer: "once" } },
  { type: "call_started", turn: "t1", ...CALL },
  { type: "call_running", callId: "c1" },
  { type: "tool_progress", session_id: "s1", tool_call_id: "c1", text: "a\n", stream: "stdout", closed: false, ts: 1 },
  { type: "tool_progress", session_id: "s1", tool_call_id: "c1", text: "b\n", stream: "stdout", closed: false, ts: 2 },
  { type: "call_finished", turn: "t1", callId: "c1", result: ok("a\nb\nexit 0"), ms: 12 },
  { type: "turn_finished", turn: "t1", summary: SUMMARY },
];

const LIVE = new Set<EngineEvent["type"]>([
  "step_started",
  "text_delta",
  "reasoning_delta",
  "step_restarted",
  "call_growing",
  "call_waiting",
  "call_running",
  "approval_requested",
  "approval_settled",
  "tool_progress",
  "usage",
]);

function shown(events: readonly EngineEvent[], status = STATUS): ChatProjection {
  const projection = new ChatProjection(status);
  for (const event of events) projection.apply(event, 1_000);
  return projection;
}

/** What a view makes of the operations: the contract of `ChatOp`. */
function drawn(ops: readonly ChatOp[]): Pick<ChatState, "items" | "approvals" | "todos"> {
  let items: ChatState["items"] = [];
  let rest: Pick<ChatState, "approvals" | "todos"> = { approvals: [], todos: [] };
  for (const op of ops) {
    if (op.op === "item") {
      const known = items.some(({ id }) => id === op.item.id);
      items = known ? items.map((item) => (item.id === op.item.id ? op.item : item)) : [...items, op.item];
    } else if (op.op === "drop") items = items.filter(({ id }) => id !== op.id);
    else if (op.op === "text")
      items = items.map((item) =>
        item.id === op.id && item.kind === "assistant" ? { ...item, text: item.text + op.text } : item,
      );
    else if (op.op === "output")
      items = items.map((item) =>
        item.id === op.id && item.kind === "call" ? { ...item, output: (item.output ?? "") + op.text } : item,
      );
    else if (op.op === "approvals") rest = { ...rest, approvals: op.approvals };
    else if (op.op === "todos") rest = { ...rest, todos: op.todos };
  }
  return { items, ...rest };
}

const call = (projection: ChatProjection, id = "c1") => projection.item(id) as CallItem;

describe("a turn", () => {
  test("reads as message, text, call and end", () => {
    expect(
      shown(TURN)
        .state()
        .items.map(({ kind }) => kind),
    ).toEqual(["user", "assistant", "call", "turn"]);
  });

  test("a view that applies every operation shows what a snapshot shows", () => {
    const projection = new ChatProjection(STATUS);
    for (const event of TURN) {
      const before = projection.state();
      const seen = drawn([
        ...before.items.map((item) => ({ op: "item" as const, item })),
        { op: "approvals", approvals: before.approvals },
        ...projection.apply(event, 1_000),
      ]);
      const { items, approvals } = projection.state();
      expect(seen.items).toEqual(items);
      expect(seen.approvals).toEqual(approvals);
    }
  });

  test("looks the same when it is read back from the log", () => {
    const stored = TURN.filter((event): event is StoredEvent => !LIVE.has(event.type));
    const again = shown(stored);
    again.settle();
    expect(again.state()).toEqual(shown(TURN).state());
  });

  test("a message shows what the person wrote, not what the model got besides", () => {
    expect(JSON.stringify(shown(TURN).state())).not.toContain("time: now");
  });

  test("is running until it has ended", () => {
    expect(shown(TURN.slice(0, 5)).status).toMatchObject({ running: true, turnStartedAt: 1_000 });
    expect(shown(TURN).status.running).toBe(false);
    expect(shown(TURN).status.turnStartedAt).toBeUndefined();
  });
});

describe("a call", () => {
  test("shows its live output, and its result alone once it has ended", () => {
    expect(call(shown(TURN.slice(0, 14)))).toMatchObject({ state: "running", output: "a\nb\n" });
    expect(call(shown(TURN))).toMatchObject({ state: "ok", text: "a\nb\nexit 0", ms: 12 });
    expect(call(shown(TURN)).output).toBeUndefined();
  });

  test("keeps the end of a long output, from the start of a line", () => {
    const text = `${"x".repeat(999)}\n`;
    const flood = Array.from(
      { length: 100 },
      (): EngineEvent => ({
        type: "tool_progress",
        session_id: "s1",
        tool_call_id: "c1",
        text,
        stream: "stdout",
        closed: false,
        ts: 1,
      }),
    );
    const output = call(shown([...TURN.slice(0, 12), ...flood])).output ?? "";
    expect(output.length).toBeLessThanOrEqual(65_536);
    expect(output).toMatch(/^x{999}\n/);
  });

  test("that never came as far as a start still has its card, with what it was about", () => {
    const refused = { status: "refused" as const, text: "no", operationId: "c1", errorCode: "denied" as const };
    const events: EngineEvent[] = [
      ...TURN.slice(0, 7),
      { type: "call_finished", turn: "t1", callId: "c1", result: refused, ms: 0 },
    ];
    expect(call(shown(events))).toMatchObject({
      tool: "bash",
      title: "Run",
      subject: "ls",
      renderer: "terminal",
      state: "refused",
      text: "no",
      errorCode: "denied",
    });
  });

  const record = {
    ts: 1,
    session: "s1",
    agent: "root",
    callId: "c1",
    tool: "bash",
    subject: "ls",
    argsHash: "",
    mode: "work",
    posture: "ask",
    outcome: "deny",
    asked: true,
    by: "user",
    layer: "tier",
    reason: "shell_unanalysed",
    note: "not now",
  } as const;
  const decision = { outcome: "deny", by: "user", layer: "tier", reason: "shell_unanalysed", note: "not now" };

  test("tells why it was decided as it was", () => {
    expect(call(shown([...TURN.slice(0, 9), { type: "decision", record }])).decision).toEqual(decision);
  });

  test("tells what Auto-Review said of it, and while it is asked that it is", () => {
    const review = { risk: "low", reason: "It reads.", model: "M", inputTokens: 9, outputTokens: 3, ms: 5 } as const;
    const waiting = TURN.slice(
      0,
      TURN.findIndex(({ type }) => type === "call_started"),
    );
    const asked: EngineEvent[] = [...waiting, { type: "call_reviewing", callId: "c1" }];
    const decided: EngineEvent = { type: "decision", record: { ...record, outcome: "allow", by: "guardian", review } };
    expect(call(shown(asked)).reviewing).toBe(true);
    const item = call(shown([...asked, decided]));
    expect(item.reviewing).toBeUndefined();
    expect(item.decision).toMatchObject({ by: "guardian", review });
  });

  test("tells it too when it was decided before anything of it was shown", () => {
    const said = TURN.filter(({ type }) => type === "session_started" || type === "assistant_message");
    const result = { status: "refused" as const, text: "denied: no", operationId: "c1" };
    const refused: EngineEvent = { type: "call_finished", turn: "t1", callId: "c1", result, ms: 0 };
    const item = call(shown([...said, { type: "decision", record }, refused]));
    expect(item).toMatchObject({ title: "Run", subject: "ls", state: "refused", decision });
  });

  test("that was open when its host ended is interrupted", () => {
    const interrupted = {
      status: "cancelled" as const,
      text: "interrupted: the host ended while this call ran.",
      operationId: "c1",
    };
    const events: EngineEvent[] = [
      ...TURN.slice(0, 12),
      { type: "call_finished", turn: "t1", callId: "c1", result: interrupted, ms: 0 },
    ];
    expect(call(shown(events))).toMatchObject({ state: "interrupted", mayHaveRun: true });
    const waiting = events.filter(({ type }) => type !== "call_started" && type !== "call_running");
    expect(call(shown(waiting))).toMatchObject({ state: "interrupted", mayHaveRun: false });
  });

  test("carries at most 64 KiB of its result", () => {
    const events: EngineEvent[] = [
      ...TURN.slice(0, 12),
      { type: "call_finished", turn: "t1", callId: "c1", result: ok("y".repeat(100_000)), ms: 0 },
    ];
    expect(call(shown(events)).text).toHaveLength(65_536);
  });
});

describe("the images of a result", () => {
  const data = `iVBORw0KGgo${"A".repeat(300_001)}`;
  const images = [
    { mime: "text/html", data },
    { mime: "image/svg+xml", data: btoa("<svg xmlns='http://www.w3.org/2000/svg'/>") },
    { mime: "image/png", data: "" },
  ];
  const finished: EngineEvent = {
    type: "call_finished",
    turn: "t1",
    callId: "c1",
    result: { ...ok("shot.png"), images },
    ms: 1,
  };

  test("are in its card as kind and size, and their data is nowhere in it, live and replayed (F77)", () => {
    const projection = shown(TURN.slice(0, 12));
    const live = projection.apply(finished, 0);
    const replayed = shown([...TURN.slice(0, 12), finished].filter(({ type }) => !LIVE.has(type)));
    for (const item of [call(projection), call(replayed)])
      expect(item.images).toEqual([{ mime: "image/png", bytes: 225_009 }, { bytes: 41 }, { bytes: 0 }]);
    for (const posted of [live, projection.state(), replayed.state()])
      expect(JSON.stringify(posted).length).toBeLessThan(10_000);
  });

  test("that a log holds in any other shape are no fault", () => {
    for (const broken of [null, 5, "x", [null, 5, {}, { data: 7 }]]) {
      const result = { ...ok("x"), images: broken as never };
      expect(call(shown([...TURN.slice(0, 12), { ...finished, result }])).text).toBe("x");
    }
  });
});

describe("what a call is given", () => {
  const asked = (renderer: string): EngineEvent[] => [
    {
      type: "assistant_message",
      id: "a1",
      turn: "t1",
      step: 1,
      text: "",
      calls: [{ id: "c1", name: "mcp_s_echo", arguments: '{"b":[1]}' }],
    },
    { type: "call_started", turn: "t1", callId: "c1", tool: "mcp_s_echo", title: "Call", subject: "s/echo", renderer },
    { type: "call_finished", turn: "t1", callId: "c1", result: ok("x"), ms: 1 },
  ];

  test("is laid out in its card when no renderer draws it", () => {
    expect(call(shown(asked("generic")))).toMatchObject({ subject: "s/echo", input: '{\n  "b": [\n    1\n  ]\n}' });
    expect(call(shown(asked("terminal")))).not.toHaveProperty("input");
  });
});

describe("an approval", () => {
  test("has its diff, but the whole texts stay on the host", () => {
    const projection = shown(TURN.slice(0, 9));
    expect(projection.state().approvals).toMatchObject([
      { id: "r1", diff: { path: "a.ts", files: 1, unified: "-a\n+b" } },
    ]);
    expect(JSON.stringify(projection.state())).not.toContain('"before"');
    expect(projection.approval("r1")?.preview?.after).toBe("b");
  });

  test("is gone once it is settled, and when the turn ends", () => {
    expect(shown(TURN.slice(0, 10)).waiting).toBe(0);
    const ended: EngineEvent = { type: "turn_finished", turn: "t1", summary: { ...SUMMARY, end: "stopped" } };
    expect(shown([...TURN.slice(0, 9), ended]).waiting).toBe(0);
  });
});

describe("a message sent during a turn", () => {
  const message = { type: "user_message", id: "u2", turn: "t1", text: "also b", context: "", steering: true } as const;

  test("waits where it was sent, then stands where it joined", () => {
    const waiting = shown([...TURN.slice(0, 6), message]);
    expect(waiting.item("u2")).toMatchObject({ queued: true });
    waiting.apply({ type: "notice", id: "n1", level: "info", code: "other", text: "!", toModel: false }, 1);
    waiting.apply(message, 1);
    expect(waiting.state().items.at(-1)).toMatchObject({ id: "u2", queued: false });
    expect(waiting.state().items.filter(({ id }) => id === "u2")).toHaveLength(1);
  });
});

test("a notice and the end of a turn keep what goes into the places of their texts", () => {
  const text = "Ended after {0} steps.";
  const notice = { type: "notice", id: "n1", level: "info", code: "other", text, args: [9], toModel: false } as const;
  const summary = { ...SUMMARY, end: "step_limit", message: text, args: [9] } as const;
  const projection = shown([notice, { type: "turn_finished", turn: "t1", summary }]);
  expect(projection.item("n1")).toMatchObject({ text, args: [9] });
  expect(projection.item("turn:t1")).toMatchObject({ message: text, args: [9] });
});

describe("a retry", () => {
  const restarted: EngineEvent = {
    type: "step_restarted",
    turn: "t1",
    step: 1,
    attempt: 2,
    maxAttempts: 8,
    waitMs: 500,
    reason: "{0} is busy.",
    args: ["It"],
  };

  test("takes back what was streamed and shows the countdown", () => {
    const projection = shown([...TURN.slice(0, 6), restarted]);
    expect(projection.state().items.map(({ kind }) => kind)).toEqual(["user"]);
    expect(projection.status.retry).toEqual({
      attempt: 2,
      maxAttempts: 8,
      until: 1_500,
      reason: "{0} is busy.",
      args: ["It"],
    });
  });

  test("is over with the first word of the next attempt", () => {
    const projection = shown([...TURN.slice(0, 6), restarted, ...TURN.slice(4, 5)]);
    expect(projection.status.retry).toBeUndefined();
    expect(projection.state().items.at(-1)).toMatchObject({ kind: "assistant", text: "I " });
  });
});

describe("without trust", () => {
  test("Plan is shown, and the mode that was chosen comes back with trust", () => {
    const projection = new ChatProjection({ ...STATUS, trusted: false });
    expect(projection.status.mode).toBe("plan");
    expect(projection.wanted.mode).toBe("work");
    expect(projection.patch({ trusted: true })).toMatchObject([{ op: "status", status: { mode: "work" } }]);
  });
});

describe("a log that ends in the middle", () => {
  test("leaves nothing that looks busy", () => {
    const projection = shown(TURN.slice(0, 13));
    projection.settle();
    expect(call(projection).state).toBe("interrupted");
    expect(projection.status.running).toBe(false);
  });
});

test("the share of the context window is known only when the window is", () => {
  const usage: EngineEvent = { type: "usage", inputTokens: 40, outputTokens: 10 };
  expect(shown([usage]).status.contextShare).toBeUndefined();
  expect(shown([{ ...usage, contextTokens: 100 }]).status).toMatchObject({ contextShare: 0.5, tokens: 50 });
});

test("a child's todo list is not the root's", () => {
  const todos = [{ id: "1", content: "x", status: "pending" as const }];
  expect(shown([{ type: "todos_changed", agent: "child", todos }]).state().todos).toEqual([]);
  expect(shown([{ type: "todos_changed", agent: "root", todos }]).state().todos).toEqual(todos);
});

test("a snapshot of a very long session carries the newest results whole and the heads of older ones", () => {
  const many = Array.from({ length: 100 }, (_, n): EngineEvent[] => [
    { type: "call_waiting", ...CALL, callId: `c${n}` },
    { type: "call_finished", turn: "t1", callId: `c${n}`, result: ok("z".repeat(60_000)), ms: 1 },
  ]).flat();
  const lengths = shown(many)
    .state()
    .items.map((item) => (item.kind === "call" ? item.text?.length : 0));
  expect(lengths.at(-1)).toBe(60_000);
  expect(lengths[0]).toBe(1_000);
});
