import { execFileSync } from "node:child_process";
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Files, ReadWindow } from "../../src/core/operations/files";
import { createNodeFiles } from "../../src/node/files";
import { readWhole } from "../../src/node/open";
import { permitAll } from "../fakes/permit";
import { temporaryFolder } from "./support/folder";

const signal = new AbortController().signal;
const whole: ReadWindow = { offset: 1, limit: 2000, maxBytes: 48 << 10 };

/** A folder with one file of exact bytes, opened in a charset. */
function world(bytes: Uint8Array | string = "", charset?: string) {
  const root = temporaryFolder();
  const path = join(root, "a.txt");
  writeFileSync(path, bytes);
  const files = createNodeFiles({ roots: [{ name: "w", path: root }], charsetFor: async () => charset });
  return { root, path, files };
}

async function edit(files: Files, find: string, put: string) {
  const snapshot = await files.snapshot("a.txt", signal);
  const start = snapshot.text.indexOf(find);
  const permit = await permitAll(files, { writes: ["a.txt"] });
  return files.change(permit, snapshot, [{ start, end: start + find.length, text: put }], signal);
}

async function read(files: Files, path = "a.txt", window: Partial<ReadWindow> = {}) {
  return files.readWindow(await permitAll(files, { reads: [path] }), path, { ...whole, ...window }, signal);
}

async function write(files: Files, path: string, content: string) {
  const snapshot = await files.snapshot(path, signal);
  return files.write(await permitAll(files, { writes: [path] }), snapshot, content, signal);
}

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(" ", ""), "hex");
const BOM = "efbbbf";

test.each([
  ["UTF-8", undefined, "c3a9 0d0a 78", "c3a9 0d0a 79"],
  ["UTF-8 with a mark", undefined, `${BOM} 78`, `${BOM} 79`],
  ["UTF-16 LE", undefined, "fffe e900 7800", "fffe e900 7900"],
  ["UTF-16 BE", undefined, "feff 00e9 0078", "feff 00e9 0079"],
  ["UTF-16 LE without a mark", undefined, "6100 7800", "6100 7900"],
  ["Windows-1252", "windows1252", "a9 20 78 80", "a9 20 79 80"],
  ["Shift-JIS", "shiftjis", "93fa 967b 78 0a", "93fa 967b 79 0a"],
  ["GBK", "gbk", "c4e3 78", "c4e3 79"],
])("an edit of %s keeps every other byte", async (_name, charset, before, after) => {
  const { files, path } = world(hex(before), charset);
  await edit(files, "x", "y");
  expect(readFileSync(path).toString("hex")).toBe(hex(after).toString("hex"));
});

test("inserted text is in the file's charset", async () => {
  const { files, path } = world(hex("93fa 78"), "shiftjis");
  const written = await edit(files, "x", "本");
  expect(readFileSync(path).toString("hex")).toBe("93fa967b");
  expect(written.text).toBe("日本");
});

test("a character that the charset lacks is refused and named, and the file stays", async () => {
  const { files, path } = world(hex("a9 78"), "windows1252");
  const refused = { code: "unsupported", message: expect.stringMatching(/windows1252.*汉/) };
  await expect(edit(files, "x", "汉")).rejects.toMatchObject(refused);
  expect(readFileSync(path).toString("hex")).toBe("a978");
});

test("a file that does not decode losslessly is refused with the charset's name", async () => {
  const { files, path } = world(hex("a9 78"));
  const refused = { code: "unsupported", message: expect.stringContaining("utf8") };
  await expect(edit(files, "x", "y")).rejects.toMatchObject(refused);
  expect(readFileSync(path).toString("hex")).toBe("a978");
  expect(await read(files)).toMatchObject({ text: "\uFFFDx" });
});

test("a charset that VS Code does not have is refused", async () => {
  const { files } = world("x", "ebcdic-fantasy");
  await expect(files.snapshot("a.txt", signal)).rejects.toMatchObject({ code: "unsupported" });
});

