// Long because each rule of matching is one small test through one `check`.
import { expect, test } from "vitest";
import type { Diagnostic, Language } from "../../../../src/core/operations/ports";
import { edit } from "../../../../src/core/tools/edit";
import { memoryFiles } from "../../../fakes/memoryFiles";
import { memoryPorts } from "../../../fakes/memoryPorts";
import { call } from "../calls";
import { fakeLanguage } from "../languageFake";

type Pair = readonly [oldText: string, newText: string];

/** Edits one file; gives what is in it then and what the model was told. */
async function apply(before: string, ...pairs: readonly Pair[]) {
  const ports = memoryPorts({ files: memoryFiles({ "a.ts": before }) });
  const edits = pairs.map(([oldText, newText]) => ({ oldText, newText }));
  const { text, details, prepared } = await call(edit, { path: "a.ts", edits }, { ports });
  return { after: ports.files.text("a.ts"), text, details, prepared };
}

async function check(before: string, pairs: readonly Pair[], expected: string, told?: string) {
  const { after, text } = await apply(before, ...pairs);
  expect(after).toBe(expected);
  if (told !== undefined) expect(text).toContain(told);
}

const fails = (before: string, ...pairs: readonly Pair[]) => expect(apply(before, ...pairs)).rejects;

test("replaces the one place", () => check("a\nb\nc\n", [["b", "B"]], "a\nB\nc\n", "Edited a.ts: 1 change."));

test("says nothing of how an exact match matched", async () => {
  expect((await apply("a\nb\n", ["b", "B"])).text).toBe("Edited a.ts: 1 change.");
});

test("finds all edits in the file as it was before the call", () =>
  check(
    "one two",
    [
      ["one", "two"],
      ["two", "three"],
    ],
    "two three",
    "2 changes",
  ));

test("edits that touch are fine", () =>
  check(
    "abcd",
    [
      ["cd", "2"],
      ["ab", "1"],
    ],
    "12",
  ));

test("names both edits that overlap, in the order of the call", () =>
  fails("abc x\n", ["bc", "1"], ["x", "y"], ["ab", "2"]).toMatchObject({
    code: "invalid_argument",
    message: "edits[0] and edits[2] overlap at line 1.",
  }));

test("a place that occurs more than once is refused with its lines", () =>
  fails("x\ny\nx\n", ["x", "z"]).toMatchObject({
    code: "multiple_matches",
    message: "edits[0].oldText occurs 2 times in a.ts, at lines 1, 3.",
  }));

test("shows the first five lines of many", () =>
  fails("x\n".repeat(7), ["x", "z"]).toMatchObject({
    message: "edits[0].oldText occurs 7 times in a.ts, at lines 1, 2, 3, 4, 5, ....",
  }));

test("occurrences that overlap each other are more than one", () =>
  fails("aaa", ["aa", "b"]).toMatchObject({ code: "multiple_matches", message: expect.stringContaining("2 times") }));

test("nothing is written when one of several edits fails", async () => {
  const ports = memoryPorts({ files: memoryFiles({ a: "1 2" }) });
  const edits = [
    { oldText: "1", newText: "x" },
    { oldText: "9", newText: "y" },
  ];
  await expect(call(edit, { path: "a", edits }, { ports })).rejects.toMatchObject({ code: "no_match" });
  expect(ports.files.text("a")).toBe("1 2");
});

test("edits that change nothing are an error", () => fails("a", ["a", "a"]).toMatchObject({ code: "no_change" }));

test("an edit that changes nothing beside one that does is fine", () =>
  check(
    "a b",
    [
      ["a", "a"],
      ["b", "c"],
    ],
    "a c",
  ));

test.each([[{ path: "a", edits: [] }], [{ path: "a", edits: [{ oldText: "", newText: "x" }] }]])("refuses %j", (args) =>
  expect(call(edit, args)).rejects.toMatchObject({ code: "invalid_argument" }),
);

test("a missing file is to be written, not edited", () =>
  expect(call(edit, { path: "nope", edits: [{ oldText: "a", newText: "b" }] })).rejects.toMatchObject({
    code: "not_found",
    hint: "Use write to create it.",
  }));

test.each(["$&", "$1$$", "\\n\\#\\\\", "&amp;", "\u2713 \u{1F600}", "`{x}`"])(
  "takes %s literally on both sides",
  async (data) => {
    await check(`<${data}>`, [[data, "x"]], "<x>");
    await check("<x>", [["x", data]], `<${data}>`);
  },
);

test("text that only looks escaped is found as it is", () =>
  check("separator=\\n\\#\n", [["separator=\\n\\#", "separator=\\t"]], "separator=\\t\n", "Edited a.ts: 1 change."));

