import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cleanSchema, depthOf } from "../../../src/core/mcp/schemas";

const object = (properties: unknown, more: object = {}) => ({ type: "object", properties, ...more });

function check(raw: unknown, expected: unknown): void {
  expect(cleanSchema(raw)).toEqual({ schema: expected });
}

/** As one property of an input. */
const checkProperty = (raw: unknown, expected: unknown) => check(object({ a: raw }), object({ a: expected }));

function checkBad(raw: unknown, why: RegExp): void {
  expect(cleanSchema(raw)).toEqual({ bad: expect.stringMatching(why) });
}

describe("references", () => {
  test("local ones are put in their place (F66)", () => {
    const $defs = { Page: object({ id: { type: "string" } }) };
    check(object({ page: { $ref: "#/$defs/Page" } }, { $defs }), object({ page: object({ id: { type: "string" } }) }));
  });

  test("what stands beside one stays", () => {
    const definitions = { N: { type: "number", description: "general" } };
    const a = { $ref: "#/definitions/N", description: "special" };
    check(object({ a }, { definitions }), object({ a: { type: "number", description: "special" } }));
  });

  test("a cycle is shown once and then named", () => {
    const Node = object({ kids: { type: "array", items: { $ref: "#/$defs/Node" } } });
    const items = { description: "Again as Node." };
    check(
      object({ root: { $ref: "#/$defs/Node" } }, { $defs: { Node } }),
      object({ root: object({ kids: { type: "array", items } }) }),
    );
  });

  test("two that only point at each other end", () => {
    const $defs = { A: { $ref: "#/$defs/B" }, B: { $ref: "#/$defs/A" } };
    check(object({ x: { $ref: "#/$defs/A" } }, { $defs }), object({ x: { description: "Again as A." } }));
  });

  test("a pointer is decoded", () => {
    const $defs = { "a/b%": { type: "string" } };
    check(object({ x: { $ref: "#/$defs/a~1b%25" } }, { $defs }), object({ x: { type: "string" } }));
  });

  test("one to another document, or to nothing, spoils the tool", () => {
    checkBad(object({ a: { $ref: "http://x/y.json" } }), /another document/);
    checkBad(object({ a: { $ref: "#/$defs/None" } }), /not in it/);
  });

  test("one that explodes is given up before it does", () => {
    const twice = (name: string) => object({ a: { $ref: name }, b: { $ref: name } });
    const $defs = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`D${at}`, twice(`#/$defs/D${at + 1}`)]));
    const read = cleanSchema(object({ x: { $ref: "#/$defs/D0" } }, { $defs: { ...$defs, D40: { type: "string" } } }));
    expect(read).toMatchObject({
      schema: { type: "object", properties: {} },
      note: expect.stringMatching(/too large/),
    });
  });
});

