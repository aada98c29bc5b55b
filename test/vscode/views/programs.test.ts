import { describe, expect, test } from "vitest";
import type { EngineEvent } from "../../../src/core/progress/events";
import type { AuditRecord } from "../../../src/shared/approval";
import type { ChatStatus } from "../../../src/shared/messages/chat";
import type { CallItem } from "../../../src/shared/messages/chatItems";
import type { ProgramDetails, ResultEnvelope } from "../../../src/shared/results";
import { KeptTexts } from "../../../src/vscode/views/keptTexts";
import { ChatProjection } from "../../../src/vscode/views/projection";
import { createStore } from "../../../webview/chat/store";

const STATUS: ChatStatus = {
  ...{ sessionId: "s1", title: "", running: true, mode: "work", posture: "ask", trusted: true, hasFolder: true },
  ...{ readOnly: false, model: undefined, tokens: 0 },
};
const CODE = 'await tools.call("read", { path: "a.ts" });\nreturn 1;';
const PROGRAM = { callId: "p", tool: "execute_tools", title: "Run program", subject: "await", renderer: "program" };

const begun: readonly EngineEvent[] = [
  {
    type: "assistant_message",
    ...{ id: "a1", turn: "t1", step: 1, text: "" },
    calls: [{ id: "p", name: "execute_tools", arguments: JSON.stringify({ code: CODE }) }],
  },
  { type: "call_waiting", ...PROGRAM },
  { type: "call_started", turn: "t1", ...PROGRAM },
  { type: "call_running", callId: "p" },
];

const nested = (n: number, tool = "read", subject = `${n}.ts`) => ({
  ...{ callId: `p.${n}`, parent: "p", tool, title: "Read", subject, renderer: "file" },
});
const waiting = (n: number, tool?: string): EngineEvent => ({ type: "call_waiting", ...nested(n, tool) });
const started = (n: number, tool?: string): EngineEvent => ({ type: "call_started", turn: "t1", ...nested(n, tool) });
const decided = (n: number, change: Partial<AuditRecord> = {}): EngineEvent => ({
  type: "decision",
  record: {
    ...{ ts: 1, session: "s1", agent: "root", callId: `p.${n}`, program: "p", tool: "read", subject: `${n}.ts` },
    ...{ argsHash: "", mode: "work", posture: "ask", outcome: "allow", asked: false, by: "gate", layer: "tier" },
    reason: "read_inside",
    ...change,
  } as AuditRecord,
});
const finished = (n: number, result: Partial<ResultEnvelope> = {}): EngineEvent => ({
  type: "call_finished",
  ...{ turn: "t1", callId: `p.${n}`, parent: "p", ms: 3 },
  result: { status: "ok", text: "x", operationId: `p.${n}`, ...result },
});
const DENIED = { outcome: "deny", by: "user", layer: "tier", asked: true } as const;

/** One that ran, one that a person denied, one that is refused at its name, one that still runs. */
const CALLS: readonly EngineEvent[] = [
  waiting(1),
  decided(1),
  started(1),
  { type: "call_running", callId: "p.1" },
  { type: "call_reviewing", callId: "p.9" },
  finished(1),
  waiting(2, "write"),
  decided(2, { ...DENIED, tool: "write" }),
  finished(2, { status: "refused", text: "denied: no", errorCode: "denied" }),
  decided(3, { outcome: "deny", layer: "name", tool: "agent", subject: "" }),
  finished(3, { status: "refused", text: "a program can't call this tool" }),
  decided(4),
  started(4),
];

const receipt: ProgramDetails = {
  ...{ kind: "program", code: CODE, how: "returned", log: "hi", tokens: { sent: 10, kept: 500 } },
  calls: [
    { ...row(1), decision: "auto", status: "ok" },
    { ...row(2), tool: "write", decision: "denied", status: "refused", note: "denied: no" },
    { ...row(3), tool: "agent", decision: "refused", status: "refused", note: "a program can't call this tool" },
    { ...row(4), decision: "auto", status: "in_flight", note: "cancelled; may have run in part" },
  ],
};

function row(seq: number) {
  return { seq, callId: `p.${seq}`, tool: "read", elapsedMs: 7, bytes: 1, truncated: false };
}

const ended = (result: Partial<ResultEnvelope> = { details: receipt }): EngineEvent => ({
  type: "call_finished",
  ...{ turn: "t1", callId: "p", ms: 50 },
  result: { status: "ok", text: "{}", operationId: "p", ...result },
});

function shown(...events: readonly (readonly EngineEvent[])[]): ChatProjection {
  const projection = new ChatProjection(STATUS);
  for (const event of events.flat()) projection.apply(event, 1);
  return projection;
}

const card = (projection: ChatProjection) => projection.item("p") as CallItem;
const lines = (projection: ChatProjection) =>
  card(projection).program?.rows.map(({ id, tool, subject, state, decision }) =>
    [id, tool, subject, state, decision].join(" ").trim(),
  );

const LINES = [
  "p.1 read 1.ts ok auto",
  "p.2 write 2.ts refused denied",
  "p.3 agent  refused refused",
  "p.4 read 4.ts running auto",
];

