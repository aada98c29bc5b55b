import { expect, test } from "vitest";
import type { Diagnostic } from "../../../src/core/operations/ports";
import { diagnostics } from "../../../src/core/tools/diagnostics";
import { memoryFiles } from "../../fakes/memoryFiles";
import { memoryPorts } from "../../fakes/memoryPorts";
import { call, textOf } from "./calls";
import { fakeLanguage } from "./languageFake";

const NOTE = "[What the editor knows now. Files that are not open may not have been checked.]";

const problem = (path: string, line: number, change: Partial<Diagnostic> = {}): Diagnostic => ({
  path: `/workspace/${path}`,
  line,
  severity: "error",
  message: "bad",
  ...change,
});

function knowing(known: readonly Diagnostic[], mayRead: (path: string) => boolean = () => true) {
  const asked: unknown[] = [];
  const allDiagnostics = (below?: string) => {
    asked.push(below);
    return known;
  };
  const files = memoryFiles({ "src/a.ts": "", "src/b.ts": "", ".env": "" });
  return { asked, ports: memoryPorts({ files, language: fakeLanguage({ allDiagnostics }) }), powers: { mayRead } };
}

test("lists errors before warnings, by file and line, with who says so", async () => {
  const host = knowing([
    problem("src/b.ts", 3, { severity: "warning", message: "odd" }),
    problem("src/b.ts", 9),
    problem("src/a.ts", 4, { source: "ts" }),
    problem("src/a.ts", 2),
  ]);
  expect(await textOf(diagnostics, {}, host)).toBe(
    `3 errors, 1 warning:
src/a.ts:2: error: bad
src/a.ts:4: error: bad (ts)
src/b.ts:9: error: bad
src/b.ts:3: warning: odd
${NOTE}`,
  );
  expect(host.asked).toEqual([undefined]);
});

test("asks for what lies in a file or folder by its real path, and reads that path in the eyes of the gate", async () => {
  const host = knowing([]);
  const { text, prepared } = await call(diagnostics, { path: "src" }, host);
  expect(text).toBe(`No problems known in src.\n${NOTE}`);
  expect(host.asked).toEqual(["/workspace/src"]);
  expect(prepared.effects.reads).toEqual(["src"]);
});

test("leaves out files that the model may not see, unless the call is about that very file", async () => {
  const known = [problem(".env", 1), problem("src/a.ts", 1)];
  const host = knowing(known, (path) => !path.endsWith(".env"));
  expect(await textOf(diagnostics, {}, host)).not.toContain(".env");
  expect(await textOf(diagnostics, { path: ".env" }, host)).toContain(".env:1");
});

test("gives at most 200, the worst, and says how many more there are", async () => {
  const many = Array.from({ length: 205 }, (_, line) => problem("src/a.ts", line + 1, { severity: "warning" }));
  const text = await textOf(diagnostics, {}, knowing([...many, problem("src/b.ts", 1)]));
  expect(text).toContain("1 error, 205 warnings:\nsrc/b.ts:1: error: bad\nsrc/a.ts:1: warning");
  expect(text.match(/: (?:error|warning): /g)).toHaveLength(200);
  expect(text).toContain("(6 more; give a path to see fewer)");
});

test("keeps each problem on one line, and a long one short", async () => {
  const text = await textOf(
    diagnostics,
    {},
    knowing([problem("src/a.ts", 1, { message: `one\n  two ${"x".repeat(900)}` })]),
  );
  expect(text.split("\n")[1]).toMatch(/^src\/a\.ts:1: error: one two x+…$/);
  expect(text.length).toBeLessThan(700);
});

test("a path that leads nowhere is the model's to mend", () =>
  expect(call(diagnostics, { path: "nope" }, knowing([]))).rejects.toMatchObject({ code: "not_found" }));

test("a host without language services says so", () =>
  expect(call(diagnostics, {})).rejects.toMatchObject({ code: "unsupported" }));
