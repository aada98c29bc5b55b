import fc from "fast-check";
import { expect, test } from "vitest";
import { answerOf, failureOf } from "../../../src/core/code/answer";
import type { AuditRecord } from "../../../src/shared/approval";
import type { ResultEnvelope } from "../../../src/shared/results";

const result = (more: Partial<ResultEnvelope>): ResultEnvelope => ({
  status: "ok",
  text: "",
  operationId: "c",
  ...more,
});
const decided = (more: Partial<AuditRecord>) => more as AuditRecord;

function gotOf(more: Partial<ResultEnvelope>) {
  const answer = answerOf("read", result(more), undefined);
  return "value" in answer ? JSON.parse(answer.value) : answer;
}

test("the content is parsed where the text is JSON, and the text elsewhere", () => {
  expect(gotOf({ text: '{"a": [1, null]}' })).toEqual({
    content: { a: [1, null] },
    metadata: { tool: "read" },
    truncated: null,
  });
  expect(gotOf({ text: "plain\n" }).content).toBe("plain\n");
  expect(gotOf({ text: "12" }).content).toBe(12);
  expect(gotOf({ text: "" }).content).toBe("");
});

test("whatever a tool says crosses the wall as one value", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      expect(gotOf({ text }).content).toEqual(parsed(text));
    }),
  );
});

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

test("metadata has the details of the result without what is only for views", () => {
  const details = {
    kind: "diff",
    path: "a.ts",
    created: false,
    added: 1,
    removed: 0,
    unified: "x".repeat(5_000),
  } as const;
  const metadata = { tool: "read", path: "a.ts", created: false, added: 1, removed: 0 };
  expect(gotOf({ details })).toMatchObject({ metadata });
  expect(gotOf({ details }).metadata).toEqual(metadata);
  expect(gotOf({ images: [{ mime: "image/png", data: "" }] }).metadata).toEqual({ tool: "read", images: 1 });
});

test("what was cut says by how much, and where the whole is", () => {
  const truncated = { originalBytes: 9, originalTokens: 3, keptBytes: 5, spill: "spill:1" };
  expect(gotOf({ truncated }).truncated).toEqual({ originalBytes: 9, keptBytes: 5, spill: "spill:1" });
});

test("a failure has the text and the hint as its message", () => {
  expect(answerOf("read", result({ status: "failed", text: "There is none.", hint: "List it." }), undefined)).toEqual({
    failed: "failed",
    message: "There is none.\nList it.",
  });
});

test.each([
  [{ status: "failed" }, undefined, "failed"],
  [{ status: "failed" }, { outcome: "allow" }, "failed"],
  [{ status: "failed" }, { outcome: "deny", layer: "name" }, "refused"],
  [{ status: "refused" }, { outcome: "deny", layer: "mode" }, "refused"],
  [{ status: "refused" }, { outcome: "deny", layer: "resolver" }, "refused"],
  [{ status: "refused" }, { outcome: "deny", layer: "posture" }, "refused"],
  [{ status: "refused" }, { outcome: "deny", layer: "tier" }, "denied"],
  [{ status: "refused" }, { outcome: "deny", layer: "floor" }, "denied"],
  [{ status: "refused" }, { outcome: "deny", layer: "hooks" }, "denied"],
  [{ status: "refused" }, undefined, "refused"],
  [{ status: "cancelled" }, { outcome: "allow" }, "cancelled"],
  [{ status: "cancelled" }, undefined, "cancelled"],
  [{ status: "ok" }, { outcome: "allow" }, undefined],
] as const)("%j decided as %j is %s", (end, record, kind) => {
  expect(failureOf(result(end), record && decided(record))).toBe(kind);
});
