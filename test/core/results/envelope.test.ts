import { expect, test } from "vitest";
import { ToolError } from "../../../src/core/operations/failure";
import { failedEnvelope, modelText, toEnvelope } from "../../../src/core/results/envelope";
import { memorySpills } from "../../fakes/memorySpills";

const limits = () => ({ maxTokens: 300, spills: memorySpills(), owner: "root" });

test("a result carries what the tool gave and the operation's id", async () => {
  const details = { kind: "text" } as const;
  expect(await toEnvelope({ text: "ok", details }, "op-1", limits())).toEqual({
    status: "ok",
    text: "ok",
    details,
    operationId: "op-1",
  });
});

test("a long result says that it was cut", async () => {
  const envelope = await toEnvelope({ text: "line\n".repeat(5000), status: "failed" }, "op-1", limits());
  expect(envelope).toMatchObject({ status: "failed", truncated: { originalBytes: 25_000, spill: "spill:1" } });
});

test.each([
  ["not_found", "failed"],
  ["permission_denied", "failed"],
  ["denied", "refused"],
  ["safety_blocked", "refused"],
  ["not_offered", "refused"],
  ["blocked_by_route", "refused"],
  ["cancelled", "cancelled"],
] as const)("%s is %s", async (errorCode, status) => {
  const error = new ToolError(errorCode, "Why.", "Do this.");
  expect(await failedEnvelope(error, "op-1", limits())).toEqual({
    status,
    text: "Why.",
    operationId: "op-1",
    errorCode,
    hint: "Do this.",
  });
});

test("any other throw is a bug of ours, with its message", async () => {
  const envelope = await failedEnvelope(new TypeError("x is undefined"), "op-1", limits());
  expect(envelope).toMatchObject({
    status: "failed",
    errorCode: "internal",
    text: "Gatehouse failed to run this: x is undefined",
  });
});

test("a stop is no failure", async () => {
  const stopped = new DOMException("This operation was aborted", "AbortError");
  expect(await failedEnvelope(stopped, "op-1", limits())).toMatchObject({
    status: "cancelled",
    errorCode: "cancelled",
  });
});

test("errors are held to the same size as results", async () => {
  const envelope = await failedEnvelope(new ToolError("no_match", "line\n".repeat(5000)), "op-1", limits());
  expect(envelope.text.length).toBeLessThan(2_000);
  expect(envelope.truncated?.spill).toBe("spill:1");
});

test("the model sees the code, the sentence and the hint of a failure, and the text alone of a success", async () => {
  expect(modelText(await failedEnvelope(new ToolError("denied", "No.", "Ask."), "1", limits()))).toBe(
    "denied: No.\nHint: Ask.",
  );
  expect(modelText(await toEnvelope({ text: "exit 1 in 0.1 s", status: "failed" }, "1", limits()))).toBe(
    "exit 1 in 0.1 s",
  );
});
