import fc from "fast-check";
import { expect, test } from "vitest";
import { type CallPart, CallParts } from "../../../src/core/models/callParts";

/** How an endpoint may number and name the pieces of its calls. */
const habit = fc.record({
  index: fc.constantFrom("own", "zero", "none"),
  id: fc.constantFrom("head", "each", "none"),
  name: fc.constantFrom("head", "each"),
  size: fc.integer({ min: 1, max: 12 }),
});
type Habit = typeof habit extends fc.Arbitrary<infer T> ? T : never;

const args = fc.dictionary(fc.string({ minLength: 1 }), fc.jsonValue(), { minKeys: 1 });
const calls = fc.array(fc.record({ name: fc.constantFrom("read", "grep"), args }), { minLength: 1, maxLength: 4 });

function pieces(made: readonly { name: string; args: object }[], { index, id, name, size }: Habit): CallPart[] {
  return made.flatMap((call, at) => {
    const json = JSON.stringify(call.args);
    const parts = Array.from({ length: Math.ceil(json.length / size) }, (_, n) => json.slice(n * size, (n + 1) * size));
    return parts.map((part, n) => ({
      index: index === "own" ? at : index === "zero" ? 0 : undefined,
      id: id === "each" || (id === "head" && n === 0) ? `id${at}` : undefined,
      name: name === "each" || n === 0 ? call.name : undefined,
      args: part,
    }));
  });
}

test("puts the same calls together whichever way an endpoint numbers and cuts them", () => {
  fc.assert(
    fc.property(calls, habit, (made, how) => {
      const parts = new CallParts();
      for (const piece of pieces(made, how)) parts.push(piece);
      const got = parts.finished(false, new Set()).map((call) => [call.name, call.arguments]);
      expect(got).toEqual(made.map((call) => [call.name, JSON.stringify(call.args)]));
    }),
  );
});

test("an empty object before the real arguments is a placeholder, not a call", () => {
  const parts = new CallParts();
  parts.push({ index: 0, id: "a", name: "read", args: "{}" });
  parts.push({ index: 0, id: undefined, name: undefined, args: '{"path":"a"}' });
  expect(parts.finished(false, new Set())).toEqual([{ id: "a", name: "read", arguments: '{"path":"a"}' }]);
});
