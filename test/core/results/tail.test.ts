import fc from "fast-check";
import { expect, test } from "vitest";
import { Tail } from "../../../src/core/results/tail";

const limits = { lines: 5, bytes: 40 };

/** The same, slowly. */
function expected(whole: string): string {
  const lines = (whole.match(/[^\n]*\n|[^\n]+$/g) ?? []).slice(-limits.lines);
  while (lines.length > 1 && Buffer.byteLength(lines.join("")) > limits.bytes) lines.shift();
  const chars = [...lines.join("")];
  while (Buffer.byteLength(chars.join("")) > limits.bytes) chars.shift();
  return chars.join("");
}

const pieces = fc.array(fc.stringMatching(/^[a-z\né漢😀]{0,30}$/u), { maxLength: 30 });

test("keeps the last lines that fit both limits, however the text comes", () => {
  fc.assert(
    fc.property(pieces, (all) => {
      const tail = new Tail(limits);
      for (const piece of all) tail.push(piece);
      const whole = all.join("");
      const text = tail.text();
      expect(text).toBe(expected(whole));
      expect(tail.droppedBytes).toBe(Buffer.byteLength(whole) - Buffer.byteLength(text));
      expect(tail.droppedLines).toBe(whole.split("\n").length - text.split("\n").length);
      expect(tail.totalBytes).toBe(Buffer.byteLength(whole));
    }),
  );
});

test("knows before a piece is added whether something would be dropped", () => {
  fc.assert(
    fc.property(pieces, (all) => {
      const tail = new Tail(limits);
      for (const piece of all.filter(Boolean)) {
        const fits = tail.fits(piece);
        tail.push(piece);
        tail.text();
        expect(fits).toBe(tail.droppedBytes === 0);
      }
    }),
  );
});

test("its memory does not grow with the stream", () => {
  const tail = new Tail({ lines: 2_000, bytes: 48 * 1024 });
  for (let index = 0; index < 20_000; index += 1) tail.push(`${"x".repeat(500)}\n`);
  expect(tail.text().length).toBeLessThanOrEqual(48 * 1024);
  expect(tail.totalBytes).toBe(20_000 * 501);
});
