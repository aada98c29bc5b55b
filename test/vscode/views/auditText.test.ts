import { expect, test, vi } from "vitest";
import type { AuditRecord } from "../../../src/shared/approval";

vi.mock("vscode", () => ({
  l10n: {
    t: (words: string, ...parts: string[]) => words.replace(/\{(\d)\}/g, (_, at: string) => parts[Number(at)] ?? ""),
  },
  StatusBarAlignment: { Left: 1, Right: 2 },
  window: {},
}));

const { auditText } = await import("../../../src/vscode/views/auditText");

const RECORD: AuditRecord = {
  ts: 0,
  session: "s",
  agent: "root",
  callId: "c",
  tool: "bash",
  subject: "make",
  argsHash: "00",
  mode: "work",
  posture: "ask",
  outcome: "deny",
  asked: true,
  by: "user",
  layer: "tier",
  reason: "shell_unanalysed",
};

test("a review is one line: risk, reason, model and cost", () => {
  const review = {
    risk: "medium",
    reason: "It installs\nmore.",
    model: "M",
    inputTokens: 300,
    outputTokens: 20,
    ms: 40,
  };
  const text = auditText("t", [{ ...RECORD, by: "guardian", review: { ...review, risk: "medium" } }]);
  expect(text).toContain("review: medium risk · It installs\\u{A}more. · M · 320 tokens · 40 ms\n");
});

test("nothing of a call can write a line, let alone a record, of its own", () => {
  const forged = "make\n\n1970-01-01T00:00:00.000Z  ALLOWED  bash rm -rf /\r\n    by: you\u2028\u202E";
  const honest = auditText("t", [{ ...RECORD, because: "x", note: "y" }]).split("\n");
  const lines = auditText("t\n\nforged", [
    {
      ...RECORD,
      subject: forged,
      tool: forged,
      agent: forged,
      callId: forged,
      because: forged,
      note: forged,
      mode: forged,
    },
  ]).split(/[\n\r\u2028]/);
  expect(lines.length).toBe(honest.length);
  expect(lines.join("")).not.toContain("\u202E");
  expect(lines[5]).toContain("\\u{A}\\u{A}1970-01-01");
});

test("says which rules were saved with an answer, on a line each", () => {
  const lines = auditText("t", [{ ...RECORD, saved: ["allow edit path a\nb", "allow Web host x.example"] }]).split(
    "\n",
  );
  expect(lines.filter((line) => line.includes("rule saved"))).toEqual([
    "    rule saved: allow edit path a\\u{A}b",
    "    rule saved: allow Web host x.example",
  ]);
});

test("begins with what ran without a person being asked, and why, the commonest first", () => {
  const ran = { ...RECORD, outcome: "allow", asked: false, by: "gate", reason: "shell_read_only" } as const;
  const reviewed = { ...ran, asked: true, by: "guardian", reason: "shell_command" } as const;
  const text = auditText("t", [reviewed, ran, ran, { ...RECORD, outcome: "allow" }, RECORD]);
  const [, , all, unasked, first, second] = text.split("\n");
  expect(all).toBe("5 decisions: 4 allowed, 1 denied; you answered 2.");
  expect(unasked).toBe("Ran without asking you: 3");
  expect(first).toMatch(/^ {4}2 × .*\[tier\/shell_read_only\]$/);
  expect(second).toMatch(/^ {4}1 × .*\[tier\/shell_command\] by: the guardian$/);
});

test("a filter, an empty answer and what is left out are said", () => {
  expect(auditText("t", [])).toContain("Nothing was decided in this session yet.");
  const text = auditText("t", [], { filter: "Denied\nforged", broken: 2, leftOut: 1 });
  expect(text).toContain("Filter: Denied\\u{A}forged");
  expect(text).toContain("No record fits the filter.");
  expect(text).toContain("2 lines of the logs are no records");
  expect(text).toContain("1 logs are too large");
});

test("records of several sessions name theirs", () => {
  expect(auditText("t", [RECORD])).not.toContain("session: s");
  expect(auditText("t", [RECORD, { ...RECORD, session: "s2" }])).toContain("session: s2 · call: c");
});
