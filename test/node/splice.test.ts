import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { Splice } from "../../src/core/operations/files";
import { codecFor, decodeExactly, markLength } from "../../src/node/charset";
import { replaceBytes, spliceBytes } from "../../src/node/splice";

const ALPHABETS: Readonly<Record<string, string>> = {
  utf8: "ab\r\n\té漢\u2028𝒳😀\0",
  utf8bom: "ab\r\né漢😀",
  utf16le: "ab\r\n\u0a0aé漢😀",
  utf16be: "ab\r\n\u0a0aé漢😀",
  windows1252: "ab\r\né€œ©",
  shiftjis: "ab\r\n日本語ソ表ｱ",
  gb18030: "ab\r\n你好😀é",
  cp866: "ab\r\nПривет",
};

const cases = fc.constantFrom(...Object.keys(ALPHABETS)).chain((charset) => {
  const text = fc
    .array(fc.constantFrom(...(ALPHABETS[charset] ?? "")), { maxLength: 60 })
    .map((chars) => chars.map((char) => char));
  const cuts = fc.array(fc.tuple(fc.nat(60), text), { maxLength: 12 });
  return fc.record({ charset: fc.constant(charset), chars: text, cuts, marks: fc.nat(3) });
});

/** Pairs of ascending cuts become ranges, on whole characters. */
function splicesOf(chars: readonly string[], cuts: readonly (readonly [number, readonly string[]])[]): Splice[] {
  const offset = (index: number): number => chars.slice(0, index).join("").length;
  const sorted = cuts.map(([at, put]) => ({ at: Math.min(at, chars.length), put })).sort((a, b) => a.at - b.at);
  const pairs = sorted.filter((_, index) => index % 2 === 0 && index + 1 < sorted.length);
  return pairs.map((cut, index) => ({
    start: offset(cut.at),
    end: offset(sorted[index * 2 + 1]?.at ?? cut.at),
    text: cut.put.join(""),
  }));
}

const edited = (text: string, splices: readonly Splice[]): string =>
  splices.toReversed().reduce((now, { start, end, text: put }) => now.slice(0, start) + put + now.slice(end), text);

test("bytes outside of the ranges are identical and the result decodes to the expected text", async () => {
  await fc.assert(
    fc.asyncProperty(cases, async ({ charset, chars, cuts, marks }) => {
      const codec = await codecFor(charset);
      const text = chars.join("");
      const splices = splicesOf(chars, cuts);
      const head = Buffer.concat(Array.from({ length: marks }, () => codec.mark));
      const before = Buffer.concat([head, codec.encode(text)]);
      const after = spliceBytes(before, text, codec, splices);

      expect(decodeExactly(after.subarray(markLength(after, codec)), codec)).toBe(edited(text, splices));
      const kept = splices[0]?.start === 0 ? Math.min(marks, 1) * codec.mark.length : head.length;
      expect(markLength(after, codec)).toBe(kept);
      const size = (piece: string): number => codec.encode(piece).length;
      let from = { before: head.length, after: kept, text: 0 };
      for (const { start, end, text: put } of [...splices, { start: text.length, end: text.length, text: "" }]) {
        const same = size(text.slice(from.text, start));
        const left = before.subarray(from.before, from.before + same);
        expect(after.subarray(from.after, from.after + same).equals(left)).toBe(true);
        from = {
          before: from.before + same + size(text.slice(start, end)),
          after: from.after + same + size(put),
          text: end,
        };
      }
      expect(from.after).toBe(after.length);
    }),
    { numRuns: 500 },
  );
});

test("a range that cuts a character in two is refused", async () => {
  const codec = await codecFor("utf16le");
  const cut = (start: number, end: number) => () =>
    spliceBytes(codec.encode("a😀b"), "a😀b", codec, [{ start, end, text: "x" }]);
  expect(cut(2, 3)).toThrow("cuts a character");
  expect(cut(1, 2)).toThrow("cuts a character");
  expect(cut(1, 3)().toString("utf16le")).toBe("axb");
});

test.each([
  [[{ start: 2, end: 1, text: "" }]],
  [[{ start: 0, end: 9, text: "" }]],
  [
    [
      { start: 1, end: 2, text: "" },
      { start: 0, end: 1, text: "" },
    ],
  ],
])("ranges that are out of order or out of the text are refused: %j", async (splices) => {
  const codec = await codecFor("utf8");
  expect(() => spliceBytes(Buffer.from("abc"), "abc", codec, splices)).toThrow("out of");
});

test("two characters that a charset writes as one unit are not cut apart", async () => {
  const codec = await codecFor("big5hkscs");
  const text = "x\u00ca\u0304y";
  const bytes = codec.encode(text);
  expect(() => spliceBytes(bytes, text, codec, [{ start: 2, end: 3, text: "" }])).toThrow("can't be cut");
});

test("a whole replacement keeps at most one mark", async () => {
  const codec = await codecFor("utf16be");
  const bytes = Buffer.from("fefffeff0061", "hex");
  expect(replaceBytes(bytes, "\uFEFFb", codec).toString("hex")).toBe("feff0062");
  expect(replaceBytes(Buffer.alloc(0), "b", codec).toString("hex")).toBe("0062");
});
