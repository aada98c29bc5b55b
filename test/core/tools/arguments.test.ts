import { expect, test } from "vitest";
import * as z from "zod";
import { ToolError } from "../../../src/core/operations/failure";
import { parseArguments } from "../../../src/core/tools/arguments";

const input = z.strictObject({
  path: z.string().optional(),
  count: z.int().optional(),
  ratio: z.number().optional(),
  deep: z.boolean().optional(),
  list: z.array(z.strictObject({ name: z.string(), size: z.int().optional() })).optional(),
  map: z.strictObject({ a: z.array(z.int()) }).optional(),
});

function parse(json: string): unknown {
  const result = parseArguments({ input }, json);
  return result instanceof ToolError ? `${result.code}: ${result.message}` : result.input;
}

const check = (args: unknown, expected: unknown) => expect(parse(JSON.stringify(args))).toEqual(expected);

test("no arguments at all are an empty object", () => {
  expect(parse("")).toEqual({});
  expect(parse(" \n")).toEqual({});
});

test.each(["&amp; &lt;", "\\n \\t", "$1", "%20", "\u2713", "true", "12", "[1]", '{"a":1}'])(
  "the string %s stays as it is",
  (path) => check({ path }, { path }),
);

test("a list or an object that came as JSON text is parsed", () => {
  check({ list: '[{"name":"a"}]' }, { list: [{ name: "a" }] });
  check({ map: '{"a":[1]}' }, { map: { a: [1] } });
  check({ map: { a: "[1]" } }, { map: { a: [1] } });
});

test("arguments that are a JSON text twice are parsed", () => check('{"path":"a"}', { path: "a" }));

test("numbers and truth values that came as text are read, also inside lists", () => {
  check({ count: "12", ratio: "-1.5e2", deep: "true" }, { count: 12, ratio: -150, deep: true });
  check({ deep: "false", list: [{ name: "1", size: "2" }] }, { deep: false, list: [{ name: "1", size: 2 }] });
});

test.each([
  [{ count: "" }, "count: expected number, received string"],
  [{ count: "0x10" }, "count: expected number, received string"],
  [{ count: " 1" }, "count: expected number, received string"],
  [{ count: 1.5 }, "count: expected int, received number"],
  [{ deep: "yes" }, "deep: expected boolean, received string"],
  [{ deep: 1 }, "deep: expected boolean, received number"],
  [{ path: 3 }, "path: expected string, received number"],
  [{ list: "{}" }, "list: expected array, received string"],
  [{ list: "not json" }, "list: expected array, received string"],
  [{ list: {} }, "list: expected array, received object"],
  [{ list: [{}] }, "list[0].name: expected string, but it is missing"],
  [{ path: null }, "path: expected string, received null"],
  [[], "arguments: expected object, received array"],
  [null, "arguments: expected object, received null"],
])("nothing else is coerced: %j", (args, message) => check(args, `invalid_argument: ${message}.`));

test("unknown keys are refused by name", () => {
  check({ Path: "a" }, 'invalid_argument: unknown key "Path"; known: path, count, ratio, deep, list, map.');
  check({ list: [{ name: "a", x: 1, y: 2 }] }, 'invalid_argument: unknown keys "x", "y" in list[0].');
  expect(parse('{"__proto__":{}}')).toContain('unknown key "__proto__"');
});

test("several faults are told together", () =>
  check(
    { path: 1, count: "x" },
    "invalid_argument: path: expected string, received number; count: expected number, received string.",
  ));

test.each([
  ['{"a":1,}', 7],
  ['{"path": x}', 9],
  ["nonsense", 1],
  ['{"path":"\\q"}', 10],
  ['{"path":"a"} trailing', 13],
  ['{"path":tru}', 11],
  [`{"path":"${"long ".repeat(100)}", count: 1}`, 512],
])("says where %s is no JSON", (json, position) => {
  expect(parse(json)).toMatch(new RegExp(`^parse: The arguments are not JSON: .*at position ${position}\\b`, "s"));
});

test("arguments that were cut off say so", () => {
  expect(parse('{"path":"a')).toMatch(/Unterminated string/);
  expect(parse('{"path":')).toMatch(/Unexpected end/);
});

test("arguments that are nested without end are refused, also where they came as text", () => {
  const deep = (levels: number): string => `${"[".repeat(levels)}${"]".repeat(levels)}`;
  const refused = "parse: The arguments are nested more than 200 levels deep.";
  expect(parse(`{"list":${deep(100_000)}}`)).toBe(refused);
  expect(parse("[".repeat(1_000_000))).toBe(refused);
  expect(parse(JSON.stringify({ list: deep(100_000) }))).toMatch("list: expected array, received string");
  const brackets = '["[{'.repeat(300);
  check({ path: brackets }, { path: brackets });
});

test("of very many keys that nobody knows few are named", () => {
  const keys = Object.fromEntries(Array.from({ length: 50_000 }, (_, n) => [`k${n}`, n]));
  expect(parse(JSON.stringify(keys))).toMatch(
    /^invalid_argument: unknown keys "k0", "k1", "k2", "k3", "k4" and 49995 more; /,
  );
  expect(String(parse(`{"${"k".repeat(500_000)}":1}`)).length).toBeLessThan(300);
});

test("a key named like the prototype is a key that nobody knows", () => {
  expect(parse('{"__proto__":{"path":"a"},"count":"1"}')).toMatch('unknown key "__proto__"');
});
