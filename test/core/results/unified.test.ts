import { applyPatch } from "diff";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Splice } from "../../../src/core/operations/files";
import { applySplices, splicesBetween } from "../../../src/core/results/splices";
import { diffOfSplices, diffOfTexts } from "../../../src/core/results/unified";

const file = { path: "a", created: false };
const numbered = (count: number): string => Array.from({ length: count }, (_, index) => `line ${index + 1}\n`).join("");

test("shows the change with three lines around it", () => {
  const before = numbered(20);
  const { unified, added, removed } = diffOfTexts(file, before, before.replace("line 10\n", "ten\nten and a half\n"));
  expect(unified).toBe(
    "@@ -7,7 +7,8 @@\n line 7\n line 8\n line 9\n-line 10\n+ten\n+ten and a half\n line 11\n line 12\n line 13\n",
  );
  expect({ added, removed }).toEqual({ added: 2, removed: 1 });
});

test("equal texts have no diff", () =>
  expect(diffOfTexts(file, "a\n", "a\n")).toMatchObject({ unified: "", added: 0, removed: 0 }));

test("a new file is all additions", () => {
  expect(diffOfTexts({ path: "a", created: true }, "", "1\n2")).toEqual({
    kind: "diff",
    path: "a",
    created: true,
    added: 2,
    removed: 0,
    unified: "@@ -0,0 +1,2 @@\n+1\n+2\n\\ No newline at end of file\n",
  });
});

const text = fc
  .array(fc.constantFrom("a\n", "b\n", "c\r\n", "\n", "d", "$&\n"), { maxLength: 60 })
  .map((parts) => parts.join(""));

test("applied to the old text, the diff gives the new one", () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      const { unified, added, removed } = diffOfTexts(file, before, after);
      expect(applyPatch(before, unified, { autoConvertLineEndings: false })).toBe(after);
      expect(after.split("\n").length - before.split("\n").length).toBeCloseTo(added - removed, -1);
    }),
  );
});

/** The first leaves half a line, the second takes the whole one behind it. */
const HALF_A_LINE = {
  before: "a\na\n\n$&\na\na\na\n",
  list: [
    { start: 1, end: 4, text: "" },
    { start: 4, end: 8, text: "" },
  ],
};

test("a diff made from splices is the diff of the texts", () => {
  const splices = fc
    .tuple(text, fc.array(fc.tuple(fc.nat(), fc.nat(4), text), { maxLength: 5 }))
    .map(([before, wanted]) => {
      const list: Splice[] = [];
      for (const [at, length, put] of wanted
        .map(([at, ...rest]) => [at % (before.length + 1), ...rest] as const)
        .sort(([a], [b]) => a - b)) {
        const start = Math.max(at, list.at(-1)?.end ?? 0);
        list.push({ start, end: Math.min(before.length, start + length), text: put });
      }
      return { before, list };
    });
  fc.assert(
    fc.property(splices, ({ before, list }) => {
      const { unified } = diffOfSplices(file, before, list);
      expect(applyPatch(before, unified, { autoConvertLineEndings: false })).toBe(applySplices(before, list));
    }),
    { examples: [[HALF_A_LINE]] },
  );
});

test("the splices between two texts make one of the other", () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      expect(applySplices(before, splicesBetween(before, after))).toBe(after);
    }),
  );
});

test("is held to its size and names what was cut", () => {
  const { unified, added } = diffOfTexts(file, "", `${"x".repeat(99)}\n`.repeat(2_000));
  expect(Buffer.byteLength(unified)).toBeLessThanOrEqual(64 * 1024);
  expect(unified).toMatch(/\n… 1,\d{3} more lines, 0 more hunks of 1 not shown\n$/);
  expect(added).toBe(2_000);
});

test("a minified line is shortened", () => {
  const { unified } = diffOfTexts(file, "x".repeat(500_000), `${"x".repeat(500_000)}y`);
  expect(unified.length).toBeLessThan(5_000);
  expect(unified).toContain("… (498,001 more characters)");
});

test("many scattered changes are shown as what they are, and a rewrite of everything as one", () => {
  const before = numbered(20_000);
  const scattered = before.replace(/(?<=[24680]0)\n/g, "!\n");
  expect(diffOfTexts(file, before, scattered)).toMatchObject({ added: 1_000, removed: 1_000 });
  expect(diffOfTexts(file, before, before.replaceAll("line", "row"))).toMatchObject({ added: 20_000, removed: 20_000 });
});

test("lines that move are no rewrite", () => {
  const lines = numbered(3_000).match(/.+\n/g) ?? [];
  const after = [...lines.slice(1_000), ...lines.slice(0, 1_000)].join("");
  expect(diffOfTexts(file, lines.join(""), after)).toMatchObject({ added: 1_000, removed: 1_000 });
});
