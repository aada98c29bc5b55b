import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createAudit } from "../../src/node/audit";
import { readAudits } from "../../src/node/auditReader";
import type { AuditRecord } from "../../src/shared/approval";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "audits-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const record = (session: string, ts: number): AuditRecord => ({
  ...{ ts, session, agent: "root", callId: "c", tool: "bash", subject: "ls", argsHash: "00" },
  ...{ mode: "work", posture: "ask", outcome: "allow", asked: false, by: "gate" },
  ...{ layer: "tier", reason: "shell_read_only", saved: ["allow bash command ls"] },
});

const pathOf = (session: string) => join(folder, session, "audit.jsonl");

function write(session: string, ...times: number[]): void {
  const audit = createAudit(pathOf(session), (error) => {
    throw error;
  });
  for (const ts of times) audit(record(session, ts));
}

test("the records of all sessions come back as they were written, oldest first", async () => {
  write("a", 3, 1);
  write("b", 2);
  expect(await readAudits(folder)).toEqual({
    records: [record("a", 1), record("b", 2), record("a", 3)],
    broken: 0,
    leftOut: 0,
  });
});

test("lines that are no records are counted, not shown", async () => {
  write("a", 1);
  const odd = [
    "{",
    '{"ts":1}',
    JSON.stringify({ ...record("a", 2), reason: "brand_new" }),
    JSON.stringify({ ...record("a", 3), subject: { html: 1 } }),
    JSON.stringify({ ...record("a", 4), review: { risk: 7 } }),
  ];
  writeFileSync(pathOf("a"), odd.join("\n"));
  const { records, broken } = await readAudits(folder);
  expect(broken).toBe(4);
  expect(records.map(({ ts, review }) => [ts, review])).toEqual([[4, undefined]]);
});

test("past the bound the oldest sessions are left out, and counted", async () => {
  write("old", 1);
  utimesSync(pathOf("old"), 1, 1);
  write("new", 2);
  const { records, leftOut } = await readAudits(folder, 400);
  expect([records.map(({ session }) => session), leftOut]).toEqual([["new"], 1]);
});

test("without a folder, or with others in it, there is nothing", async () => {
  mkdirSync(join(folder, "x", "audit.jsonl"), { recursive: true });
  expect(await readAudits(folder)).toMatchObject({ records: [], leftOut: 0 });
  expect(await readAudits(join(folder, "none"))).toMatchObject({ records: [] });
});
