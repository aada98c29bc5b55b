import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { FormField, FormValue } from "../../src/shared/forms";
import { type Entry, entryOf, fill, hostOf, judge } from "../../webview/chat/forms/values";
import { field, OPTIONS } from "./support/states";

const entry = (change: Partial<Entry>): Entry => ({ text: "", chosen: [], own: false, on: false, ...change });

const of = (kind: FormField["kind"], change: Partial<FormField> = {}) =>
  field("q", { kind, ...(kind === "single" || kind === "multiple" ? { options: OPTIONS } : {}), ...change });

test.each<[FormField, Entry, FormValue]>([
  [of("text"), entry({ text: " a\n" }), " a\n"],
  [of("number"), entry({ text: " -1.5 " }), -1.5],
  [of("integer"), entry({ text: "3" }), 3],
  [of("boolean"), entry({}), false],
  [of("boolean"), entry({ on: true }), true],
  [of("single"), entry({ chosen: ["pg"] }), "pg"],
  [of("single"), entry({ chosen: ["pg"], own: true, text: " mine " }), "mine"],
  [of("multiple"), entry({ chosen: ["pg", "none"] }), ["pg", "none"]],
  [of("multiple"), entry({ chosen: ["pg"], own: true, text: "mine" }), ["pg", "mine"]],
  [of("multiple"), entry({ chosen: ["pg"], own: true, text: "pg" }), ["pg"]],
  [of("multiple"), entry({ chosen: ["pg"], own: true, text: " " }), ["pg"]],
])("what was put in is the field's value: %#", (one, put, value) => {
  expect(judge(one, put)).toEqual({ value });
});

test.each<[FormField, Entry]>([
  [of("text"), entry({ text: " \n" })],
  [of("integer"), entry({})],
  [of("single"), entry({})],
  [of("single"), entry({ own: true })],
  [of("multiple"), entry({ own: true })],
])("what was left out is missing only where it is needed: %#", (one, put) => {
  expect(judge(one, put)).toEqual({ problem: "missing" });
  expect(judge({ ...one, required: false }, put)).toEqual({});
});

test.each([
  ["number", "two", "not_a_number"],
  ["number", "1e999", "not_a_number"],
  ["integer", "x", "not_a_number"],
  ["integer", "1.5", "not_whole"],
  ["integer", "9007199254740993", "not_whole"],
] as const)("a %s can't be %s", (kind, text, problem) => {
  expect(judge(of(kind), entry({ text }))).toEqual({ problem });
});

test.each<[FormField, Partial<Entry>]>([
  [of("text", { initial: "x" }), { text: "x" }],
  [of("integer", { initial: 0 }), { text: "0" }],
  [of("boolean", { initial: true }), { on: true }],
  [of("single", { initial: "pg" }), { chosen: ["pg"] }],
  [of("multiple", { initial: ["none", "sqlite", "gone"] }), { chosen: ["sqlite", "none"] }],
  [of("single", { initial: "gone" }), {}],
  [of("text"), {}],
])("begins with what the asker proposes: %#", (one, begun) => {
  expect(entryOf(one)).toEqual(entry(begun));
});

test("a form is filled when no field has a problem", () => {
  const form = { fields: [field("a"), field("b", { required: false }), field("c")] };
  const filled = fill(form, new Map([["a", entry({ text: "x" })]]));
  expect(filled.values).toEqual({ a: "x" });
  expect([...filled.problems]).toEqual([["c", "missing"]]);
});

describe("the host of a page", () => {
  test.each([
    ["https://github.com/login", "github.com"],
    ["https://github.com@evil.example/", "evil.example"],
    ["https://g\u0456thub.com/", "xn--gthub-n2e.com"],
    ["http://127.0.0.1:8080/x", "127.0.0.1:8080"],
  ])("of %s is what is really opened", (url, host) => expect(hostOf(url)).toBe(host));

  test.each(["javascript:alert(1)", "file:///etc/passwd", "vscode://x/y", "no url", ""])("%s is no page", (url) =>
    expect(hostOf(url)).toBeUndefined(),
  );

  test("is never thrown about", () => {
    fc.assert(fc.property(fc.oneof(fc.string(), fc.webUrl()), (url) => void hostOf(url)));
  });
});
