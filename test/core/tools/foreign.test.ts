import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseArguments } from "../../../src/core/tools/arguments";
import { foreignInput, inputSchema, toolSchema } from "../../../src/core/tools/schema";

const object = (properties: object, more: object = {}) => ({ type: "object", properties, ...more });

function check(schema: object, json: unknown, expected: unknown): void {
  const read = parseArguments({ input: foreignInput(schema as never) }, JSON.stringify(json));
  expect(read instanceof Error ? read.message : read.input).toEqual(expected);
}

test("the model is shown the very schema, untouched by a check", () => {
  const schema = object({ a: { type: "string" } });
  const input = foreignInput(schema);
  input.safeParse({ a: 1 });
  expect(toolSchema({ name: "n", description: "d", input }).parameters).toBe(schema);
  expect(JSON.stringify(inputSchema(input))).toBe('{"type":"object","properties":{"a":{"type":"string"}}}');
});

test("what fits is taken as it came", () =>
  check(object({ a: { type: "string" }, b: { type: "integer" } }), { a: "x", b: 2, c: [] }, { a: "x", b: 2, c: [] }));

test("numbers and lists that came as text are read, as for our own tools", () =>
  check(object({ a: { type: "integer" }, b: { type: "array" } }), { a: "5", b: "[1]" }, { a: 5, b: [1] }));

describe("what does not fit is told with its place", () => {
  test.each([
    [object({ a: {} }, { required: ["a"] }), {}, "a: it is missing."],
    [object({ a: { type: "string" } }), { a: 1 }, "a: expected string, received number."],
    [object({ a: { type: ["string", "null"] } }), { a: 1 }, "a: expected string or null, received number."],
    [object({ a: {} }, { additionalProperties: false }), { b: 1 }, 'unknown key "b"; known: a.'],
    [object({ a: { enum: ["x", "y"] } }), { a: "z" }, 'a: expected one of ["x","y"].'],
    [object({ a: { const: 1 } }), { a: 2 }, "a: expected 1."],
    [object({ a: { type: "integer", minimum: 3 } }), { a: 1 }, "a: 1 is less than 3."],
    [
      object({ a: { type: "array", items: { type: "string" } } }),
      { a: ["x", 2] },
      "a[1]: expected string, received number.",
    ],
    [object({ a: object({ b: { type: "string" } }, { required: ["b"] }) }), { a: {} }, "a.b: it is missing."],
    [
      object({ a: { anyOf: [{ type: "string" }, { type: "null" }] } }),
      { a: 1 },
      "a: expected string or null, received number.",
    ],
    [
      object({ a: { oneOf: [object({ k: { const: 1 } }, { required: ["k"] }), { type: "string" }] } }),
      { a: {} },
      "a: it fits none of the allowed forms (k: it is missing; expected string, received object).",
    ],
    [object({ a: { type: "string", minLength: 2 } }), { a: "x" }, "a: it is too short (1 < 2)."],
  ])("%j", (schema, value, text) => check(schema, value, text));

  test("several at once, but not the things around them", () =>
    check(
      object({ a: object({ b: { type: "string" } }), c: { type: "number" } }),
      { a: { b: 1 }, c: "x" },
      "a.b: expected string, received number; c: expected number, received string.",
    ));
});

test("an expression that never ends is not tried", () => {
  const schema = object(
    { a: { type: "string", pattern: "^(a+)+$" } },
    { patternProperties: { "^(b+)+$": { type: "number" } } },
  );
  check(
    { ...schema, additionalProperties: false },
    { a: `${"a".repeat(40)}!`, bb: 1 },
    { a: `${"a".repeat(40)}!`, bb: 1 },
  );
});

test("a key named like a part of every object is there only when it was sent", () => {
  check(object({ constructor: { type: "string" }, toString: {} }), {}, {});
  check(object({}, { required: ["constructor"] }), {}, "constructor: it is missing.");
});

test("a schema that can't be followed forbids nothing", () =>
  check(object({ a: { $ref: "#/none" } }), { a: 1 }, { a: 1 }));

test("whatever the schema and the value, there is an answer and the schema stays as it was", () => {
  const keyword = fc.constantFrom(
    "type",
    "properties",
    "items",
    "anyOf",
    "not",
    "enum",
    "required",
    "minimum",
    "pattern",
  );
  const { schema: anything } = fc.letrec((tie) => ({
    schema: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom<unknown>("object", "string", "(", true, null, 1),
      fc.dictionary(keyword, tie("schema"), { noNullPrototype: true }),
      fc.array(tie("schema"), { maxLength: 3 }),
    ),
  }));
  fc.assert(
    fc.property(fc.dictionary(keyword, anything, { noNullPrototype: true }), fc.jsonValue(), (schema, value) => {
      const before = JSON.stringify(schema);
      foreignInput(schema).safeParse(value);
      expect(JSON.stringify(schema)).toBe(before);
    }),
  );
});
