import fc from "fast-check";
import { expect, test } from "vitest";
import { JsonEnd } from "../../../src/core/models/jsonEnd";

test("finds the end of any object, however it is cut, and nothing after it", () => {
  const value = fc.dictionary(fc.string(), fc.jsonValue());
  fc.assert(
    fc.property(value, fc.string(), fc.nat(), (object, after, at) => {
      const json = JSON.stringify(object, null, at % 3);
      const cut = at % (json.length + 1);
      const end = new JsonEnd();
      const head = end.feed(json.slice(0, cut));
      expect(head + end.feed(json.slice(cut) + after)).toBe(json.length);
      expect(end.closed).toBe(true);
    }),
  );
});

test("is not closed before the last brace", () => {
  const json = '{"a":["}"],"b":{"c":"\\"}"}}';
  for (let length = 0; length < json.length; length++) {
    const end = new JsonEnd();
    end.feed(json.slice(0, length));
    expect(end.closed).toBe(false);
  }
});
