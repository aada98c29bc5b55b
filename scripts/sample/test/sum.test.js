import assert from "node:assert/strict";
import { test } from "node:test";
import { sum } from "../src/sum.js";

test("adds up all the numbers", () => {
  assert.equal(sum([1, 2, 3]), 6);
});

test("an empty list adds up to nothing", () => {
  assert.equal(sum([]), 0);
});
