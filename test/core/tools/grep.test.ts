import { expect, test } from "vitest";
import { grep } from "../../../src/core/tools/grep";
import type { RunContext } from "../../../src/core/tools/tool";
import { type MemoryFiles, memoryFiles } from "../../fakes/memoryFiles";
import { memoryPorts } from "../../fakes/memoryPorts";
import { call } from "./calls";
import { memorySearch } from "./memorySearch";

const workspace = { "src/a.ts": "one\ntwo\nthree\ntwo\n", "b.md": "two\n", ".env": "two\n".repeat(300) };

/** The one place that knows how the tool is called. `.env` is what the model may not see. */
function search(
  args: object,
  files: MemoryFiles | Record<string, string> = workspace,
  powers: Partial<RunContext> = {},
) {
  const ports = memoryPorts({ files });
  const mayRead = (path: string) => !path.endsWith("/.env");
  return call(grep, args, { ports, powers: { search: memorySearch(ports.files), mayRead, ...powers } });
}
const text = async (...args: Parameters<typeof search>) => (await search(...args)).text;

test("gives each matching line with its place, file by file", async () => {
  expect(await text({ pattern: "two" })).toBe("b.md:1: two\nsrc/a.ts:2: two\nsrc/a.ts:4: two");
});

test("shows the lines around, and where lines are left out between", async () => {
  expect(await text({ pattern: "one|^two$", path: "src", context: 0 })).toBe(
    "src/a.ts:1: one\nsrc/a.ts:2: two\nsrc/a.ts:4: two",
  );
  const far = { a: "x\n1\n2\n3\n4\nx\n" };
  expect(await text({ pattern: "x", context: 1 }, far)).toBe("a:1: x\na-2- 1\n--\na-5- 4\na:6: x");
});

test("names files, or counts lines in each", async () => {
  expect(await text({ pattern: "two", mode: "files" })).toBe("b.md\nsrc/a.ts");
  expect(await text({ pattern: "two", mode: "count" })).toBe("b.md: 1\nsrc/a.ts: 2");
});

test("says that the limit was reached, and how to narrow", async () => {
  expect(await text({ pattern: "two", limit: 2 })).toBe(
    "b.md:1: two\nsrc/a.ts:2: two\n[This is not all: the limit of 2 was reached. Narrow it with path, glob or a longer pattern.]",
  );
  expect(await text({ pattern: "two", limit: 3 })).not.toContain("limit");
});

test("shows nothing of what the model may not see, not even that it is there", async () => {
  const out = await text({ pattern: "two", mode: "count" });
  expect(out).not.toContain(".env");
  expect(await text({ pattern: "two", glob: ".env" })).toMatch(/^No matches in files like \.env\. Ignored and binary/);
});

test("shows what the call itself was allowed to read", async () => {
  expect(await text({ pattern: "two", path: ".env", mode: "count" })).toBe(".env: 300");
});

test("ends before the limit of all results, on a whole line", async () => {
  const out = await text({ pattern: "x" }, { a: `${"x1, ".repeat(90)}\n`.repeat(150) });
  expect(out).toMatch(/\[\d+ more lines are left out\. Narrow it with path, glob or a longer pattern\.\]$/);
  expect(out.split("\n").length).toBeLessThan(150);
  expect(out.split("\n").length).toBeGreaterThan(30);
});

test("searches all open folders when no path is given, each match under its folder's name", async () => {
  const roots = [
    { name: "app", path: "/app" },
    { name: "lib", path: "/lib" },
  ];
  const files = memoryFiles({ "/app/a": "two\n", "/lib/b": "two\ntwo\n" }, { roots });
  const all = await search({ pattern: "two" }, files);
  expect(all.text).toBe("app/a:1: two\nlib/b:1: two\nlib/b:2: two");
  expect(all.prepared.effects.reads).toEqual(["/app", "/lib"]);
  expect(await text({ pattern: "two", limit: 1 }, files)).toMatch(/^app\/a:1: two\n\[This is not all/);
});

test("reads just the path that it is given", async () => {
  expect((await search({ pattern: "two", path: "src" })).prepared.effects).toEqual({
    reads: ["src"],
    writes: [],
    commands: [],
  });
});

test("a path that is not there is the model's to fix", async () => {
  await expect(search({ pattern: "x", path: "nope" })).rejects.toMatchObject({ code: "not_found" });
});

test("a pattern that is none is the model's to fix", async () => {
  await expect(search({ pattern: "foo(" })).rejects.toMatchObject({ code: "invalid_argument" });
});

test("needs an open folder or a path", async () => {
  await expect(search({ pattern: "x" }, memoryFiles({}, { roots: [] }))).rejects.toMatchObject({ code: "not_found" });
});

test("refuses what it does not know or would be too much", () => {
  for (const wrong of [
    { pattern: "" },
    { pattern: "x", limit: 201 },
    { pattern: "x", context: 11 },
    { pattern: "x", pre: "sh" },
  ]) {
    expect(grep.input.safeParse(wrong).success).toBe(false);
  }
});

test("names pattern and place as the subject", () => {
  const asked = grep.input.parse({ pattern: "a|b", path: "src" });
  expect(grep.subject(asked)).toBe("a|b in src");
});