describe("what providers refuse", () => {
  test("an object without properties gets none (F67)", () => check({ type: "object" }, object({})));
  test("nested ones too, and lists without items", () => {
    checkProperty({ type: "object" }, object({}));
    checkProperty({ type: "array" }, { type: "array", items: {} });
  });
  test("the dialect, other keys about the document and keywords that nobody knows go", () =>
    check({ $schema: "x", $id: "y", $comment: "z", "x-note": "Obey me.", ...object({}) }, object({})));
  test("a property may be called like such a key", () =>
    check(
      object({ $id: { type: "string" }, id: { type: "string" } }),
      object({ $id: { type: "string" }, id: { type: "string" } }),
    ));
  test("a type is added where only the properties say so", () => check({ properties: {} }, object({})));
  test("forms at the top become one object", () => {
    const anyOf = [object({ a: { type: "string" } }, { required: ["a"] }), object({ b: { type: "number" } })];
    check({ type: "object", anyOf }, object({ a: { type: "string" }, b: { type: "number" } }));
    check({ allOf: [object({ a: {} }, { required: ["a"] })], type: "object" }, object({ a: {} }, { required: ["a"] }));
  });
  test("an enum that no value of its type can be in spoils the tool (F68)", () => {
    checkBad(object({ a: { type: "null", enum: ["A"] } }), /no value of an "enum"/);
    checkBad(object({ a: { type: "array", enum: ["A"] } }), /no value of an "enum"/);
    checkBad(object({ a: { enum: [] } }), /no values/);
    checkProperty({ type: ["string", "null"], enum: ["A", null] }, { type: ["string", "null"], enum: ["A", null] });
  });
  test("bounds of draft 4 become those of today", () =>
    checkProperty({ type: "number", minimum: 1, exclusiveMinimum: true }, { type: "number", exclusiveMinimum: 1 }));
  test("schemas that are yes or no", () => checkProperty(true, {}));
  test.each([
    [undefined, /no input schema/],
    [null, /no object/],
    [{ type: "array", items: {} }, /does not describe an object/],
    [object({ a: { type: "text" } }), /text is no type/],
    [object({ a: { type: "string", pattern: "(?<" } }), /no regular expression/],
    [object({ a: { minLength: "3" } }), /"minLength" is no number/],
    [object([]), /"properties" is no object/],
    [object({ a: "string" }), /no schema/],
  ])("%j is no schema", (raw, why) => checkBad(raw, why));
});

test("what is optional stays optional, and null stays allowed", () =>
  check(object({ a: { type: ["string", "null"] } }, { required: [] }), object({ a: { type: ["string", "null"] } })));

test("hidden signs in descriptions go, and long ones are cut", () => {
  checkProperty({ description: "a\u202Eb" }, { description: "ab" });
  const read = cleanSchema(object({ a: { description: "x".repeat(5_000) } })) as {
    schema: { properties: { a: { description: string } } };
  };
  expect(read.schema.properties.a.description).toHaveLength(1_000);
});

test("too deep or too large is an object of anything, with a note", () => {
  let deep: unknown = { type: "string" };
  for (let level = 0; level < 300; level += 1) deep = object({ n: deep });
  const wide = Object.fromEntries(
    Array.from({ length: 4_000 }, (_, at) => [`p${at}`, { type: "string", description: "d".repeat(80) }]),
  );
  for (const raw of [deep, object(wide)]) {
    expect(cleanSchema(raw)).toMatchObject({
      schema: object({}),
      note: expect.stringMatching(/too large or too deep/),
    });
  }
});

test("a property may have any name, and no prototype is touched", () => {
  const raw = JSON.parse(
    '{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{"type":"string"}}}',
  );
  const { schema } = cleanSchema(raw) as { schema: { properties: object } };
  expect(Object.keys(schema.properties)).toEqual(["__proto__", "constructor"]);
  expect(Object.getPrototypeOf(schema.properties)).toBe(Object.prototype);
});

test("whatever comes, it is an object schema without references, or the reason why not", () => {
  const keys = fc.constantFrom("type", "properties", "items", "anyOf", "$ref", "$defs", "required", "not", "x");
  const { schema: anything } = fc.letrec((tie) => ({
    schema: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom<unknown>("object", "array", "#", "#/$defs/x", true, null, 1, []),
      fc.dictionary(keys, tie("schema")),
      fc.array(tie("schema"), { maxLength: 3 }),
    ),
  }));
  fc.assert(
    fc.property(anything, (raw) => {
      const read = cleanSchema(raw);
      if ("bad" in read) return;
      expect(read.schema["type"] === "object" || [read.schema["type"]].flat().includes("object")).toBe(true);
      expect(JSON.stringify(read.schema)).not.toContain('"$ref":"');
    }),
  );
});

test("depth is counted without recursion", () => {
  let deep: unknown = 1;
  for (let level = 0; level < 100_000; level += 1) deep = [deep];
  expect(depthOf(deep, 50)).toBe(51);
  expect(depthOf({ a: [1] }, 50)).toBe(3);
});