describe("the calls of a program", () => {
  test("are rows of its card and no cards of their own", () => {
    const projection = shown(begun, CALLS);
    expect(projection.state().items.map(({ id }) => id)).toEqual(["p"]);
    expect(lines(projection)).toEqual(LINES);
    expect(card(projection).program?.code).toBe(CODE);
  });

  test("come one row at a time while it runs, and a view that applies them shows what the host has", () => {
    const projection = shown(begun);
    const store = createStore();
    store.load(projection.state());
    const ops = CALLS.flatMap((event) => projection.apply(event, 1));
    expect(new Set(ops.map(({ op }) => op))).toEqual(new Set(["row"]));
    store.apply(ops);
    expect(store.item("p")?.value).toEqual(projection.item("p"));
  });

  test("are told apart: one that waits, one that Auto-Review looks at, one that runs", () => {
    const projection = shown(begun, [waiting(1)]);
    const state = () => card(projection).program?.rows[0];
    expect(state()).toMatchObject({ state: "waiting" });
    projection.apply({ type: "call_reviewing", callId: "p.1" }, 1);
    expect(state()).toMatchObject({ state: "waiting", reviewing: true });
    projection.apply(decided(1, { by: "user" }), 1);
    expect(state()).toMatchObject({ decision: "approved" });
    expect(state()).not.toHaveProperty("reviewing");
    projection.apply(started(1), 1);
    expect(state()).toMatchObject({ state: "running", decision: "approved" });
  });

  test("say by whom they were blocked, and why, before and after the receipt", () => {
    for (const projection of [shown(begun, CALLS), shown(begun, CALLS, [ended()])])
      expect(card(projection).program?.rows.map(({ denied }) => denied?.by)).toEqual([
        undefined,
        "user",
        "gate",
        undefined,
      ]);
  });

  test("say why they failed, on one line", () => {
    const projection = shown(begun, [decided(1), started(1), finished(1, { status: "failed", text: "not\nfound" })]);
    expect(card(projection).program?.rows[0]).toMatchObject({ state: "failed", note: "not found", ms: 3 });
  });

  test("read the same when they come from the log", () => {
    const live = new Set(["call_waiting", "call_running", "call_reviewing"]);
    const stored = [...begun, ...CALLS, ended()].filter(({ type }) => !live.has(type));
    expect(card(shown(stored))).toEqual(card(shown(begun, CALLS, [ended()])));
  });
});

describe("the receipt", () => {
  test("says of each call what the model was told, with what it was about", () => {
    const projection = shown(begun, CALLS, [ended()]);
    expect(lines(projection)).toEqual(LINES.with(3, "p.4 read 4.ts in_flight auto"));
    const { end, rows } = card(projection).program ?? {};
    expect(end).toEqual({ how: "returned", log: "hi", tokens: { sent: 10, kept: 500 } });
    expect(rows?.[0]).toMatchObject({ ms: 7, truncated: false });
    expect(card(projection)).not.toHaveProperty("details");
  });

  test("stands: what comes late changes nothing of it", () => {
    const projection = shown(begun, CALLS, [ended()]);
    const before = projection.state();
    expect(projection.apply(finished(4), 1)).toEqual([]);
    expect(projection.state()).toEqual(before);
  });

  test("is missing when the host ended: what ran may have run in part, what waited did not", () => {
    const interrupted = { status: "cancelled", text: "interrupted: the host ended while this call ran." } as const;
    for (const projection of [
      shown(begun, CALLS, [waiting(5), ended(interrupted)]),
      (() => {
        const open = shown(begun, CALLS, [waiting(5)]);
        open.settle();
        return open;
      })(),
    ]) {
      expect(card(projection)).toMatchObject({ state: "interrupted", mayHaveRun: true });
      expect(lines(projection)?.slice(3)).toEqual(["p.4 read 4.ts in_flight auto", "p.5 read 5.ts refused refused"]);
    }
  });
});

test("a call is found by its id, for its result", () => {
  const projection = shown(begun, CALLS, [ended()]);
  expect(projection.programCall("p.2")).toMatchObject({ tool: "write", state: "refused" });
  expect(projection.programCall("p.77")).toBeUndefined();
});

test("a log may name a program that is not there", () => {
  expect(shown([waiting(1), decided(1), started(1), finished(1)]).state().items).toEqual([]);
});

test("a snapshot of a very long session carries the first rows of older programs, and how many there were", () => {
  const calls = Array.from({ length: 2_000 }, (_, n) => [decided(n), started(n), finished(n, { status: "failed" })]);
  const projection = shown(begun, calls.flat());
  for (let n = 0; n < 100; n++) {
    projection.apply({ type: "call_waiting", ...PROGRAM, callId: `t${n}`, renderer: "text" }, 1);
    const result = { status: "ok", text: "z".repeat(60_000), operationId: "" } as const;
    projection.apply({ type: "call_finished", turn: "t1", callId: `t${n}`, result, ms: 1 }, 1);
  }
  const { program } = projection.state().items[0] as CallItem;
  expect(program?.rows).toHaveLength(20);
  expect(program?.counts).toEqual({ calls: 2_000, failed: 2_000, refused: 0 });
});

test("what programs got of their calls is kept, the newest of it", () => {
  const texts = new KeptTexts(10);
  texts.add("1", { text: "12345" });
  texts.add("2", { text: "123", hint: "4" });
  expect([texts.find("1"), texts.find("2")]).toEqual(["12345", "123\n4"]);
  texts.add("3", { text: "1" });
  expect([texts.find("1"), texts.find("2"), texts.find("3")]).toEqual([undefined, "123\n4", "1"]);
  texts.add("4", { text: "x".repeat(11) });
  expect(texts.find("4")).toBeUndefined();
});
