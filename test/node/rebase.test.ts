import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { rebase } from "../../src/node/rebase";

const at = (...names: readonly string[]) => join(resolve("/"), ...names);

test.each([
  [at("real", "src", "a.ts"), at("link", "src", "a.ts")],
  [at("real"), at("link")],
  [at("really", "a.ts"), undefined],
  [at("other", "a.ts"), undefined],
])("%s is told by the folder's other name", (path, expected) => {
  expect(rebase(path, at("real"), at("link"))).toBe(expected);
});
