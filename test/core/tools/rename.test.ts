import { expect, test } from "vitest";
import type { FileEdits } from "../../../src/core/operations/ports";
import { rename } from "../../../src/core/tools/rename";
import { type MemoryFiles, memoryFiles } from "../../fakes/memoryFiles";
import { memoryPorts } from "../../fakes/memoryPorts";
import { call } from "./calls";
import { fakeLanguage } from "./languageFake";

const A = "export const sum = 1;\n";
const B = 'import { sum } from "./a";\nsum;\n';
const ARGS = { path: "a.ts", line: 1, symbol: "sum", newName: "total" };

/** Edits that put `text` over each of these words of a file. */
function over(path: string, content: string, word: string, text: string): FileEdits {
  const splices = [...content.matchAll(new RegExp(`\\b${word}\\b`, "g"))].map(({ index }) => ({
    start: index,
    end: index + word.length,
    text,
  }));
  return { path: `/workspace/${path}`, text: content, splices };
}

const BOTH = [over("b.ts", B, "sum", "total"), over("a.ts", A, "sum", "total")];

function host(edits: readonly FileEdits[], files: MemoryFiles = memoryFiles({ "a.ts": A, "b.ts": B })) {
  const asked: unknown[] = [];
  const renameEdits = async (...args: readonly unknown[]) => {
    asked.push(args);
    return edits;
  };
  return { asked, files, ports: memoryPorts({ files, language: fakeLanguage({ renameEdits }) }) };
}

test("changes every file that the editor names, and says which", async () => {
  const { asked, files, ports } = host(BOTH);
  const { text, status } = await call(rename, ARGS, { ports });
  expect(text).toBe("Renamed to total in 2 files:\na.ts: 1 line changed\nb.ts: 2 lines changed");
  expect(status).toBeUndefined();
  expect(files.text("a.ts")).toBe(A.replace("sum", "total"));
  expect(files.text("b.ts")).toBe(B.replaceAll("sum", "total"));
  expect(asked).toEqual([[{ path: "/workspace/a.ts", line: 1, column: 14 }, "total"]]);
});

test("shows all files in one preview before, each with a heading, and writes no other", async () => {
  const { prepared } = await call(rename, ARGS, { ports: host(BOTH).ports });
  expect(prepared.effects.writes.map(({ path }) => path)).toEqual(["/workspace/a.ts", "/workspace/b.ts"]);
  expect(prepared.preview).toEqual({
    kind: "diff",
    path: "2 files",
    files: [
      { path: "a.ts", added: 1, removed: 1 },
      { path: "b.ts", added: 2, removed: 2 },
    ],
    created: false,
    added: 3,
    removed: 3,
    unified: `▸ a.ts
@@ -1,1 +1,1 @@
-export const sum = 1;
+export const total = 1;
▸ b.ts
@@ -1,2 +1,2 @@
-import { sum } from "./a";
+import { total } from "./a";
-sum;
+total;
`,
    before: `a.ts:\n${A}\nb.ts:\n${B}`,
    after: `a.ts:\n${A.replace("sum", "total")}\nb.ts:\n${B.replaceAll("sum", "total")}`,
  });
});

test("one file is shown as an edit of it is", async () => {
  const { prepared, details } = await call(rename, ARGS, { ports: host([over("a.ts", A, "sum", "total")]).ports });
  expect(prepared.preview).toMatchObject({ path: "a.ts", before: A, after: A.replace("sum", "total") });
  expect(details).not.toHaveProperty("files");
});

test("finds the places again where the file has other line ends than the editor's text", async () => {
  const mixed = "let a;\r\nlet sum;\nsum;\r\n";
  const inEditor = "let a;\r\nlet sum;\r\nsum;\r\n";
  const { files, ports } = host([over("a.ts", inEditor, "sum", "total")], memoryFiles({ "a.ts": mixed }));
  await call(rename, { ...ARGS, line: 2 }, { ports });
  expect(files.text("a.ts")).toBe("let a;\r\nlet total;\ntotal;\r\n");
});

