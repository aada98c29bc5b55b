import { expect, test } from "vitest";
import type { CodePlace } from "../../../src/core/operations/ports";
import { references } from "../../../src/core/tools/references";
import { memoryFiles } from "../../fakes/memoryFiles";
import { memoryPorts } from "../../fakes/memoryPorts";
import { call, textOf } from "./calls";
import { fakeLanguage } from "./languageFake";

const FILE = "const sum = add(add(1, 2), address);\r\nsum;\r\n";

const at = (line: number, column: number, path = "/workspace/a.ts"): CodePlace => ({ path, line, column });

function knowing(found: readonly CodePlace[], mayRead: (path: string) => boolean = () => true) {
  const asked: CodePlace[] = [];
  const language = fakeLanguage({
    async references(place, limit) {
      asked.push(place);
      return found.slice(0, limit);
    },
  });
  const files = memoryFiles({ "a.ts": FILE, "b.ts": "", ".env": "sum" });
  return { asked, ports: memoryPorts({ files, language }), powers: { mayRead } };
}

test("tells the places by file", async () => {
  const host = knowing([at(1, 7), at(2, 1), at(4, 3, "/workspace/b.ts")]);
  const { text, prepared } = await call(references, { path: "a.ts", line: 1, symbol: "sum" }, host);
  expect(text).toBe("3 references in 2 files (line:column):\na.ts: 1:7, 2:1\nb.ts: 4:3");
  expect(prepared.effects.reads).toEqual(["a.ts"]);
});

test.each([
  ["its name", { symbol: "sum" }, 7],
  ["its name, where a longer word begins the same", { symbol: "address" }, 28],
  ["a column", { column: 13 }, 13],
  ["a name that is there twice, by the nearest column", { symbol: "add", column: 16 }, 17],
  ["part of a word, when it is no word of its own", { symbol: "ress" }, 31],
])("finds the place by %s", async (_, where, column) => {
  const host = knowing([at(1, 1)]);
  await call(references, { path: "a.ts", line: 1, ...where }, host);
  expect(host.asked).toEqual([at(1, column)]);
});

test.each([
  [{ line: 1, symbol: "add" }, "multiple_matches", "Line 1 of a.ts has it 2 times, at columns 13, 17."],
  [{ line: 2, symbol: "add" }, "no_match", 'Line 2 of a.ts does not have "add".'],
  [{ line: 1 }, "invalid_argument", "Give symbol or column."],
  [{ line: 9, symbol: "sum" }, "invalid_argument", "a.ts has no line 9."],
  [{ line: 2, column: 40 }, "invalid_argument", "Line 2 of a.ts has only 4 characters."],
])("a place that is none or several is the model's to mend: %j", async (where, code, message) => {
  await expect(call(references, { path: "a.ts", ...where }, knowing([]))).rejects.toMatchObject({ code, message });
});

test("leaves out files that the model may not see, but not the one it asked about", async () => {
  const host = knowing([at(1, 1, "/workspace/.env"), at(1, 7)], (path) => path !== "/workspace/.env");
  expect(await textOf(references, { path: "a.ts", line: 1, symbol: "sum" }, host)).not.toContain(".env");
  expect(await textOf(references, { path: ".env", line: 1, symbol: "sum" }, host)).toContain(".env: 1:1");
});

test("does not look for the text before the gate has let the call through", async () => {
  const { ports } = knowing([]);
  const base = { ...ports, agent: "root", signal: new AbortController().signal };
  const prepared = references.prepare?.({ path: ".env", line: 1, symbol: "no such text" }, base);
  await expect(prepared).resolves.toMatchObject({ effects: { reads: [".env"] } });
});

test("says when there are more than 200, and when there are none", async () => {
  const many = Array.from({ length: 300 }, (_, line) => at(line + 1, 1));
  const text = await textOf(references, { path: "a.ts", line: 1, symbol: "sum" }, knowing(many));
  expect(text).toMatch(/^200 references in 1 file/);
  expect(text).toMatch(/\(more than 200; the others are left out\)$/);
  const none = await textOf(references, { path: "a.ts", line: 1, symbol: "sum" }, knowing([]));
  expect(none).toContain("text search finds names in any file");
});
