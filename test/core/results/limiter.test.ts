import fc from "fast-check";
import { expect, test } from "vitest";
import { type Limitable, limit } from "../../../src/core/results/limiter";
import { estimateTokens } from "../../../src/core/results/tokens";
import { memorySpills } from "../../fakes/memorySpills";

async function limited(output: Limitable, maxTokens = 300) {
  const spills = memorySpills();
  return { ...(await limit(output, { maxTokens, spills, owner: "root" })), spills };
}

const MARKER = /\[([\d,]+) lines? \(([\d,]+) bytes?\) left out here; read "(spill:\d+)" for all of it\]\n/;
const numbered = (count: number): string =>
  Array.from({ length: count }, (_, index) => `line number ${index + 1}\n`).join("");

test("leaves alone what fits", async () => {
  expect(await limited({ text: "small\n" })).toMatchObject({ text: "small\n" });
  expect((await limited({ text: "small\n" })).truncated).toBeUndefined();
});

test("keeps head and tail and says what is missing between them and where it is", async () => {
  const whole = numbered(1000);
  const { text, truncated, spills } = await limited({ text: whole });
  const [marker = "", lines = "", bytes = "", handle = ""] = MARKER.exec(text) ?? [];
  const [head = "", tail = ""] = text.split(marker);
  expect(head).toMatch(/^line number 1\n/);
  expect(tail).toMatch(/line number 1000\n$/);
  const missing = whole.slice(head.length, whole.length - tail.length);
  expect(Number(lines)).toBe(missing.split("\n").length - 1);
  expect(Number(bytes.replaceAll(",", ""))).toBe(missing.length);
  expect(spills.texts.get(handle)).toBe(whole);
  expect(truncated).toEqual({
    originalBytes: whole.length,
    originalTokens: estimateTokens(whole),
    keptBytes: text.length,
    spill: handle,
  });
});

const line = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 60 }),
  fc.string({ unit: "binary", maxLength: 20 }),
  fc.constantFrom("", "}", "漢字漢字", "x".repeat(400), "9".repeat(5_000)),
);
const anyText = fc
  .array(line, { maxLength: 120 })
  .chain((lines) => fc.constantFrom("\n", "\r\n", " ").map((end) => lines.join(end)));

test("never gives more than the bound, and the whole is always kept", async () => {
  await fc.assert(
    fc.asyncProperty(anyText, fc.integer({ min: 200, max: 2_000 }), async (whole, maxTokens) => {
      const { text, truncated, spills } = await limited({ text: whole }, maxTokens);
      expect(estimateTokens(text)).toBeLessThanOrEqual(maxTokens);
      expect(truncated !== undefined).toBe(estimateTokens(whole) > maxTokens);
      if (truncated) expect(spills.texts.get(truncated.spill)).toBe(whole.replace(/\p{Surrogate}/gu, "\uFFFD"));
    }),
  );
});

test("head and tail are whole lines of the original", async () => {
  const short = fc.array(
    fc.string({ unit: "grapheme", maxLength: 30 }).filter((text) => !/[\n\r]/.test(text)),
    { minLength: 150, maxLength: 400 },
  );
  await fc.assert(
    fc.asyncProperty(short, async (lines) => {
      const whole = lines.join("\n");
      const { text, truncated } = await limited({ text: whole });
      if (!truncated) return;
      const [head = "", , , , tail = ""] = text.split(MARKER);
      expect(whole.startsWith(head)).toBe(true);
      expect(whole.endsWith(tail)).toBe(true);
      expect(head.endsWith("\n")).toBe(true);
      expect(whole.at(-tail.length - 1)).toBe("\n");
    }),
  );
});

test("of one monstrous line both ends are shown, and no pair is halved", async () => {
  const { text } = await limited({ text: `start${"\u{1F600}".repeat(50_000)}end` });
  expect(text.startsWith("start\u{1F600}")).toBe(true);
  expect(text.endsWith("\u{1F600}end")).toBe(true);
  expect(text).toMatch(MARKER);
  expect(text).not.toMatch(/\p{Surrogate}/u);
});

test("a monstrous line does not hide itself behind the short lines around it", async () => {
  const { text } = await limited({ text: `short\n${"y1".repeat(20_000)}\nexit 0 in 1.0 s` });
  expect(text).toMatch(/^short\ny1y1y1/);
  expect(text).toMatch(/y1y1\nexit 0 in 1\.0 s$/);
});

test("replaces halves of pairs", async () => {
  expect((await limited({ text: "a\uD800b\uDC00c\u{1F600}" })).text).toBe("a\uFFFDb\uFFFDc\u{1F600}");
});

test("names the spill that a tool made itself, and makes no second one", async () => {
  const { text, truncated, spills } = await limited({
    text: numbered(1000),
    spill: { handle: "spill:77", bytes: 5_000_000 },
  });
  expect(text).toContain('read "spill:77"');
  expect(truncated).toMatchObject({ spill: "spill:77", originalBytes: 5_000_000 });
  expect(spills.texts.size).toBe(0);
});

