import { expect, test } from "vitest";
import { type Ended, receiptOf } from "../../../src/core/code/receipt";
import { Rows } from "../../../src/core/code/rows";
import type { ProgramEnd } from "../../../src/core/operations/programs";
import type { AuditRecord } from "../../../src/shared/approval";
import type { ProgramDetails } from "../../../src/shared/results";
import { fakeClock } from "../../fakes/clock";
import { memorySpills } from "../../fakes/memorySpills";

const clock = fakeClock();
const allowed = (callId: string) => ({ callId, outcome: "allow", by: "gate", layer: "tier" }) as AuditRecord;

/** Calls that went well, and one that was let through and has not ended. */
function rows(good: number, open = 0): Rows {
  const made = new Rows(clock);
  for (let n = 0; n < good + open; n += 1) {
    made.begin(`c${n}`, "read");
    made.decided(allowed(`c${n}`));
    if (n < good) made.ended(`c${n}`, { status: "ok", text: "text", operationId: `c${n}` });
  }
  return made;
}

async function receipt(end: ProgramEnd, more: Partial<Ended> = {}) {
  const spills = memorySpills();
  const ended = { code: "return 1", end, rows: rows(0), log: "", ...more };
  const output = await receiptOf(ended, { maxTokens: 12_000, spills, owner: "root" });
  return { ...output, read: JSON.parse(output.text), details: output.details as ProgramDetails, spills };
}

test("a value that is none is null", async () => {
  expect((await receipt({ how: "returned" })).read).toEqual({ success: true, return: null, calls: [], log: "" });
});

test("a value may have any keys", async () => {
  const { text } = await receipt({ how: "returned", value: '{"__proto__":1,"then":2}' });
  expect(text).toContain('"return":{"__proto__":1,"then":2}');
});

test("an error has the program's line, and what the turn ended says so", async () => {
  expect((await receipt({ how: "threw", message: "x is not defined", line: 7 })).read.error).toBe(
    "x is not defined (line 7)",
  );
  const killed = { how: "killed", by: "stopped", message: "stopped" } as const;
  const stopped = { message: "The turn's time was up while the program ran.", timedOut: true };
  const { read, status, details } = await receipt(killed, { stopped, rows: rows(1, 1) });
  expect(status).toBe("failed");
  expect(read).toMatchObject({ success: false, error: stopped.message, timed_out: true });
  expect(read.calls.map((row: { status: string }) => row.status)).toEqual(["ok", "in_flight"]);
  expect(details).toMatchObject({ how: "killed", timedOut: true });
});

test("all rows stand in the receipt while they fit, each without what is only for views", async () => {
  const { read, details } = await receipt({ how: "returned", value: "1" }, { rows: rows(200) });
  expect(read.calls).toHaveLength(200);
  expect(Object.keys(read.calls[0])).toEqual(["seq", "tool", "decision", "status", "elapsedMs", "bytes", "truncated"]);
  expect(details.calls[199]).toMatchObject({ seq: 200, callId: "c199" });
});

test("of thousands of rows few that went well are told, and all others", async () => {
  const { read, details } = await receipt({ how: "returned", value: "1" }, { rows: rows(1_999, 1) });
  expect(read.calls.length + read.calls_left_out).toBe(2_000);
  expect(read.calls.length).toBeLessThan(50);
  expect(read.calls.at(-1)).toMatchObject({ seq: 2_000, status: "in_flight" });
  expect(details.calls).toHaveLength(2_000);
});

test("a large value is shortened to what is left, and can be read whole", async () => {
  const value = JSON.stringify(Array.from({ length: 20_000 }, (_, n) => `row ${n}`));
  const { read, spills, details } = await receipt(
    { how: "returned", value },
    { rows: rows(150), log: "x".repeat(16_000) },
  );
  expect(read.calls).toHaveLength(150);
  expect(read.log).toHaveLength(16_000);
  expect(read.return[0]).toBe("row 0");
  expect(spills.texts.get(read.truncated.spill)).toBe(value);
  expect(details.tokens.sent).toBeLessThanOrEqual(12_000);
});