test("text with line feeds matches a file with carriage returns, whose line ends stay", () =>
  check("a\r\nb\r\nc\r\n", [["a\nb", "a\nB\nnew"]], "a\r\nB\r\nnew\r\nc\r\n", "edits[0] matched loosely"));

test("new lines take the line end around them in a file with both", () =>
  check(
    "a\r\nb\nc\nd\r\n",
    [
      ["a", "a\n1"],
      ["c", "c\n2"],
    ],
    "a\r\n1\r\nb\nc\n2\nd\r\n",
  ));

test("never writes two carriage returns", () => check("a\r\nb\r\n", [["a\r\nb", "a\r\nx\r\nb"]], "a\r\nx\r\nb\r\n"));

test("a line end of the model's own does not get into the file", () => check("a\nb\n", [["a", "a\r\nx"]], "a\nx\nb\n"));

test("old line ends are matched and kept", () => check("a\rb\rc", [["a\nb", "a\nx\nb"]], "a\rx\rb\rc"));

test("a carriage return inside a line is a character", () => check("a\rb\nc\n", [["c", "x\ry"]], "a\rb\nx\ry\n"));

test("blanks at line ends may differ, and stay where nothing changes", () =>
  check("a  \nb\t\nc  \n", [["a\nb\n", "a\nB\n"]], "a  \nB\nc  \n", "loosely"));

test("blanks that the file lacks at a line's end do not matter", () =>
  check("a\nb\n", [["b  ", "B"]], "a\nB\n", "loosely"));

test("blanks behind a loose match are not part of it", () =>
  check(
    "“a”  \nb“c” ",
    [
      ['"a"', "x"],
      ['"c"', "y"],
    ],
    "x  \nby ",
  ));

test("blanks at the end of what is wanted are only those at a line's end", () =>
  check("f(“x”)y\nf(“x”)\n", [['f("x") ', "g()"]], "f(“x”)y\ng()\n"));

test("blanks inside a line do matter", () =>
  fails("if (a) b\n", ["if (a)  b", "x"]).toMatchObject({ code: "no_match" }));

test("typographic characters may differ; only lines that change are written", () =>
  check(
    "say “hi” – ok\nleave ‘this’ alone\nend\u00A0here\n",
    [["say \"hi\" - ok\nleave 'this' alone\nend here", "say \"ho\" - ok\nleave 'this' alone\nend here"]],
    'say "ho" - ok\nleave ‘this’ alone\nend\u00A0here\n',
    "loosely",
  ));

test("composed and decomposed letters match", () =>
  check("x = cafe\u0301;\n", [["caf\u00E9", "tea"]], "x = tea;\n", "loosely"));

test("half of one character is not matched", () =>
  fails("o\uFB01ce\n", ["ice", "x"]).toMatchObject({ code: "no_match" }));

test("a loose match has to be the only one too", () =>
  fails("“a”\n‘b’\n“a”\n", ['"a"', "x"]).toMatchObject({
    code: "multiple_matches",
    message: expect.stringContaining("lines 1, 3"),
  }));

test("takes one level of escaping off when only that matches, and says so", () =>
  check(
    'write!(f, "[ {} ]", x)\n',
    [['write!(f, \\"[ {} ]\\", x)', 'write!(f, \\"( {} )\\", x)']],
    'write!(f, "( {} )", x)\n',
    "one level of escaping was taken off oldText and newText",
  ));

test("leaves a new text alone that was not escaped", () =>
  check('f("a")\n', [['f(\\"a\\")', 'f("b\\n")']], 'f("b\\n")\n', "taken off oldText."));

test("shows the nearest place when nothing matches, and marks what differs", () =>
  fails("// x\nfunction add(a, b) {\n\treturn a + b;\n}\n", [
    "function add(a, b) {\n    return a + b;\n}",
    "",
  ]).toMatchObject({
    code: "no_match",
    message: [
      "edits[0].oldText is not in a.ts. Nearest, lines 2-4 (> differs):",
      "  function add(a, b) {",
      "> \treturn a + b;",
      "  }",
      'oldText has there: "    return a + b;"',
    ].join("\n"),
  }));

test("shows at most twelve lines around the first difference", async () => {
  const file = Array.from({ length: 40 }, (_, index) => `const value${index} = compute(${index});\n`);
  const wanted = file.slice(5, 35).map((line, index) => (index === 20 ? "const other = 1;\n" : line));
  const error = await apply(file.join(""), [wanted.join(""), "x"]).catch((thrown) => thrown);
  expect(error.message).toContain("Nearest, lines 23-34 (> differs):\n  const value22");
  expect(error.message.split("\n").filter((line: string) => /^[ >] /.test(line))).toHaveLength(12);
  expect(error.message).toContain("> const value25");
});

test("says so when nothing in the file is alike", () =>
  fails("alpha\nbeta\n", ["qqqq zzzz wwww", ""]).toMatchObject({
    message: expect.stringContaining("Nothing in the file resembles it."),
  }));

