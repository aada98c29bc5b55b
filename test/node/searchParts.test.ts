import fc from "fast-check";
import { expect, test } from "vitest";
import { expandBraces } from "../../src/core/gate/braces";
import { cutLine } from "../../src/node/search/cut";
import { endingsOf, globTest } from "../../src/node/search/globs";
import { type Record, Records } from "../../src/node/search/records";

test("records are the same however their chunks were cut", () => {
  const texts = fc.array(fc.string({ unit: "grapheme" }).map((text) => text.replaceAll("\n", "")));
  fc.assert(
    fc.property(texts, fc.array(fc.nat(40), { minLength: 1 }), (lines, sizes) => {
      const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(""));
      const records = new Records(0x0a);
      const got: Record[] = [];
      for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
        const size = 1 + (sizes[turn % sizes.length] ?? 0);
        records.take(bytes.subarray(at, at + size), (record) => void got.push(record));
        at += size;
      }
      expect(got).toEqual(lines.map((text) => ({ text })));
    }),
  );
});

test("no record is given after enough were taken", () => {
  const got: Record[] = [];
  const take = (record: Record) => (got.push(record) === 2 ? "enough" : undefined);
  expect(new Records(0x0a).take(Buffer.from("a\nb\nc\n"), take)).toBe("enough");
  expect(got).toEqual([{ text: "a" }, { text: "b" }]);
});

test("of a record that is too long both ends are left", () => {
  const records = new Records(0x0a);
  const got: Record[] = [];
  for (let count = 0; count < 90; count += 1) records.take(Buffer.alloc(1 << 16, "ab"), () => undefined);
  records.take(Buffer.from("end\nnext\n"), (record) => void got.push(record));
  expect(got).toEqual([
    { head: "ab".repeat(2048), tail: `${"ab".repeat(2048).slice(3)}end`, bytes: 90 * 65_536 + 3 },
    { text: "next" },
  ]);
});

test("a cut line holds where it matched, whole characters and little more than it may", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 3_000 }), fc.nat(3_000), (text, at) => {
      const from = Math.min(at, Math.max(0, text.length - 1));
      const cut = cutLine(text, from);
      expect(cut.length).toBeLessThanOrEqual(402);
      expect(text).toContain(cut.replace(/^…|…$/g, ""));
      expect(/\p{Surrogate}/u.test(cut)).toBe(/\p{Surrogate}/u.test(text) && /\p{Surrogate}/u.test(cut));
    }),
  );
  expect(cutLine("x".repeat(1_000), 999)).toBe(`…${"x".repeat(400)}`);
  expect(cutLine("x".repeat(1_000), 0)).toBe(`${"x".repeat(400)}…`);
});

test("braces open as in a shell", () => {
  expect(expandBraces("a.{b,c{d,e}}")).toEqual(["a.b", "a.cd", "a.ce"]);
  expect(expandBraces("{a,b}/{c,d}")).toEqual(["a/c", "a/d", "b/c", "b/d"]);
  expect(expandBraces("{a}{b")).toEqual(["{a}{b"]);
  expect(expandBraces("{a,b}".repeat(20)).length).toBeLessThanOrEqual(200);
});

test("braces that would open into very many globs take no time, and a very long glob is refused", () => {
  const since = performance.now();
  expect(expandBraces("{a,b}".repeat(80))).toHaveLength(200);
  expect(performance.now() - since).toBeLessThan(1_000);
  expect(() => globTest("{".repeat(501))).toThrow("at most 500 characters");
});

test("only a glob that ends with a plain ending says what names can be passed over", () => {
  expect(endingsOf("src/**/*.{ts,d.ts}")).toEqual(["*.ts", "*.d.ts"]);
  for (const glob of ["src/**", "*.t*", "a.ts", "!*.ts", "*.ts/", "*.{ts,*}", "*.[ch]"])
    expect(endingsOf(glob)).toBeUndefined();
});

test("a glob that an ignore file would take for a comment is a glob", () => {
  expect(globTest("#a")("x/#a")).toBe(true);
  expect(globTest("!!a")("!a")).toBe(false);
});
