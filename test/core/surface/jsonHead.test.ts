import fc from "fast-check";
import { expect, test } from "vitest";
import { jsonHead } from "../../../src/core/surface/jsonHead";

const bytesOf = (text: string) => new TextEncoder().encode(text).length;

test("what fits is written as JSON.stringify writes it", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value);
      expect(jsonHead(value, bytesOf(text))).toEqual({ text, bytes: bytesOf(text), whole: true });
    }),
  );
});

test("what does not fit is its longest beginning of whole characters", () => {
  const texts = fc.dictionary(fc.string({ unit: "binary" }), fc.jsonValue({ stringUnit: "binary" }));
  fc.assert(
    fc.property(texts, fc.nat({ max: 60 }), (value, max) => {
      const whole = JSON.stringify(value);
      fc.pre(bytesOf(whole) > max);
      const head = jsonHead(value, max);
      expect(head.whole).toBe(false);
      expect(whole.startsWith(head.text)).toBe(true);
      expect(head.bytes).toBe(bytesOf(head.text));
      expect(head.bytes).toBeLessThanOrEqual(max);
      const next = [...whole.slice(head.text.length)][0] ?? "";
      expect(head.bytes + bytesOf(next)).toBeGreaterThan(max);
    }),
  );
});

test("leaves out what JSON leaves out", () => {
  const value = { a: undefined, b: () => 1, c: [undefined, Symbol("s"), Number.NaN], d: new Date(0), e: "\ud800" };
  expect(jsonHead(value, 1000).text).toBe(JSON.stringify(value));
});

test("looks at nothing behind the bound", () => {
  let looked = 0;
  const items = Array.from({ length: 5_000 }, () => ({
    get name() {
      looked += 1;
      return "x".repeat(100);
    },
  }));
  expect(jsonHead(items, 2_000).whole).toBe(false);
  expect(looked).toBeLessThan(30);
});

test("a long text is cut before it is written", () => {
  const head = jsonHead({ text: "é".repeat(2 << 20) }, 10);
  expect(head).toEqual({ text: '{"text":"', bytes: 9, whole: false });
});

test("refuses what contains itself, and takes what only stands twice", () => {
  const loop: Record<string, unknown> = {};
  loop["again"] = [loop];
  expect(() => jsonHead(loop, 1000)).toThrow("contains itself");
  const twice = { a: 1 };
  expect(jsonHead([twice, twice], 1000).text).toBe('[{"a":1},{"a":1}]');
});