test("several marks are no text; an edit elsewhere leaves them, one at the head leaves one", async () => {
  const { files, path } = world(hex(`${BOM}${BOM} 6162`));
  expect((await files.snapshot("a.txt", signal)).text).toBe("ab");
  await edit(files, "b", "c");
  expect(readFileSync(path).toString("hex")).toBe(`${BOM}${BOM}6163`);
  await edit(files, "a", "\uFEFFz");
  expect(readFileSync(path).toString("hex")).toBe(`${BOM}7a63`);
});

test("a whole write keeps charset, one mark and mode", async () => {
  const { files, path } = world(hex(`${BOM}${BOM} 61`));
  chmodSync(path, 0o751);
  await write(files, "a.txt", "\uFEFFé");
  expect(readFileSync(path).toString("hex")).toBe(`${BOM}c3a9`);
  expect(statSync(path).mode & 0o7777).toBe(0o751);

  const latin = world(hex("e9"), "windows1252");
  await write(latin.files, "a.txt", "éé");
  expect(readFileSync(latin.path).toString("hex")).toBe("e9e9");
});

test("a new file is UTF-8 without a mark, with the host's line end", async () => {
  const root = temporaryFolder();
  const roots = [{ name: "w", path: root }];
  const files = createNodeFiles({ roots, charsetFor: async () => "windows1252", eol: () => "\r\n" });
  expect(await files.snapshot("n.txt", signal)).toMatchObject({ charset: "utf8", eol: "\r\n", hash: "absent" });
  await write(files, "n.txt", "é");
  expect(readFileSync(join(root, "n.txt")).toString("hex")).toBe("c3a9");
});

test.each([
  ["a\r\nb\r\nc\n", "\r\n"],
  ["a\r\nb\nc\n", "\n"],
  ["a", "\n"],
])("the line end of %j is the more frequent one", async (text, eol) => {
  expect((await world(text).files.snapshot("a.txt", signal)).eol).toBe(eol);
});

test("a link stays a link", async () => {
  const { files, root, path } = world("x");
  symlinkSync("a.txt", join(root, "link"));
  await write(files, "link", "y");
  expect(lstatSync(join(root, "link")).isSymbolicLink()).toBe(true);
  expect(readFileSync(path, "utf8")).toBe("y");
});

test("a file without any write bit is refused, also for the superuser, and no temporary file stays", async () => {
  const { files, root, path } = world("x");
  chmodSync(path, 0o444);
  await expect(write(files, "a.txt", "y")).rejects.toMatchObject({ code: "permission_denied" });
  expect(readFileSync(path, "utf8")).toBe("x");
  expect(readdirSync(root)).toEqual(["a.txt"]);
});

test("a parent that turned into a link elsewhere is refused", async () => {
  const { files, root } = world();
  const elsewhere = temporaryFolder();
  mkdirSync(join(root, "dir"));
  const snapshot = await files.snapshot("dir/new.txt", signal);
  const permit = await permitAll(files, { writes: ["dir/new.txt"] });
  execFileSync("rmdir", [join(root, "dir")]);
  symlinkSync(elsewhere, join(root, "dir"));
  await expect(files.write(permit, snapshot, "x", signal)).rejects.toMatchObject({ code: "precondition_failed" });
  expect(readdirSync(elsewhere)).toEqual([]);
});

test("two writers of one file: the second sees that it changed", async () => {
  const { files, path } = world("old");
  const results = await Promise.allSettled([write(files, "a.txt", "first"), write(files, "a.txt", "second")]);
  expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(1);
  expect(["first", "second"]).toContain(readFileSync(path, "utf8"));
});

test("pictures come as bytes, other binary files as their type, whatever they are called", async () => {
  const png = hex("89504e470d0a1a0a 0000000d");
  expect(await read(world(png).files)).toMatchObject({ kind: "image", mime: "image/png", data: png });
  expect(await read(world(hex("7f454c46 0201")).files)).toEqual({ kind: "binary", type: "ELF program", bytes: 6 });
  expect(await read(world(hex("41 42 00 43")).files)).toMatchObject({ kind: "binary", type: "binary data" });
  await expect(world(png).files.snapshot("a.txt", signal)).rejects.toMatchObject({ code: "unsupported" });
});

