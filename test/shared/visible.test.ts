import fc from "fast-check";
import { expect, test } from "vitest";
import { bounded, visible } from "../../src/shared/visible";

test.each([
  ["npm test -- --grep 'a b'", "npm test -- --grep 'a b'"],
  ["echo Grüße 你好 🙂", "echo Grüße 你好 🙂"],
  ["a\nb", "a\nb"],
  ["a\tb", "a\\u{9}b"],
  ["a\rb", "a\\u{D}b"],
  ["a\u001b[2Kb", "a\\u{1B}[2Kb"],
  ["a\u0000b\u007fc\u0085d", "a\\u{0}b\\u{7F}c\\u{85}d"],
  ["rm\u200B -rf", "rm\\u{200B} -rf"],
  ["a\u2060b\uFEFFc\u00ADd\u034Fe", "a\\u{2060}b\\u{FEFF}c\\u{AD}d\\u{34F}e"],
  ["a\u202Etxt.exe\u202C", "a\\u{202E}txt.exe\\u{202C}"],
  ["a\u2066b\u2069", "a\\u{2066}b\\u{2069}"],
  ["a\u00A0b\u3000c\u2003d\u2800e", "a\\u{A0}b\\u{3000}c\\u{2003}d\\u{2800}e"],
  ["a\u2028b\u2029c", "a\\u{2028}b\\u{2029}c"],
  ["a\uFE0Fb\u{E0041}c\u3164d", "a\\u{FE0F}b\\u{E0041}c\\u{3164}d"],
  ["a\uD800b", "a\\u{D800}b"],
])("F48: shows %j as %j", (text, shown) => {
  expect(visible(text)).toBe(shown);
});

test("F48: padding can't push the rest out of sight", () => {
  expect(visible(`ls${" ".repeat(300)}; rm x`)).toBe("ls\\u{20}×300; rm x");
  expect(visible(`ls${"\t".repeat(80)}; rm x`)).toBe("ls\\u{9}×80; rm x");
  expect(visible(`ls${"\n".repeat(80)}rm x`)).toBe("ls\\u{A}×80rm x");
  expect(visible(`ls${" \n".repeat(40)}rm x`)).toBe("ls\\u{20}\\u{A}×80rm x");
});

test("keeps what the place it is drawn in asks for", () => {
  expect(visible("a\tb\nc", "\n\t")).toBe("a\tb\nc");
  expect(visible("a\nb", "")).toBe("a\\u{A}b");
});

test("leaves no hidden character in any text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      expect(visible(text)).not.toMatch(/[^\P{C}\n\p{Co}\p{Cn}]|[^\P{Z} ]|\p{Default_Ignorable_Code_Point}/u);
    }),
  );
});

test("keeps a text that fits, else its head and tail with what is missing between", () => {
  expect(bounded("abcdef", 6)).toBe("abcdef");
  expect(bounded("abcdefgh", 4)).toBe("ab\n… 4 of 8 characters left out …\ngh");
});

test("never cuts a character in two", () => {
  expect(bounded(`a🙂${"x".repeat(20)}🙂b`, 4)).toBe("a\n… 24 of 26 characters left out …\nb");
});
