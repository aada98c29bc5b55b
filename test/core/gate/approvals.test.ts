import { expect, test } from "vitest";
import { type Approvals, createApprovals } from "../../../src/core/gate/approvals";
import type { ApprovalDetails } from "../../../src/core/gate/describe";
import { createHumanTime, type HumanTime } from "../../../src/core/gate/humanTime";
import type { ApprovalEnd } from "../../../src/shared/approval";
import { type FakeClock, fakeClock } from "../../fakes/clock";
import { countingIds } from "../../fakes/memoryPorts";

const details = (callId: string, sessionKey?: string): ApprovalDetails => ({
  request: {
    session: "s1",
    agent: "root",
    callId,
    tool: "bash",
    title: "Run",
    subject: callId,
    paths: [],
    layer: "tier",
    reason: "shell_unanalysed",
    intent: "",
    choices:
      sessionKey === undefined ? ["once", "deny", "deny_with_note"] : ["once", "session", "deny", "deny_with_note"],
  },
  ...(sessionKey === undefined ? {} : { sessionKey }),
});

interface Broker {
  readonly approvals: Approvals;
  readonly clock: FakeClock;
  readonly human: HumanTime;
  /** `+id` when a card appears, `-id answer` when it goes. */
  readonly cards: string[];
  ask(callId: string, options?: { sessionKey?: string; signal?: AbortSignal }): Promise<ApprovalEnd>;
}

function broker(): Broker {
  const clock = fakeClock();
  const cards: string[] = [];
  const human = createHumanTime(clock);
  const approvals = createApprovals({
    clock,
    human,
    ids: countingIds(),
    expiryMs: 1_800_000,
    onRequest: (request) => cards.push(`+${request.id}`),
    onSettle: (request, end) => cards.push(`-${request.id} ${end.answer}`),
  });
  const never = new AbortController().signal;
  const ask: Broker["ask"] = (callId, { sessionKey, signal = never } = {}) =>
    approvals.request(details(callId, sessionKey), signal);
  return { approvals, clock, human, cards, ask };
}

test("answers several requests in any order, each with its own answer", async () => {
  const { approvals, ask, cards } = broker();
  const [first, second, third] = [ask("a"), ask("b"), ask("c")];
  expect(approvals.pending().map((request) => request.callId)).toEqual(["a", "b", "c"]);
  expect(approvals.answer("approval-2", { answer: "deny", note: "use yarn" })).toBe(true);
  expect(approvals.answer("approval-3", { answer: "once" })).toBe(true);
  expect(approvals.answer("approval-1", { answer: "deny" })).toBe(true);
  expect(await Promise.all([first, second, third])).toEqual([
    { answer: "deny" },
    { answer: "deny", note: "use yarn" },
    { answer: "once" },
  ]);
  expect(cards.slice(3)).toEqual(["-approval-2 deny", "-approval-3 once", "-approval-1 deny"]);
});

test("F50: a stale answer does nothing, least of all to the next request", async () => {
  const { approvals, ask } = broker();
  const first = ask("a");
  approvals.answer("approval-1", { answer: "deny" });
  await first;
  const second = ask("b");
  expect(approvals.answer("approval-1", { answer: "once" })).toBe(false);
  expect(approvals.answer("approval-9", { answer: "once" })).toBe(false);
  expect(approvals.pending().map((request) => request.callId)).toEqual(["b"]);
  approvals.answer("approval-2", { answer: "once" });
  expect(await second).toEqual({ answer: "once" });
});

test("takes no answer that the card did not offer", () => {
  const { approvals, ask } = broker();
  void ask("a");
  expect(approvals.answer("approval-1", { answer: "session" })).toBe(false);
  expect(approvals.pending()).toHaveLength(1);
  expect(approvals.sessionKeys.size).toBe(0);
});

test("remembers what was allowed for the session, and nothing that was allowed once", () => {
  const { approvals, ask } = broker();
  void ask("a", { sessionKey: "npm test" });
  void ask("b", { sessionKey: "ls" });
  approvals.answer("approval-1", { answer: "session" });
  approvals.answer("approval-2", { answer: "once" });
  expect([...approvals.sessionKeys]).toEqual(["npm test"]);
});

test("has others that wait for exactly what was allowed for the session decided again", async () => {
  const { approvals, ask } = broker();
  void ask("a", { sessionKey: "npm test" });
  const same = ask("b", { sessionKey: "npm test" });
  void ask("c", { sessionKey: "ls" });
  approvals.answer("approval-1", { answer: "session" });
  expect(await same).toEqual({ answer: "replanned" });
  expect(approvals.pending().map((request) => request.callId)).toEqual(["c"]);
});

test("refuses a request that nobody answered in time", async () => {
  const { approvals, ask, clock } = broker();
  const end = ask("a");
  expect(approvals.pending()[0]?.expiresAt).toBe(clock.now() + 1_800_000);
  await clock.advance(1_799_999);
  expect(approvals.pending()).toHaveLength(1);
  await clock.advance(1);
  expect(await end).toEqual({ answer: "expired" });
  expect(approvals.answer("approval-1", { answer: "once" })).toBe(false);
});

