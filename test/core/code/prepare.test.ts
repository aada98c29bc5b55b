import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { prepareProgram } from "../../../src/core/code/prepare";

// biome-ignore lint/security/noGlobalEval: what is compared is what an engine makes of the text.
const evaluate = eval;

const KNOWN = new Set(["JSON", "String", "Array", "RegExp", "undefined", "tools"]);

/** What a program gives, run by the test itself: only for programs that the test wrote. */
async function value(source: string, globals: Readonly<Record<string, unknown>> = {}): Promise<unknown> {
  const prepared = prepareProgram(source, (name) => KNOWN.has(name));
  if ("refused" in prepared) throw new Error(prepared.refused);
  const lookUp = (name: string): unknown => {
    if (name in globals) return globals[name];
    throw new ReferenceError(`${name} was looked up`);
  };
  return evaluate(prepared.text)(lookUp);
}

const HOT = ["import(", "import.meta", "import /*", "eval(", "eval (", "<!--", "-->", "import.source('x')"];
const SES = [/(?:<!--|-->)/, /(^|[^.]|\.\.\.)\bimport(\s*(?:\(|\/[/*]))/, /(^|[^.])\beval(\s*\()/];

/** Texts of hot words and of what makes escaping hard. */
const hotText = fc
  .array(
    fc.oneof(
      fc.constantFrom(...HOT),
      fc.constantFrom("\\", "`", "$", "{", "${", "\n", "\r\n", "\u2028", '"', "'", "/", "i", "\0"),
      fc.string(),
    ),
    {
      maxLength: 8,
    },
  )
  .map((parts) => parts.join(""));

/** As people write strings: with escapes that need none, and lines that go on. */
const quoted = (text: string, quote: string): string => {
  const inner = text.replace(
    /[\\`$'"\r\n\u2028\u2029\0]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return quote + inner.replace(/</g, "\\<").replace(/^import/, "\\\nimport") + quote;
};

async function keeps(expression: string): Promise<void> {
  const source = `const value = ${expression};\nreturn value;`;
  const prepared = prepareProgram(source, (name) => KNOWN.has(name));
  if ("refused" in prepared) throw new Error(`${prepared.refused}: ${source}`);
  for (const pattern of SES) expect(prepared.text).not.toMatch(pattern);
  expect(prepared.text.split("\n").length - 1).toBe(source.split("\n").length);
  expect(await value(source)).toEqual(evaluate(`(${expression})`));
}

describe("hot words", () => {
  test("in strings stay what they are", () =>
    fc.assert(
      fc.asyncProperty(hotText, fc.constantFrom('"', "'"), (text, quote) => keeps(quoted(text, quote))),
      { numRuns: 300 },
    ));

  test("in templates stay what they are", () =>
    fc.assert(
      fc.asyncProperty(hotText, hotText, (one, two) => keeps(`\`${templated(one)}\${"import("}${templated(two)}\``)),
      { numRuns: 300 },
    ));

  test("in JSON, as models paste it, stay what they are", () =>
    fc.assert(
      fc.asyncProperty(fc.jsonValue(), hotText, (json, text) => keeps(JSON.stringify({ json, text, [text]: 1 }))),
      {
        numRuns: 200,
      },
    ));

  test("in regular expressions match what they matched", async () => {
    const texts = ["import(", "x<!--y", "-->", "eval(", "a-->b", "!", "-", "<", "import.", "xeval(1)"];
    const patterns = [
      ...[
        "/<!--/",
        "/-->/",
        "/(?<!--)>/",
        "/[<!--]/",
        "/[^<!-->]/g",
        "/import(.)?/",
        "/[import(]/",
        "/\\bimport(?=\\()/",
      ],
      ...[
        "/eval(\\(|x)/",
        "/(?<=x)eval\\(/",
        "/\\<!--/",
        "/\\-->/",
        "/import(?:\\.|\\()/",
        "/[\\w-->]/",
        "/(?<!-->)x/",
      ],
    ];
    for (const pattern of patterns) {
      await keeps(`${JSON.stringify(texts)}.map((text) => JSON.stringify(${pattern}.exec(text)))`);
    }
  });

  test("in comments and around operators change nothing", async () => {
    await keeps("1 /* import('a') --> \n <!-- */ + 2 // eval(\n");
    expect(await value("let n = 3, m = 0; while (n-->0) m++; return [m, 5<!--n];")).toEqual([3, false]);
  });

  test("in a tagged template are refused, with the line", () => {
    const prepared = prepareProgram("const tag = (x) => x;\nreturn tag`import(`;", () => true);
    expect(prepared).toMatchObject({ refused: expect.stringContaining("tagged template"), line: 2 });
  });
});

const templated = (text: string): string => text.replace(/[\\`]|\$(?=\{)|\$$/g, "\\$&").replaceAll("\0", "\\x00");

describe("names", () => {
  const check = async (source: string, lookedUp: readonly string[]): Promise<void> => {
    const prepared = prepareProgram(source, (name) => KNOWN.has(name));
    if ("refused" in prepared) throw new Error(prepared.refused);
    const found = [...prepared.text.matchAll(/\$0\("(\w+)"\)/g)].map(([, name]) => name);
    expect(found).toEqual(lookedUp);
  };

  test.each([
    ["a reads", "return typo;", ["typo"]],
    ["typeof does not", "return typeof typo;", []],
    ["what is assigned is not read", "typo = 1; [typo] = [2]; ({ a: typo } = {}); typo++;", []],
    ["blocks end", "{ let a; } return a;", ["a"]],
    ["var and functions do not end with a block", "{ var a; } a; { function b() {} b(); }", []],
    ["parameters, defaults and rest", "((a, { b: [c] = d, ...e }, ...f) => [a, b, c, e, f])()", ["d", "b"]],
    [
      "arguments of functions, not of arrows",
      "function f() { return arguments; } return (() => arguments)() + f();",
      ["arguments"],
    ],
    ["catch", "try { x(); } catch ({ message }) { message; } message;", ["x", "message"]],
    ["loops", "for (const i of l) i; for (let j = 0; ; j) break; i; j;", ["l", "i", "j"]],
    [
      "classes",
      "class A extends B { [c] = d; #e = e; static { f; var g; } static h() { return A; } } g;",
      ["B", "c", "d", "e", "f", "g"],
    ],
    ["names of expressions", "(function f() { f; }); (class G { static x = G; }); f; G;", ["f", "G"]],
    ["properties and labels", "l: for (;;) { o.p; ({ q: 1, r }); o?.[s]; break l; }", ["o", "r", "o", "s"]],
  ] as const)("%s", (_title, source, lookedUp) => check(source, lookedUp));

  test("shorthands, constructors and tags keep what they do", async () => {
    class Box {
      constructor(readonly held: unknown) {}
    }
    const globals = { box: { Box }, Box, held: 1, tag: (parts: readonly string[]) => parts[0] };
    const source = "return [{ held }.held, new Box(2).held, new box.Box(3).held, tag`t`, new (box.Box)(held).held]";
    expect(await value(source, globals)).toEqual([1, 2, 3, "t", 1]);
  });

  test("a line that begins with one does not run on from the line above", async () => {
    expect(await value("let a = 1\nfree\nreturn a", { free: 1 })).toBe(1);
  });
});

describe("shapes of programs", () => {
  test.each([
    ["a last expression", "1;\n2", 2],
    ["a last expression of a name", "free", 7],
    ["an object in parentheses", "({ a: 1 })", { a: 1 }],
    ["a lone function", "async function main() { return free; }", 7],
    ["a lone function with a semicolon", "(async () => free);", 7],
    ["an exported function", "export default async () => free", 7],
    ["a fence", "```ts\nconst a: number = free;\na\n```", 7],
    ["CRLF", "const a = free\r\na\r\n", 7],
  ])("%s", async (_title, source, expected) => expect(await value(source, { free: 7 })).toEqual(expected));

  test.each([
    ["import fs from 'fs'", "import", 1],
    ["1;\nimport('x')", "import", 2],
    ["\nimport.meta", "import.meta", 2],
    ["export const a = 1", "export", 1],
    ["export default function named() {}", "export", 1],
    ["let a: number = 1;\nlet b = ;", "Unexpected token", 1],
    ["})(); (() => {", "closes more", undefined],
    ["with (a) {}", "with", 1],
    ["await: 1", "", 1],
  ])("%s is refused, with its line", (source, words, line) => {
    const prepared = prepareProgram(source, () => true);
    expect(prepared).toMatchObject({ refused: expect.stringContaining(words) });
    expect((prepared as { line?: number }).line).toBe(line);
  });

  test("depth is refused, not a crash", () => {
    for (const source of [
      `${"(".repeat(1e5)}1${")".repeat(1e5)}`,
      `${"-".repeat(0)}${"[".repeat(1e5)}`,
      "a=>".repeat(1e5),
    ]) {
      expect(prepareProgram(source, () => true)).toHaveProperty("refused");
    }
  });

  test("no text at all makes it throw, and what it gives can be compiled or is refused", () => {
    const pieces = [
      ...HOT,
      "}",
      "{",
      "(",
      ")",
      "`",
      "${",
      "//",
      "/*",
      "*/",
      "\n",
      "a",
      "=>",
      "async",
      "await",
      ";",
      "import",
      "export",
      "'",
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 12 }), (parts) => {
        const prepared = prepareProgram(parts.join(" "), (name) => name !== "eval");
        if ("refused" in prepared) return;
        for (const pattern of SES) expect(prepared.text).not.toMatch(pattern);
        expect(prepared.text).toMatch(/^\(async \(\$\d+\) => \{[\s\S]*\n\}\)$/);
      }),
      { numRuns: 2_000 },
    );
  });
});
