import { expect, test } from "vitest";
import { parseJsonc } from "../../../src/core/results/jsonc";

test("reads comments, trailing commas and a byte order mark", () => {
  expect(parseJsonc('\uFEFF{ // why\n"a": [1,], }')).toMatchObject({ value: { a: [1] }, errors: [] });
});

test("gives nothing of a file in which a key stands twice, and says that this alone is wrong", () => {
  const { value, errors } = parseJsonc('{"a": 1,\n"a": 2}');
  expect(value).toBeUndefined();
  expect(errors).toEqual([{ line: 2, text: "the key stands twice.", repeated: true }]);
});

test("says where a file breaks off", () => {
  expect(parseJsonc('{"a": 1\n"b": 2}').errors).toEqual([{ line: 2, text: "comma expected." }]);
});

test("a file that is nested without end is an error, not a crash", () => {
  expect(parseJsonc("[".repeat(200_000)).errors).toEqual([{ line: 1, text: "it is nested too deeply." }]);
});

test("finds the line of what stands at some keys, or of the nearest thing above it", () => {
  const { lineOf } = parseJsonc('{\n"a": [\n{ "b": 1 }]}');
  expect([lineOf(["a", 0, "b"]), lineOf(["a", 7]), lineOf(["x"])]).toEqual([3, 2, undefined]);
});
