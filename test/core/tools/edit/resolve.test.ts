import fc from "fast-check";
import { expect, test } from "vitest";
import { ToolError } from "../../../../src/core/operations/failure";
import type { FileSnapshot } from "../../../../src/core/operations/files";
import { LoosenedView } from "../../../../src/core/tools/edit/loosened";
import { type Edit, resolveEdits } from "../../../../src/core/tools/edit/resolve";

const snapshot = (text: string, eol: "\n" | "\r\n" = "\n"): FileSnapshot => ({
  path: { shown: "a", real: "/a", kind: "file", root: undefined, size: text.length, dangling: false },
  exists: true,
  text,
  hash: "h",
  charset: "utf8",
  eol,
  source: "disk",
});

/** Characters that a careless replacement would read as instructions, and others that are awkward. */
const piece = fc.constantFrom(
  "$&",
  "$1",
  "$$",
  "\\n",
  "\\",
  "&amp;",
  "“",
  "–",
  "\u00A0",
  "é",
  "e\u0301",
  "漢",
  "\u{1F600}",
  " ",
  "\t",
  "a",
  "b",
  "\n",
  "\n\n",
);
const data = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(""));

/** A text whose parts `<0>` ... `<n>` are unique, and an edit for some of them. */
const task = fc.array(fc.tuple(data, data, fc.boolean()), { minLength: 1, maxLength: 8 }).chain((parts) =>
  fc
    .shuffledSubarray(
      parts.map((_, index) => index),
      { minLength: 1 },
    )
    .map((order) => ({ parts, order })),
);

const marked = (index: number, text: string): string => `<${index}>${text}</${index}>`;

test("applies any edits exactly, whatever is in them and in whatever order they come", () => {
  fc.assert(
    fc.property(task, data, ({ parts, order }, between) => {
      const edited = new Set(order);
      const text = parts.map(([old], index) => marked(index, old) + between).join("");
      const expected = parts
        .map(([old, put], index) => marked(index, edited.has(index) ? put : old) + between)
        .join("");
      const edits = order.map(
        (index): Edit => ({
          oldText: marked(index, parts[index]?.[0] ?? ""),
          newText: marked(index, parts[index]?.[1] ?? ""),
        }),
      );
      expect(outcome(text, edits)).toBe(expected === text ? "no_change" : expected);
    }),
  );
});

function outcome(text: string, edits: readonly Edit[]): string {
  try {
    return resolveEdits(snapshot(text), edits).after;
  } catch (error) {
    return error instanceof ToolError ? error.code : String(error);
  }
}

test("changes only lines that it touches, with any line ends and look-alikes around", () => {
  const end = fc.constantFrom("\n", "\r\n");
  const line = fc.constantFrom("a “b”", "c – d", "e\u00A0f", "g  ", "h\t", "ﬁ", "e\u0301");
  fc.assert(
    fc.property(fc.array(fc.tuple(line, end)), fc.array(fc.tuple(line, end)), end, (head, tail, own) => {
      const join = (lines: readonly (readonly [string, string])[]): string => lines.flat().join("");
      const text = `${join(head)}“target” one${own}“target” two${own}${join(tail)}`;
      const { after } = resolveEdits(snapshot(text), [
        { oldText: '"target" one\n"target" two', newText: '"target" one\nnew\nlast' },
      ]);
      expect(after).toBe(`${join(head)}“target” one${own}new${own}last${own}${join(tail)}`);
    }),
  );
});

test("a loosened view finds each of its lines where the original has it", () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.tuple(
          data.filter((text) => !text.includes("\n")),
          fc.constantFrom("\n", "\r\n"),
        ),
      ),
      (lines) => {
        const original = lines.map(([text, end], index) => `«${index}»${text}«${end}`).join("");
        const view = new LoosenedView(original);
        for (const [index, [text]] of lines.entries()) {
          const [range] = view.find(`«${index}»${text}«`).first;
          expect(original.slice(range?.start, range?.end)).toBe(`«${index}»${text}«`);
        }
      },
    ),
  );
});

test("finds a text that occurs a million times in no time", () => {
  expect(() => resolveEdits(snapshot("a".repeat(1_000_000)), [{ oldText: "a".repeat(400_000), newText: "" }])).toThrow(
    expect.objectContaining({ code: "multiple_matches" }),
  );
});

test("a long run of blanks inside a line is no trap", () => {
  const text = `${" ".repeat(200_000)}x`;
  expect(() => resolveEdits(snapshot(text), [{ oldText: "“y”", newText: "" }])).toThrow(
    expect.objectContaining({ code: "no_match" }),
  );
});