test("takes no late answer when the machine slept through the expiry", async () => {
  const clock = fakeClock();
  let slept = 0;
  const ends: string[] = [];
  const approvals = createApprovals({
    clock: { ...clock, now: () => clock.now() + slept },
    human: createHumanTime(clock),
    ids: countingIds(),
    expiryMs: 1_800_000,
    onRequest: () => undefined,
    onSettle: (_, end) => ends.push(end.answer),
  });
  void approvals.request(details("a"), new AbortController().signal);
  slept = 8 * 3_600_000;
  expect(approvals.answer("approval-1", { answer: "once" })).toBe(false);
  expect(ends).toEqual(["expired"]);
});

test("refuses what is open when the turn is stopped, and leaves other turns' requests", async () => {
  const { approvals, ask } = broker();
  const turn = new AbortController();
  const [stopped] = [ask("a", { signal: turn.signal }), ask("b")];
  turn.abort();
  expect(await stopped).toEqual({ answer: "stopped" });
  expect(approvals.pending().map((request) => request.callId)).toEqual(["b"]);
  expect(await ask("c", { signal: turn.signal })).toEqual({ answer: "stopped" });
});

test("refuses what is open and what comes later when it is closed", async () => {
  const { approvals, ask, cards } = broker();
  const open = ask("a");
  approvals.close();
  expect([await open, await ask("b")]).toEqual([{ answer: "closed" }, { answer: "closed" }]);
  expect(cards).toEqual(["+approval-1", "-approval-1 closed"]);
});

test("hands every waiting call back to be decided again when the posture changes", async () => {
  const { approvals, ask } = broker();
  const open = [ask("a"), ask("b")];
  approvals.replan();
  expect(await Promise.all(open)).toEqual([{ answer: "replanned" }, { answer: "replanned" }]);
  expect(approvals.pending()).toEqual([]);
});

test("counts the time in which a person was awaited, once however many requests waited", async () => {
  const { approvals, ask, clock, human } = broker();
  await clock.advance(1_000);
  expect(human.total()).toBe(0);
  void ask("a");
  await clock.advance(100);
  void ask("b");
  await clock.advance(100);
  approvals.answer("approval-1", { answer: "once" });
  await clock.advance(100);
  expect(human.total()).toBe(300);
  approvals.answer("approval-2", { answer: "once" });
  await clock.advance(1_000);
  expect(human.total()).toBe(300);
});

test("leaves no timer behind once everything is settled", async () => {
  const { approvals, ask, clock } = broker();
  void ask("a");
  void ask("b");
  approvals.answer("approval-1", { answer: "once" });
  approvals.replan();
  expect(clock.sleeping).toBe(0);
});

test("lets an answer come from the very moment a card is shown", async () => {
  const clock = fakeClock();
  const human = createHumanTime(clock);
  const approvals: Approvals = createApprovals({
    clock,
    human,
    ids: countingIds(),
    expiryMs: 1,
    onRequest: (request) => approvals.answer(request.id, { answer: "once" }),
    onSettle: () => undefined,
  });
  expect(await approvals.request(details("a"), new AbortController().signal)).toEqual({ answer: "once" });
  await clock.advance(50);
  expect(human.total()).toBe(0);
});

test("settles each request once, also when settling one ends the others", async () => {
  const ends: string[] = [];
  const approvals: Approvals = createApprovals({
    clock: fakeClock(),
    human: createHumanTime(fakeClock()),
    ids: countingIds(),
    expiryMs: 1,
    onRequest: () => undefined,
    onSettle: (request, end) => {
      ends.push(`${request.id} ${end.answer}`);
      approvals.close();
    },
  });
  for (const callId of ["a", "b"]) void approvals.request(details(callId), new AbortController().signal);
  approvals.replan();
  expect(ends).toEqual(["approval-1 replanned", "approval-2 closed"]);
});

test("takes an answer for always only with exactly the rules that the card showed", async () => {
  const { approvals } = broker();
  const rule = { tool: "edit", path: "a.ts", action: "allow" } as const;
  const { request } = details("a");
  const asked = approvals.request(
    { request: { ...request, choices: ["once", "always", "deny"], proposedRules: [rule] } },
    new AbortController().signal,
  );
  for (const rules of [[], [{ ...rule, path: "**" }], [rule, rule], [{ ...rule, tool: "*" }]]) {
    expect(approvals.answer("approval-1", { answer: "always", rules })).toBe(false);
  }
  expect(approvals.answer("approval-1", { answer: "always", rules: [rule] })).toBe(true);
  expect(await asked).toEqual({ answer: "always", rules: [rule] });
});

test("takes no answer for always where it was not offered", () => {
  const { approvals, ask } = broker();
  void ask("a");
  expect(approvals.answer("approval-1", { answer: "always", rules: [] })).toBe(false);
});
