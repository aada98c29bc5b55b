import fc from "fast-check";
import { expect, test } from "vitest";
import { plainLine, plainText } from "../../../src/core/results/foreign";

test("what nobody can see goes: escapes, bidi, zero-width, tags, selectors", () => {
  const text = "a\u001b[2J\u001b]0;owned\u0007b\u202Ec\u202C d\u200Be\u{E0049}f\u{E0101}g\u3164h\u0000i\uFEFF";
  expect(plainText(text, 100)).toBe("abc defghi");
});

test("lines stay, whatever ends them", () => expect(plainText("a\r\nb\u2028c\td", 100)).toBe("a\nb\nc\td"));
test("a line is one line", () => expect(plainLine(" a\n\n b\u2028c ", 100)).toBe("a b c"));
test("words of every language stay", () => expect(plainText("日本語 ñ عربي 🙂", 100)).toBe("日本語 ñ عربي 🙂"));

test("what is too long is cut, and says so", () => {
  expect(plainText("x".repeat(50), 10)).toBe(`${"x".repeat(9)}…`);
  expect(plainText(`${"\u200B".repeat(100)}end`, 10)).toBe("…");
});

test("it is never longer than allowed, and always well formed", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.integer({ min: 1, max: 40 }), (text, max) => {
      const plain = plainText(text, max);
      expect(plain.length).toBeLessThanOrEqual(max);
      expect(plain).not.toMatch(/\p{Surrogate}/u);
      expect(plain).not.toMatch(/(?![\n\t])[\p{Cc}\p{Cf}]/u);
    }),
  );
});
