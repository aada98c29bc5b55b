import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { TerminalText } from "../../src/vscode/terminalText";

function through(...chunks: string[]): string {
  const text = new TerminalText();
  return chunks.map((chunk) => text.feed(chunk)).join("") + text.end();
}

describe("a command's output in a terminal", () => {
  test.each([
    ["line feeds become line ends", "a\nb", "a\r\nb"],
    ["line ends stay", "a\r\nb", "a\r\nb"],
    ["a lone return can't write over its line", "safe\rrm -rf", "safe\r\nrm -rf"],
    ["tabs stay", "a\tb", "a\tb"],
    ["colours stay", "\u001b[1;31mred\u001b[0m", "\u001b[1;31mred\u001b[0m"],
    ["colours by colons stay", "\u001b[38:2::1:2:3mx", "\u001b[38:2::1:2:3mx"],
    ["the cursor is not moved", "a\u001b[2A\u001b[Kb", "ab"],
    ["the screen is not cleared or switched", "\u001b[2J\u001b[?1049hx", "x"],
    ["the title is not set", "\u001b]0;title\u0007x", "x"],
    ["the clipboard is not touched", "\u001b]52;c;aGk=\u001b\\x", "x"],
    ["no link is made", "\u001b]8;;http://x\u001b\\text\u001b]8;;\u001b\\", "text"],
    ["nothing is asked of the terminal", "\u001b[6n\u001b[c\u001bPq\u001b\\x", "x"],
    ["C1 controls go", "a\u009b31mb\u0085c", "a31mbc"],
    ["bells and backspaces go", "a\u0007\b\bb", "ab"],
    ["text beyond ASCII stays", "汉字 👍 é", "汉字 👍 é"],
  ])("%s", (_, input, expected) => expect(through(input)).toBe(expected));

  test("it makes no difference where the chunks were cut", () => {
    const part = fc.constantFrom(
      "a",
      "\n",
      "\r",
      "\r\n",
      "\t",
      "\u001b[31m",
      "\u001b[2K",
      "\u001b]0;t\u0007",
      "\u001b]8;;u\u001b\\",
      "\u001b",
      "[",
      "m",
      "汉",
    );
    fc.assert(
      fc.property(fc.array(part), fc.array(fc.nat(30)), (parts, cuts) => {
        const whole = parts.join("");
        const text = new TerminalText();
        let at = 0;
        let got = "";
        for (const cut of cuts) {
          got += text.feed(whole.slice(at, at + cut));
          at += cut;
        }
        got += text.feed(whole.slice(at)) + text.end();
        expect(got).toBe(through(whole));
      }),
    );
  });

  test("nothing but text, line ends, tabs and colours ever comes out", () => {
    const unit = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom("\u001b", "\u001b[", "\u001b]", "m", ";", "\u009d", "1"),
    );
    fc.assert(
      fc.property(fc.array(unit), (parts) => {
        // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is looked for.
        const rest = through(...parts).replaceAll(/\u001b\[[0-9;:]*m|\r\n|\t/g, "");
        expect(rest).not.toMatch(/\p{Cc}/u);
      }),
    );
  });

  test("a sequence that never ends does not hold back what follows for ever", () => {
    expect(through(`\u001b]${"x".repeat(10_000)}`, "shown")).toBe("shown");
  });
});
