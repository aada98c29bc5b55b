import { expect, test } from "vitest";
import { createSampler } from "../../../src/core/engine/sample";
import type { CallHelp } from "../../../src/core/mcp/pool";
import { help, never } from "../mcp/support";
import { scriptedModel } from "./scripted";

const askFor = (text: string) => ({
  messages: [{ role: "user" as const, content: { type: "text" as const, text } }],
  maxTokens: 9,
});

function sampling(more: Partial<CallHelp>, text = "Sum it up") {
  const model = scriptedModel([{ text: "Summed up." }]);
  const asked: string[] = [];
  const people: CallHelp["people"] = {
    async ask({ message }) {
      asked.push(message);
      return { action: "accept", values: {} };
    },
  };
  return { model, asked, answer: createSampler(() => model)("notes", askFor(text), help({ people, ...more }), never) };
}

test("a server's question to the model goes out after a person has seen it and agreed", async () => {
  const { model, asked, answer } = sampling({});
  expect(await answer).toMatchObject({ content: { type: "text", text: "Summed up." } });
  expect(asked[0]).toContain("Sum it up");
  expect(model.requests[0]).toMatchObject({ tools: [], messages: [{ role: "user", text: "Sum it up" }] });
});

test("declined, no request goes out", async () => {
  const { model, answer } = sampling({ people: { ask: async () => ({ action: "decline" }) } });
  await expect(answer).rejects.toThrow("refused");
  expect(model.requests).toHaveLength(0);
});

test("a tool that was let through since it only reads spends nothing, and nobody is asked", async () => {
  const { model, asked, answer } = sampling({ spends: false });
  await expect(answer).rejects.toThrow("only reads");
  expect(asked).toHaveLength(0);
  expect(model.requests).toHaveLength(0);
});

test("what is longer than a person can be shown is not asked, and no request goes out", async () => {
  const { model, asked, answer } = sampling({}, "x".repeat(10_000));
  await expect(answer).rejects.toThrow("longer than");
  expect(asked).toHaveLength(0);
  expect(model.requests).toHaveLength(0);
});