test("UTF-16 is text in spite of its zero bytes, and its lines are found", async () => {
  // Its characters share bytes with a line feed, also across two characters.
  const text = "один\r\n\u0100\u0a41\u0100\u010a\nтри";
  for (const [charset, mark] of [
    ["utf16le", "fffe"],
    ["utf16be", "feff"],
  ] as const) {
    const body = Buffer.from(text, "utf16le");
    if (charset === "utf16be") body.swap16();
    const { files } = world(Buffer.concat([hex(mark), body]));
    expect(await read(files)).toMatchObject({ text, lines: 3, totalLines: 3, charset });
    expect(await read(files, "a.txt", { offset: 2, limit: 1 })).toMatchObject({ text: "\u0100\u0a41\u0100\u010a\n" });
    expect(await read(files, "a.txt", { offset: 3 })).toMatchObject({ text: "три", lines: 1 });
  }
});

test("a pipe is not waited for", async () => {
  const { files, root } = world();
  execFileSync("mkfifo", [join(root, "pipe")]);
  await expect(read(files, "pipe")).rejects.toMatchObject({ code: "unsupported" });
});

test("what turned into a pipe or a link since it was looked at is neither waited for nor followed", async () => {
  const { files, root, path } = world("x");
  execFileSync("mkfifo", [join(root, "pipe")]);
  symlinkSync("a.txt", join(root, "link"));
  const before = await files.inspect(path);
  const refused = { code: "precondition_failed" };
  await expect(readWhole({ ...before, real: join(root, "pipe") }, signal)).rejects.toMatchObject(refused);
  await expect(readWhole({ ...before, real: join(root, "link") }, signal)).rejects.toMatchObject({
    code: "invalid_argument",
  });
});

test("links in a circle are an error", async () => {
  const { files, root } = world();
  symlinkSync("b", join(root, "c"));
  symlinkSync("c", join(root, "b"));
  await expect(files.inspect("b")).rejects.toMatchObject({ code: "invalid_argument" });
});

test("finds any line of a large file and counts all, without holding the file", async () => {
  const { files, path } = world();
  const line = (n: number): string => `${String(n).padStart(9, "0")} ${"x".repeat(n % 60)}\n`;
  const lines = Array.from({ length: 400_000 }, (_, index) => line(index + 1));
  writeFileSync(path, lines.join(""));
  for (const offset of [1, 27_000, 200_000, 399_999]) {
    const window = { offset, limit: 2 };
    const text = line(offset) + line(offset + 1);
    expect(await read(files, "a.txt", window)).toMatchObject({ text, lines: 2, totalLines: 400_000 });
  }
});

test("stops reading when the signal says so", async () => {
  const { files } = world("x");
  const permit = await permitAll(files, { reads: ["a.txt"] });
  const stopped = AbortSignal.abort(new Error("stopped"));
  await expect(files.readWindow(permit, "a.txt", whole, stopped)).rejects.toThrow("stopped");
});

test("a file that grew between its plan and its read is read whole", async () => {
  const { path, files } = world("one\n");
  const permit = await permitAll(files, { reads: ["a.txt"] });
  writeFileSync(path, "one\ntwo\n");
  expect(await files.readWindow(permit, "a.txt", whole, signal)).toMatchObject({ text: "one\ntwo\n", totalLines: 2 });
});

test("a link put in a file's place between its plan and its read is not followed", async () => {
  const { root, path, files } = world("mine\n");
  writeFileSync(join(root, "other.txt"), "other\n");
  const permit = await permitAll(files, { reads: ["a.txt"] });
  rmSync(path);
  symlinkSync(join(root, "other.txt"), path);
  await expect(files.readWindow(permit, "a.txt", whole, signal)).rejects.toMatchObject({ code: "permission_denied" });
});