test("the card shows the change and the gate gets the hash that was shown", async () => {
  const { prepared } = await apply("1\n2\n3\n", ["2", "two"]);
  expect(prepared.preview).toMatchObject({ before: "1\n2\n3\n", after: "1\ntwo\n3\n", added: 1, removed: 1 });
  expect(prepared.effects.writes).toEqual([{ path: "a.ts", hash: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
});

test("people get a compact diff", async () => {
  const { details } = await apply("1\n2\n3\n4\n5\n6\n7\n8\n9\n", ["5", "five"]);
  expect(details).toEqual({
    kind: "diff",
    path: "a.ts",
    created: false,
    added: 1,
    removed: 1,
    unified: "@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n",
  });
});

test("refuses when the file changed after it was shown", async () => {
  const ports = memoryPorts({ files: memoryFiles({ a: "1\n" }) });
  const files = {
    ...ports.files,
    change: (...args: Parameters<typeof ports.files.change>) => {
      ports.files.set("a", "1\nbehind\n");
      return ports.files.change(...args);
    },
  };
  const input = { path: "a", edits: [{ oldText: "1", newText: "2" }] };
  await expect(call(edit, input, { ports: { ...ports, files } })).rejects.toMatchObject({
    code: "precondition_failed",
  });
});

test("tells what a formatter changed on save", async () => {
  const ports = memoryPorts({ files: memoryFiles({ a: "x = 1;\ny = 1;\n" }) });
  const files = {
    ...ports.files,
    change: async (...args: Parameters<typeof ports.files.change>) => ({
      ...(await ports.files.change(...args)),
      text: "x = 2;\ny = 1;\n",
      savedUnsaved: true,
    }),
  };
  const input = { path: "a", edits: [{ oldText: "x = 1;", newText: "x=2" }] };
  const { text, details } = await call(edit, input, { ports: { ...ports, files } });
  expect(text).toContain("unsaved changes in this file were saved");
  expect(text).toContain("On save the editor changed more:\n@@ -1,2 +1,2 @@\n-x=2\n+x = 2;\n y = 1;");
  expect(details).toMatchObject({ unified: "@@ -1,2 +1,2 @@\n-x = 1;\n+x = 2;\n y = 1;\n" });
});

test.each([
  [{ source: "editor" }, ["saves_unsaved"]],
  [{ atomic: false }, ["not_atomic"]],
  [{}, []],
] as const)("what the card must say beside the diff is prepared from the snapshot: %j", async (more, notes) => {
  const ports = memoryPorts({ files: memoryFiles({ a: "x = 1;\n" }) });
  const snapshot: typeof ports.files.snapshot = async (...args) => ({
    ...(await ports.files.snapshot(...args)),
    ...more,
  });
  const input = { path: "a", edits: [{ oldText: "1", newText: "2" }] };
  const { prepared } = await call(edit, input, { ports: { ...ports, files: { ...ports.files, snapshot } } });
  expect(prepared.notes).toEqual(notes);
});

const problem = (line: number): Diagnostic => ({
  path: "/workspace/a",
  line,
  severity: "error",
  message: `bad ${line}`,
  source: "ts",
});

function language(found: readonly Diagnostic[] | Error): Language & { readonly asked: unknown[] } {
  const asked: unknown[] = [];
  return {
    ...fakeLanguage(),
    asked,
    diagnostics: () => [problem(99)],
    async newDiagnostics(...args) {
      asked.push(args.slice(0, 3));
      if (found instanceof Error) throw found;
      return found;
    },
  };
}

const withLanguage = (found: readonly Diagnostic[] | Error) => {
  const editor = language(found);
  const ports = memoryPorts({ files: memoryFiles({ a: "1\n" }), language: editor });
  return { editor, ports, told: call(edit, { path: "a", edits: [{ oldText: "1", newText: "2" }] }, { ports }) };
};

test("tells the problems that are new, with those before the change to compare with", async () => {
  const { editor, told } = withLanguage([problem(1)]);
  expect((await told).text).toBe("Edited a: 1 change.\nNew problems:\nline 1: error: bad 1 (ts)");
  expect(editor.asked).toEqual([["/workspace/a", [problem(99)], 1500]]);
});

test("tells at most twenty problems and how many more there are", async () => {
  const { told } = withLanguage(Array.from({ length: 23 }, (_, index) => problem(index)));
  const { text } = await told;
  expect(text.split("\n").filter((line) => line.startsWith("line "))).toHaveLength(20);
  expect(text).toContain("(3 more)");
});

test("an edit that is made stays made when the editor has no answer", async () => {
  const { ports, told } = withLanguage(new Error("stopped"));
  expect((await told).text).toBe("Edited a: 1 change.");
  expect(ports.files.text("a")).toBe("2\n");
});
