import fc from "fast-check";
import { expect, test } from "vitest";
import { canonicalJson } from "../../../src/core/tools/canonical";

test("sorts keys by code unit at every depth, without blanks", () => {
  expect(canonicalJson({ b: [{ z: 1, a: "x y" }], a: null, B: true })).toBe(
    '{"B":true,"a":null,"b":[{"a":"x y","z":1}]}',
  );
});

test("integer keys are no exception", () =>
  expect(canonicalJson({ 9: 1, 10: 2, "-": 3 })).toBe('{"-":3,"10":2,"9":1}'));

test("leaves out what JSON can't say", () =>
  expect(canonicalJson({ a: undefined, b: [undefined] })).toBe('{"b":[null]}'));

test("says the same as the value, whatever the order of its keys", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = canonicalJson(value);
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      expect(canonicalJson(reversed(value))).toBe(text);
    }),
  );
});

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, item]) => [key, reversed(item)]),
  );
}
