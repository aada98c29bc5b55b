import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { atLeast, atMost, median } from "../../bench/figure";

test("the floor is the one that peers were measured against, unchanged", () => {
  const bytes = readFileSync(join(import.meta.dirname, "../../bench/floor.mjs"));
  expect(createHash("sha256").update(bytes).digest("hex")).toBe(
    "ce6c284469ec91358c02bf21d40a499af8d442f81f6048b1078bf345ce8eb7f9",
  );
});

test("a figure is met at its goal and missed beyond it", () => {
  expect(atMost("a.b", 1.5, 1.5, "x").ok).toBe(true);
  expect(atMost("a.b", 1.501, 1.5, "x").ok).toBe(false);
  expect(atLeast("a.b", 99.99, 100, "%")).toMatchObject({ ok: false, better: "more" });
  expect(atMost("a.b", Number.NaN, 1, "x").ok).toBe(false);
});

test("the median of an even count lies between the two in the middle", () => {
  expect(median([4, 1, 3])).toBe(3);
  expect(median([4, 1, 3, 2])).toBe(2.5);
});
