import { expect, test } from "vitest";
import { patch } from "../../../../src/core/tools/old/patch";
import { type MemoryFiles, memoryFiles } from "../../../fakes/memoryFiles";
import { memoryPorts } from "../../../fakes/memoryPorts";
import { call } from "../calls";

const A = "one\ntwo\nthree\n";
const ONE = "@@ -1,3 +1,3 @@\n one\n-two\n+TWO\n three\n";
const CREATES = "--- /dev/null\n+++ b/new/c.txt\n@@ -0,0 +1,2 @@\n+x\n+y\n";
const IN_BOTH = `--- a/a.txt\n+++ b/a.txt\n${ONE}${CREATES}`;

function host(files: MemoryFiles = memoryFiles({ "a.txt": A })) {
  return { files, ports: memoryPorts({ files }) };
}

const failed = (args: unknown, it = host()) => call(patch, args, it).catch((error: unknown) => error);

test.each([
  ["its path, whatever the lines above it say", { path: "a.txt", patch: `--- old\n+++ new\n${ONE}` }],
  ["its path alone", { path: "a.txt", patch: ONE }],
  ["Git's names", { patch: `diff --git a/a.txt b/a.txt\nindex 1..2 100644\n--- a/a.txt\n+++ b/a.txt\n${ONE}` }],
  ["plain names", { patch: `--- a.txt\t2026-01-01\n+++ a.txt\t2026-01-02\n${ONE}` }],
])("changes the file of %s, and shows before what it will write", async (_, args) => {
  const it = host();
  const { prepared, text, details } = await call(patch, args, it);
  expect(prepared.effects).toMatchObject({ reads: [], writes: [{ path: "a.txt" }] });
  expect(prepared.preview).toMatchObject({ before: A, after: A.replace("two", "TWO"), path: "a.txt" });
  expect(text).toBe("Patched a.txt: 1 line added, 1 removed.");
  expect(details).toMatchObject({ kind: "diff", added: 1, removed: 1 });
  expect(it.files.text("a.txt")).toBe(A.replace("two", "TWO"));
});

test("changes and creates several files, each an effect", async () => {
  const it = host();
  const { prepared, text } = await call(patch, { patch: IN_BOTH }, it);
  expect(prepared.effects.writes.map(({ path }) => path)).toEqual(["a.txt", "new/c.txt"]);
  expect(text).toBe("Patched a.txt: 1 line added, 1 removed.\nPatched new/c.txt: 2 lines added, 0 removed.");
  expect(it.files.text("new/c.txt")).toBe("x\ny\n");
});

test("keeps the file's line ends, and gives a new file the host's", async () => {
  const files = memoryFiles({ "a.txt": A.replaceAll("\n", "\r\n") }, { eol: "\r\n" });
  await call(patch, { patch: IN_BOTH }, host(files));
  expect(files.text("a.txt")).toBe("one\r\nTWO\r\nthree\r\n");
  expect(files.text("new/c.txt")).toBe("x\r\ny\r\n");
});

const RENAMES = "diff --git a/a.txt b/b.txt\nsimilarity index 100%\nrename from a.txt\nrename to b.txt\n";

test.each([
  ["moves a.txt", RENAMES],
  ["moves a.txt", `--- a/a.txt\n+++ b/b.txt\n${ONE}`],
  ["deletes a.txt", "--- a/a.txt\n+++ /dev/null\n@@ -1,3 +0,0 @@\n-one\n-two\n-three\n"],
])("a patch that %s is unsupported, and nothing is changed", async (what, text) => {
  const it = host();
  expect(await failed({ patch: text }, it)).toMatchObject({
    code: "unsupported",
    message: expect.stringContaining(what),
  });
  expect(it.files.paths()).toEqual(["/workspace/a.txt"]);
});

test.each([
  ["*** Begin Patch\n*** Update File: a.txt\n", "no hunks"],
  [ONE, "names no file"],
  ["--- a/a.txt\n+++ b/a.txt\n@@ -1,9 +1,9 @@\n one\n", "no unified diff"],
])("%j is an invalid argument: %s", async (text, said) => {
  expect(await failed({ patch: text })).toMatchObject({
    code: "invalid_argument",
    message: expect.stringContaining(said),
  });
});

test("one path for a patch of several files, and two parts for one file, are invalid", async () => {
  expect(await failed({ path: "a.txt", patch: IN_BOTH })).toMatchObject({ code: "invalid_argument" });
  const twice = `--- a/a.txt\n+++ b/a.txt\n${ONE}--- a/x/../a.txt\n+++ b/x/../a.txt\n${ONE}`;
  expect(await failed({ patch: twice })).toMatchObject({ code: "invalid_argument" });
});

test.each([
  ["no_match", "a.txt", "-two", "-2"],
  ["not_found", "b.txt", "-two", "-two"],
  ["no_change", "a.txt", "+TWO", "+two"],
])("a patch of one file that can't be applied is %s, found while it is prepared", async (code, path, from, to) => {
  const text = `--- a/${path}\n+++ b/${path}\n${ONE.replace(from, to)}`;
  expect(await failed({ patch: text })).toMatchObject({ code });
});

test("a file that is there is not created over", async () => {
  const it = host(memoryFiles({ "new/c.txt": "mine\n" }));
  expect(await failed({ patch: CREATES }, it)).toMatchObject({ code: "precondition_failed" });
  expect(it.files.text("new/c.txt")).toBe("mine\n");
});

// Else a patch with a second file would tell of the first, guess by guess, whether a line stands in it.
test("a patch of several files that does not fit looks to the gate like one that does, and fails after it", async () => {
  const { files, ports } = host();
  const context = { ...ports, agent: "root", signal: new AbortController().signal };
  const paths = async (text: string) => {
    const input = patch.input.parse({ patch: text });
    return (await patch.prepare?.(input, context))?.effects.writes.map(({ path }) => path);
  };
  const wrong = IN_BOTH.replace("-two", "-2");
  expect(await paths(wrong)).toEqual(await paths(IN_BOTH));
  expect(await failed({ patch: wrong }, { files, ports })).toMatchObject({ code: "no_match" });
  expect(files.text("a.txt")).toBe(A);
  expect(files.text("new/c.txt")).toBeUndefined();
});

test("when a later file can't be written, it says what was and what was not", async () => {
  const it = host(memoryFiles({ "a.txt": A, new: "a file\n" }));
  const output = await call(patch, { patch: IN_BOTH }, it);
  expect(output.status).toBe("failed");
  expect(output.text).toMatch(/^Patched a\.txt: .*\nnew\/c\.txt: NOT changed, nor what comes after it/);
  expect(output.details).toMatchObject({ path: "a.txt" });
});
