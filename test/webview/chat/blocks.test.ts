import fc from "fast-check";
import { expect, test } from "vitest";
import { blockSplitter, MAX_BLOCK } from "../../../webview/chat/blocks";

function check(text: string, done: readonly string[], tail: string) {
  expect(blockSplitter(0)(text)).toEqual({ done, tail });
}

test("a blank line ends a paragraph once the next one begins", () => {
  check("One.\n\n", [], "One.\n\n");
  check("One.\n\nTwo.", [], "One.\n\nTwo.");
  check("One.\n\nTwo.\n", ["One.\n\n"], "Two.\n");
});

test("blank lines inside of a fence end nothing, its closing line does", () => {
  check("```js\na\n\nb\n", [], "```js\na\n\nb\n");
  check("```js\na\n\nb\n```\nafter", ["```js\na\n\nb\n```\n"], "after");
});

test("a fence right below a paragraph begins a block", () => check("Look:\n```\nx\n", ["Look:\n"], "```\nx\n"));

test("a longer fence is not closed by a shorter one", () => check("````\n```\n\nx\n", [], "````\n```\n\nx\n"));

test("items of a list stay together over blank lines, and so does what is indented below them", () => {
  check("1. a\n\n2. b\n\n   more\n", [], "1. a\n\n2. b\n\n   more\n");
  check("- a\n\nText.\n", ["- a\n\n"], "Text.\n");
});

test("a fence inside of a list item does not end the list", () =>
  check("- a\n  ```\n  x\n\n  ```\n- b\n", [], "- a\n  ```\n  x\n\n  ```\n- b\n"));

test("a list below a paragraph keeps its items together too", () =>
  check("Look:\n\n- a\n\n- b\n", ["Look:\n\n"], "- a\n\n- b\n"));

test("short blocks stay together until there is enough to set aside", () => {
  const { done, tail } = blockSplitter(10)("One.\n\nTwo.\n\nThree.\n\nFour.\n");
  expect([done, tail]).toEqual([["One.\n\nTwo.\n\n"], "Three.\n\nFour.\n"]);
});

test("a text that does not go on from the former one starts over", () => {
  const split = blockSplitter(0);
  split("One.\n\nTwo.\n");
  expect(split("Other")).toEqual({ done: [], tail: "Other" });
});

test("an endless fence is cut at a line and opened again", () => {
  const line = `${"x".repeat(99)}\n`;
  const { done, tail } = blockSplitter()(`\`\`\`ts\n${line.repeat(400)}`);
  expect(done.length).toBeGreaterThan(1);
  expect([...done.slice(1), tail].every((block) => block.startsWith("```ts\nx"))).toBe(true);
});

test("never cuts a character of two units in halves", () => {
  const { done } = blockSplitter()(`a${"😀".repeat(MAX_BLOCK)}`);
  expect(done[0]).toMatch(/😀$/u);
});

const LINES = fc.constantFrom(
  "text",
  "",
  "- item",
  "  indented",
  "```",
  "```js",
  "~~~",
  "# Title",
  "1. one",
  "    ```",
);

test("however a text arrives, its blocks are the same and lose nothing", () => {
  fc.assert(
    fc.property(fc.array(LINES), fc.array(fc.nat(12)), (lines, steps) => {
      const text = lines.join("\n");
      const whole = blockSplitter(0)(text);
      const split = blockSplitter(0);
      let end = 0;
      for (const step of steps) {
        end = Math.min(text.length, end + step);
        split(text.slice(0, end));
      }
      expect(split(text)).toEqual(whole);
      expect(whole.done.join("") + whole.tail).toBe(text);
    }),
  );
});

test("no growing block is longer than the limit, without a blank line or a line end in sight", () => {
  fc.assert(
    fc.property(fc.constantFrom("word ", "x", "line\n"), fc.integer({ min: 1, max: 60_000 }), (piece, length) => {
      const { done, tail } = blockSplitter()(piece.repeat(length).slice(0, length));
      expect(Math.max(tail.length, ...done.map((block) => block.length))).toBeLessThanOrEqual(MAX_BLOCK);
    }),
    { numRuns: 30 },
  );
});