test("gives new lines the line end of the file", async () => {
  const edits = [{ path: "/workspace/a.ts", text: "sum;\r\n", splices: [{ start: 0, end: 3, text: "a\nb" }] }];
  const { files, ports } = host(edits, memoryFiles({ "a.ts": "sum;\r\n" }));
  await call(rename, ARGS, { ports });
  expect(files.text("a.ts")).toBe("a\r\nb;\r\n");
});

test("changes nothing where the editor's text is not the file's", async () => {
  const { files, ports } = host([...BOTH.slice(0, 1), over("a.ts", `// new\n${A}`, "sum", "total")]);
  await expect(call(rename, ARGS, { ports })).rejects.toMatchObject({ code: "precondition_failed" });
  expect(files.text("b.ts")).toBe(B);
});

test("says exactly which files were changed when one could not be", async () => {
  const { files, ports } = host(BOTH);
  const change: MemoryFiles["change"] = (permit, snapshot, splices, signal) => {
    if (snapshot.path.shown === "a.ts") files.set("a.ts", "somebody else's");
    return files.change(permit, snapshot, splices, signal);
  };
  const told = await call(rename, ARGS, { ports: { ...ports, files: { ...files, change } } });
  expect(told.text).toBe(
    `Renamed to total in 1 file, but not in 1:
b.ts: 2 lines changed
a.ts: NOT changed: a.ts changed since it was read.
The code is half renamed: call rename again for the rest, or edit those files.`,
  );
  expect(told.status).toBe("failed");
  expect(told.details).toMatchObject({ kind: "diff", path: "b.ts" });
});

test("is the failure itself when no file was changed", async () => {
  const { files, ports } = host(BOTH);
  const change = () => Promise.reject(new Error("a fault"));
  await expect(call(rename, ARGS, { ports: { ...ports, files: { ...files, change } } })).rejects.toThrow("a fault");
});

test("a stop between two files leaves the others and says so", async () => {
  const { files, ports } = host(BOTH);
  const stop = new AbortController();
  const change: MemoryFiles["change"] = async (permit, snapshot, splices, signal) => {
    const written = await files.change(permit, snapshot, splices, signal);
    stop.abort();
    return written;
  };
  const told = await call(rename, ARGS, { ports: { ...ports, files: { ...files, change } }, signal: stop.signal });
  expect(told.text).toContain("a.ts: 1 line changed\nb.ts: NOT changed: The turn was stopped before this file.");
  expect(files.text("b.ts")).toBe(B);
});

test("refuses what would change nothing, or too much to look at", async () => {
  await expect(call(rename, ARGS, { ports: host([]).ports })).rejects.toMatchObject({ code: "no_change" });
  const same = host([over("a.ts", A, "sum", "sum")]);
  await expect(call(rename, ARGS, { ports: same.ports })).rejects.toMatchObject({ code: "no_change" });
  const many = host(Array.from({ length: 201 }, (_, at) => over(`${at}.ts`, A, "sum", "total")));
  await expect(call(rename, ARGS, { ports: many.ports })).rejects.toMatchObject({ code: "unsupported" });
});

test("leaves what no longer fits out of the picture, and says how much", async () => {
  const long = `sum;${"x".repeat(1_500)}\n`.repeat(10);
  const files = memoryFiles(Object.fromEntries(["a.ts", "b.ts", "c.ts"].map((path) => [path, long])));
  const { ports } = host(
    ["a.ts", "b.ts", "c.ts"].map((path) => over(path, long, "sum", "total")),
    files,
  );
  const { prepared } = await call(rename, { ...ARGS, column: 1 }, { ports });
  const unified = prepared.preview?.unified ?? "";
  expect(unified.length).toBeLessThanOrEqual(64 * 1024);
  expect(unified.match(/^(?:▸|…).*$/gm)).toEqual(["▸ a.ts", "▸ b.ts", "▸ c.ts", "… 17 more lines not shown"]);
});

test("a file that is not there is the model's to mend", () =>
  expect(call(rename, { ...ARGS, path: "nope.ts" }, { ports: host(BOTH).ports })).rejects.toMatchObject({
    code: "not_found",
  }));
