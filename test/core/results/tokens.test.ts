import fc from "fast-check";
import { expect, test } from "vitest";
import { estimateTokens, headWithin, tailWithin, weigh } from "../../../src/core/results/tokens";

test("English comes out near four and a half characters a token", () => {
  const text = "The quick brown fox jumps over the lazy dog, and nobody asked it why it did so. ".repeat(20);
  expect(text.length / estimateTokens(text)).toBeGreaterThan(4);
  expect(text.length / estimateTokens(text)).toBeLessThan(5.5);
});

test("Chinese counts about a token a character, digits more than letters", () => {
  expect(estimateTokens("编辑文件并运行测试")).toBe(9);
  expect(weigh("0123456789")).toBeGreaterThan(2 * weigh("abcdefghij"));
});

test("two parts never count less than both together", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (a, b) => {
      expect(estimateTokens(a + b)).toBeLessThanOrEqual(estimateTokens(a) + estimateTokens(b));
      expect(estimateTokens(a + b)).toBeGreaterThanOrEqual(Math.max(estimateTokens(a), estimateTokens(b)));
    }),
  );
});

test("head and tail within a weight are the longest that fit", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.integer({ min: 0, max: 8 }), (text, tokens) => {
      const head = headWithin(text, tokens);
      const tail = tailWithin(text, tokens);
      expect(weigh(text.slice(0, head))).toBeLessThanOrEqual(tokens + 1e-9);
      expect(weigh(text.slice(tail))).toBeLessThanOrEqual(tokens + 1e-9);
      if (head < text.length) expect(weigh(text.slice(0, head + 2))).toBeGreaterThan(tokens - 1e-9);
      expect(text.slice(0, head) + text.slice(tail)).not.toMatch(/^\p{Surrogate}$/u);
    }),
  );
});
