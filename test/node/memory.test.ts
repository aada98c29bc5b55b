import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createMemory } from "../../src/node/memory";
import { countingIds } from "../fakes/memoryPorts";
import { fakePermit } from "../fakes/permit";

let folder: string;
let now: number;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "gatehouse-memory-"));
  now = 1_000;
});
afterEach(() => rmSync(folder, { recursive: true }));

const ids = countingIds();
const fileOf = (scope: string) => join(folder, scope, "memory.jsonl");
const open = (files = { workspace: fileOf("workspace"), user: fileOf("user") }) =>
  createMemory({ files, ids, clock: { now: () => now } });

const mayFor = (tool: string) => fakePermit({ tool, version: "" });
const save = mayFor("memory_save");
const recall = mayFor("memory_recall");

const texts = async (memory = open()) => (await memory.all(recall)).map(({ text }) => text);

test("notes outlive the one who kept them, newest first, with their scope", async () => {
  const memory = open();
  await memory.save(save, "workspace", "first");
  now = 2_000;
  const note = await memory.save(save, "user", "  second\nline\u2028 ");
  expect(note).toMatchObject({ scope: "user", text: "second\nline", savedAt: 2_000 });
  expect(await open().all(recall)).toEqual([note, expect.objectContaining({ scope: "workspace", text: "first" })]);
});

test("of notes of one moment the later one comes first", async () => {
  const memory = open();
  for (const text of ["a", "b", "c"]) await memory.save(save, "workspace", text);
  expect(await texts()).toEqual(["c", "b", "a"]);
});

test("the same note is kept once in its scope, also when it comes twice at a time", async () => {
  const memory = open();
  const [one, two] = await Promise.all([memory.save(save, "user", "x"), memory.save(save, "user", " x")]);
  expect(two).toEqual(one);
  await memory.save(save, "workspace", "x");
  expect(await texts()).toEqual(["x", "x"]);
});

test("only adds to a file, which others can't read", async () => {
  await open().save(save, "user", "a");
  const before = readFileSync(fileOf("user"), "utf8");
  await open().save(save, "user", "b");
  expect(readFileSync(fileOf("user"), "utf8").startsWith(before)).toBe(true);
  if (process.platform !== "win32") expect(statSync(fileOf("user")).mode & 0o077).toBe(0);
});

test("passes over what is no note, and loses none after a torn line", async () => {
  await open().save(save, "user", "good");
  appendFileSync(
    fileOf("user"),
    `not json\n42\n{"id":"x"}\n{"id":"../x","text":"t","savedAt":1}\n{"id":"x","text":"t","savedAt":9e15}\n{"id":"to`,
  );
  now = 2_000;
  await open().save(save, "user", "after");
  expect(await texts()).toEqual(["after", "good"]);
});

test("nothing is known where nothing was kept", async () => {
  expect(await texts()).toEqual([]);
});

test("a note is bounded, and its refusal says what to do", async () => {
  await open().save(save, "user", "é".repeat(32_768));
  await expect(open().save(save, "user", "é".repeat(32_769))).rejects.toMatchObject({
    code: "invalid_argument",
    message: "The note has 65,538 bytes; 65,536 are the most.",
  });
  await expect(open().save(save, "user", " ")).rejects.toMatchObject({ code: "invalid_argument" });
});

test("of a file that has grown too large the newest notes are known", async () => {
  await open().save(save, "user", "old");
  const line = (id: number) =>
    `${JSON.stringify({ id: `n${id}`, text: `${id} ${"x".repeat(60_000)}`, savedAt: id })}\n`;
  writeFileSync(
    fileOf("user"),
    readFileSync(fileOf("user"), "utf8") + Array.from({ length: 80 }, (_, at) => line(at)).join(""),
  );
  const known = await texts();
  expect(known[0]).toMatch(/^79 x/);
  expect(known.length).toBeLessThan(80);
  expect(known).not.toContain("old");
});

test("half of a surrogate pair does not get into the file", async () => {
  expect((await open().save(save, "user", "a\ud800b")).text).toBe("a\ufffdb");
});

test("does nothing without a permit for that very tool", async () => {
  await expect(open().save(recall, "user", "x")).rejects.toMatchObject({ code: "permission_denied" });
  await expect(open().all(save)).rejects.toMatchObject({ code: "permission_denied" });
  expect(await texts()).toEqual([]);
});

test("says so where a scope has no place", async () => {
  const memory = createMemory({ files: { user: fileOf("user") }, ids, clock: { now: () => now } });
  await expect(memory.save(save, "workspace", "x")).rejects.toMatchObject({ code: "unsupported" });
  expect(await texts(memory)).toEqual([]);
});
