import fc from "fast-check";
import { expect, test } from "vitest";
import { PlainText } from "../../../src/core/results/plain";

function plain(...pieces: readonly string[]): string {
  const text = new PlainText();
  return pieces.map((piece) => text.push(piece)).join("") + text.end();
}

test.each([
  ["colours", "\x1b[1;31mred\x1b[0m \x1b[38:5:12mx\x1b[m", "red x"],
  ["cursor moves", "a\x1b[2K\x1b[1G\x1b[?25lb", "ab"],
  ["titles", "\x1b]0;my title\x07text", "text"],
  ["links", "\x1b]8;;https://example.org\x1b\\link\x1b]8;;\x1b\\", "link"],
  ["character sets", "\x1b(Bx\x1b=y", "xy"],
  ["eight-bit control sequences", "\x9b31mred", "red"],
])("takes out %s", (_, raw, expected) => expect(plain(raw)).toBe(expected));

test.each([
  ["line ends of Windows", "a\r\nb\r\n", "a\nb\n"],
  ["a progress line that ended", " 1%\r 50%\r100%\ndone\n", "100%\ndone\n"],
  ["a progress line that ended in carriage returns", "1%\r2%\r\r\n", "2%\n"],
  ["a progress line that never ended", "x\n1%\r2%\r", "x\n2%"],
])("of %s the last state stays", (_, raw, expected) => expect(plain(raw)).toBe(expected));

test("text comes out the same however it is cut into pieces", () => {
  const part = fc.constantFrom(
    "a",
    "\r\r\n",
    "\x1b[31m",
    "\x1b[0m",
    "\r",
    "\n",
    "\r\n",
    "50%",
    "\x1b]0;t\x07",
    "é",
    "  ",
  );
  fc.assert(
    fc.property(
      fc.array(part).map((parts) => parts.join("")),
      fc.array(fc.nat(), { maxLength: 6 }),
      (raw, cuts) => {
        const places = [0, ...cuts.map((cut) => cut % (raw.length + 1)).sort((a, b) => a - b), raw.length];
        const pieces = places.slice(1).map((end, index) => raw.slice(places[index], end));
        expect(plain(...pieces)).toBe(plain(raw));
      },
    ),
  );
});

test("passes on finished lines at once", () => {
  const text = new PlainText();
  expect(text.push("one\ntw")).toBe("one\n");
  expect(text.push("o\n")).toBe("two\n");
});

test("an endless line does not pile up", () => {
  const text = new PlainText();
  const out = Array.from({ length: 100 }, () => text.push("x".repeat(1000))).join("");
  expect(out.length).toBeGreaterThan(80_000);
  expect((out + text.end()).length).toBe(100_000);
});

test.each(["\x1b[?1049h", "\x1b[?1047h", "\x1b[?47h"])(
  "notices a full-screen program, even in two pieces",
  (sequence) => {
    for (let cut = 0; cut <= sequence.length; cut += 1) {
      const text = new PlainText();
      text.push(`x${sequence.slice(0, cut)}`);
      text.push(`${sequence.slice(cut)}y`);
      expect(text.interactive).toBe(true);
    }
    expect(new PlainText().interactive).toBe(false);
  },
);