test("says that a tool left something out even when what it gave fits", async () => {
  const { text, truncated } = await limited({ text: "tail\n", spill: { handle: "spill:77", bytes: 9_000 } });
  expect(text).toBe("tail\n");
  expect(truncated).toMatchObject({ spill: "spill:77", originalBytes: 9_000, keptBytes: 5 });
});

test("a disk that takes nothing does not make the result fail", async () => {
  const full = {
    find: () => undefined,
    open: () => ({
      handle: "spill:1",
      write: () => undefined,
      close: () => Promise.reject(new Error("full")),
      discard: async () => undefined,
    }),
  };
  const { text } = await limit({ text: numbered(1000) }, { maxTokens: 300, spills: full, owner: "root" });
  expect(text).toContain("the whole text could not be kept");
});

test("JSON still parses after it was shortened, and says where the rest is", async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue({ maxDepth: 6 }), fc.integer({ min: 1, max: 100 }), async (value, times) => {
      const whole = JSON.stringify({
        list: Array.from({ length: times }, () => value),
        text: "long \u{1F600}".repeat(times),
      });
      const { text, truncated } = await limited({ text: whole, format: "json" }, 400);
      expect(() => JSON.parse(text)).not.toThrow();
      expect(estimateTokens(text)).toBeLessThanOrEqual(400);
      if (truncated) expect(text).toContain(truncated.spill);
    }),
    { numRuns: 40 },
  );
});

test("a shortened list keeps its first items, and a long string its head", async () => {
  const whole = JSON.stringify({ rows: Array.from({ length: 9_000 }, (_, id) => ({ id })), note: "n".repeat(90_000) });
  const { text } = await limited({ text: whole, format: "json" }, 2_000);
  const value = JSON.parse(text);
  expect(value.rows.slice(0, 2)).toEqual([{ id: 0 }, { id: 1 }]);
  expect(value.rows.at(-1)).toMatch(/^\([\d,]+ more items left out; read "spill:1" for all of it\)$/);
  expect(value.note).toMatch(/^n+… \([\d,]+ more characters left out/);
});

test("of JSON too large to be parsed without holding up the host the head of its text is kept, as JSON", async () => {
  const whole = JSON.stringify(Object.fromEntries(Array.from({ length: 40_000 }, (_, n) => [`key${n}`, n])));
  const { text, truncated } = await limited({ text: whole, format: "json" }, 2_000);
  expect(JSON.parse(text)).toMatch(
    /^\{"key0":0,.*… \([\d,]+ more characters left out; read "spill:1" for all of it\)$/,
  );
  expect(truncated?.originalBytes).toBe(whole.length);
  expect(estimateTokens(text)).toBeLessThanOrEqual(2_000);
});

test("text that is not the JSON it should be is cut like text", async () => {
  expect((await limited({ text: `{${numbered(500)}`, format: "json" })).text).toMatch(MARKER);
});

const forProgram = async (output: Limitable, maxBytes: number) => {
  const spills = memorySpills();
  return { ...(await limit(output, { maxTokens: 200, maxBytes, spills, owner: "root" })), spills };
};

test("for a program whole lines from the start are kept, by bytes and without a marker", async () => {
  const whole = numbered(1000);
  expect(await forProgram({ text: whole }, 1_000_000)).toMatchObject({ text: whole });
  const { text, truncated, spills } = await forProgram({ text: whole }, 500);
  expect(whole.startsWith(text)).toBe(true);
  expect(text.endsWith("\n")).toBe(true);
  expect(truncated).toMatchObject({ originalBytes: whole.length, keptBytes: text.length });
  expect(spills.texts.get(truncated?.spill ?? "")).toBe(whole);
});

test("for a program JSON that is too large is still JSON, and a line that is too long is cut in itself", async () => {
  const list = JSON.stringify(Array.from({ length: 9_000 }, (_, n) => n));
  const { text } = await forProgram({ text: list, format: "json" }, 4_000);
  expect(JSON.parse(text).slice(0, 3)).toEqual([0, 1, 2]);
  expect(text.length).toBeLessThanOrEqual(4_000);
  expect((await forProgram({ text: "ä".repeat(900) }, 101)).text).toBe("ä".repeat(50));
});

test("what a program gets never has more bytes than it may, and always begins as the whole does", () =>
  fc.assert(
    fc.asyncProperty(
      fc.string({ unit: "grapheme", maxLength: 400 }),
      fc.integer({ min: 1, max: 300 }),
      async (whole, most) => {
        const { text } = await forProgram({ text: whole }, most);
        expect(new TextEncoder().encode(text).length).toBeLessThanOrEqual(most);
        expect(whole.startsWith(text)).toBe(true);
      },
    ),
  ));
