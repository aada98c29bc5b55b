import { expect, test } from "vitest";
import { auditedCall, auditRecord, refusedBefore, type Settled, settle } from "../../../src/core/gate/audit";
import { decide } from "../../../src/core/gate/gate";
import type { GateFacts } from "../../../src/core/gate/verdict";
import type { ApprovalEnd } from "../../../src/shared/approval";
import { fakeClock } from "../../fakes/clock";
import { sha256 } from "../../fakes/memoryPorts";
import { facts, planned, type What } from "./calls";

const ports = { clock: fakeClock(5_000), digest: sha256 };

async function check(what: What, more: Partial<GateFacts> = {}, end?: Exclude<ApprovalEnd, { answer: "replanned" }>) {
  const call = await planned(what);
  const settled = settle(await decide(call, facts(more)), end);
  return auditRecord(auditedCall(call), facts(more), settled, ports);
}

test("says who decided what about which call, with a hash in place of the arguments", async () => {
  expect(await check({ commands: ["ls"], input: { command: "ls" } }, {}, { answer: "once" })).toEqual({
    ts: 5_000,
    session: "s1",
    agent: "root",
    callId: "c1",
    tool: "tool",
    subject: '{"command":"ls"}',
    argsHash: sha256('{"command":"ls"}'),
    mode: "work",
    posture: "ask",
    outcome: "allow",
    asked: true,
    by: "user",
    layer: "tier",
    reason: "shell_unanalysed",
    because: "ls",
  });
});

test("keeps the person's note", async () => {
  const record = await check({ commands: ["ls"] }, {}, { answer: "deny", note: "read it instead" });
  expect(record).toMatchObject({ outcome: "deny", by: "user", note: "read it instead" });
});

test.each([
  ["session", "allow", "user"],
  ["expired", "deny", "expiry"],
  ["stopped", "deny", "user"],
  ["closed", "deny", "gate"],
] as const)("records the end %s as %s by %s", async (answer, outcome, by) => {
  expect(await check({ commands: ["ls"] }, {}, { answer })).toMatchObject({ outcome, by, asked: true });
});

test("names the posture as the one who answered, and still what was asked for", async () => {
  const record = await check({ writes: [".git/config"] }, { posture: "auto-review" });
  expect(record).toMatchObject({
    outcome: "deny",
    by: "posture",
    asked: true,
    layer: "paths",
    reason: "sensitive_write",
    because: ".git/config",
  });
});

test("records a call that nobody had to be asked about", async () => {
  expect(await check({ reads: ["src/a.ts"] })).toMatchObject({ outcome: "allow", asked: false, by: "gate" });
});

test("an ask that nobody answered is never recorded as allowed", async () => {
  expect(await check({ commands: ["ls"] })).toMatchObject({ outcome: "deny" });
});

test("records a call that was refused before there was a plan", () => {
  const call = { session: "s1", agent: "root", id: "c1", tool: "raed", subject: "", args: "{broken" };
  const settled: Settled = refusedBefore({ outcome: "deny", layer: "name", reason: "unknown_tool", subject: "raed" });
  expect(auditRecord(call, facts(), settled, ports)).toMatchObject({
    tool: "raed",
    reason: "unknown_tool",
    argsHash: sha256("{broken"),
  });
});

test("bounds what the model wrote", async () => {
  const record = await check(
    { commands: ["x".repeat(50_000)], input: "x".repeat(50_000) },
    {},
    { answer: "deny", note: "n".repeat(50_000) },
  );
  expect(JSON.stringify(record).length).toBeLessThan(5_000);
});
