import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Files, ReadWindow } from "../../src/core/operations/files";
import { createNodeFiles } from "../../src/node/files";
import { memoryFiles } from "../fakes/memoryFiles";
import { fakePermit, permitAll } from "../fakes/permit";
import { temporaryFolder } from "./support/folder";

interface World {
  readonly files: Files;
  readonly root: string;
  text(path: string): string;
  set(path: string, text: string): void;
}
type Content = Readonly<Record<string, string>>;
type Make = (content: Content, links?: Content, roots?: readonly string[]) => World;

const inMemory: Make = (content, links = {}, roots = ["workspace"]) => {
  const files = memoryFiles(content, { links, roots: roots.map((name) => ({ name, path: `/all/${name}` })) });
  return { files, root: `/all/${roots[0]}`, text: (path) => files.text(path) ?? "(none)", set: files.set };
};

const onDisk: Make = (content, links = {}, roots = ["workspace"]) => {
  const all = temporaryFolder();
  for (const name of roots) mkdirSync(join(all, name));
  const root = join(all, roots[0] ?? "");
  const set = (path: string, text: string): void => {
    mkdirSync(path.endsWith("/") ? join(root, path) : dirname(join(root, path)), { recursive: true });
    if (!path.endsWith("/")) writeFileSync(join(root, path), text);
  };
  for (const [path, text] of Object.entries(content)) set(path, text);
  for (const [path, target] of Object.entries(links)) symlinkSync(target, join(root, path));
  const files = createNodeFiles({ roots: roots.map((name) => ({ name, path: join(all, name) })) });
  return { files, root, text: (path) => readFileSync(join(root, path), "utf8"), set };
};

const signal = new AbortController().signal;
const whole: ReadWindow = { offset: 1, limit: 2000, maxBytes: 48 << 10 };

async function read(files: Files, path: string, window: Partial<ReadWindow> = {}) {
  return files.readWindow(await permitAll(files, { reads: [path] }), path, { ...whole, ...window }, signal);
}

async function write(files: Files, path: string, content: string) {
  const snapshot = await files.snapshot(path, signal);
  return files.write(await permitAll(files, { writes: [path] }), snapshot, content, signal);
}

describe.each([
  ["in memory", inMemory],
  ["on the disk", onDisk],
])("a workspace %s", (_name, make) => {
  test("reads exact lines and says what there is in all", async () => {
    const { files } = make({ "a.txt": "one\r\ntwo\nthree" });
    const expected = { kind: "text", text: "two\nthree", lines: 2, totalLines: 3, totalBytes: 14, charset: "utf8" };
    expect(await read(files, "a.txt", { offset: 2 })).toMatchObject(expected);
    expect(await read(files, "a.txt", { offset: 2, limit: 1 })).toMatchObject({ text: "two\n", lines: 1 });
    expect(await read(files, "a.txt", { offset: 4 })).toMatchObject({ text: "", lines: 0, totalLines: 3 });
  });

  test("a last line end starts no further line", async () => {
    const { files } = make({ "a.txt": "one\n", "empty.txt": "" });
    expect(await read(files, "a.txt")).toMatchObject({ text: "one\n", lines: 1, totalLines: 1 });
    expect(await read(files, "empty.txt")).toMatchObject({ text: "", lines: 0, totalLines: 0 });
    for (const path of ["a.txt", "empty.txt"]) {
      expect(await read(files, path, { offset: 2 })).not.toHaveProperty("longLine");
    }
  });

  test("returns only whole lines within the bound", async () => {
    const { files } = make({ "a.txt": "aaaa\nbbbb\ncccc\n" });
    expect(await read(files, "a.txt", { maxBytes: 12 })).toMatchObject({ text: "aaaa\nbbbb\n", lines: 2 });
    expect(await read(files, "a.txt", { maxBytes: 10 })).toMatchObject({ text: "aaaa\nbbbb\n", lines: 2 });
  });

  test("gives the head and size of a line that alone is over the bound", async () => {
    const { files } = make({ "a.txt": "é".repeat(50) });
    const result = await read(files, "a.txt", { maxBytes: 9 });
    expect(result).toMatchObject({ text: "", lines: 0, totalLines: 1, longLine: { head: "éééé", bytes: 100 } });
  });

  test("says what is missing, and that a folder is to be listed", async () => {
    const { files } = make({ "src/a.ts": "" });
    await expect(read(files, "nope.ts")).rejects.toMatchObject({ code: "not_found" });
    await expect(read(files, "src")).rejects.toMatchObject({ code: "unsupported", hint: "List it instead." });
  });

  test("reads and writes nothing that the permit does not cover", async () => {
    const { files, text } = make({ "a.txt": "a", "b.txt": "b" });
    const permit = await permitAll(files, { reads: ["a.txt"] });
    const refused = { code: "permission_denied" };
    await expect(files.readWindow(permit, "b.txt", whole, signal)).rejects.toMatchObject(refused);
    const snapshot = await files.snapshot("a.txt", signal);
    await expect(files.write(permit, snapshot, "x", signal)).rejects.toMatchObject(refused);
    await expect(files.change(fakePermit(), snapshot, [], signal)).rejects.toMatchObject(refused);
    expect(text("a.txt")).toBe("a");
  });

  test("creates a file with its parents, and says so", async () => {
    const { files, text } = make({});
    const written = await write(files, "new/deep/a.txt", "hello\n");
    expect(written).toMatchObject({ created: true, bytes: 6, text: "hello\n" });
    expect(text("new/deep/a.txt")).toBe("hello\n");
    expect((await files.snapshot("new/deep/a.txt", signal)).hash).toBe(written.hash);
  });

  test("replaces ranges and reads back what is there", async () => {
    const { files, text } = make({ "a.txt": "one two three" });
    const snapshot = await files.snapshot("a.txt", signal);
    const permit = await permitAll(files, { writes: ["a.txt"] });
    const splices = [
      { start: 0, end: 3, text: "1" },
      { start: 8, end: 13, text: "3!" },
    ];
    expect(await files.change(permit, snapshot, splices, signal)).toMatchObject({ created: false, text: "1 two 3!" });
    expect(text("a.txt")).toBe("1 two 3!");
  });

  test("refuses to write over a file that changed, appeared or went away", async () => {
    const { files, text, set } = make({ "a.txt": "old" });
    const permit = await permitAll(files, { writes: ["a.txt", "b.txt"] });
    const before = await files.snapshot("a.txt", signal);
    const absent = await files.snapshot("b.txt", signal);
    set("a.txt", "new");
    set("b.txt", "new");
    const refused = { code: "precondition_failed" };
    await expect(files.write(permit, before, "mine", signal)).rejects.toMatchObject(refused);
    await expect(files.change(permit, before, [], signal)).rejects.toMatchObject(refused);
    await expect(files.write(permit, absent, "mine", signal)).rejects.toMatchObject(refused);
    expect(text("a.txt") + text("b.txt")).toBe("newnew");
  });

  test("says that a parent is a file", async () => {
    const { files } = make({ "a.txt": "" });
    await expect(write(files, "a.txt/b.txt", "x")).rejects.toMatchObject({ code: "invalid_argument" });
  });

  test("judges a link by where it leads and writes there", async () => {
    const { files, root, text } = make({ "real.txt": "r", "dir/b.txt": "b" }, { link: "real.txt", to: "dir" });
    expect((await files.inspect("link")).real).toBe(`${root}/real.txt`);
    expect((await files.inspect("to/new.txt")).real).toBe(`${root}/dir/new.txt`);
    await write(files, "link", "changed");
    expect(text("real.txt")).toBe("changed");
  });

  test("knows that a link leads out of the workspace", async () => {
    const { files } = make({}, { out: "/" });
    expect(await files.inspect("out")).toMatchObject({ real: "/", root: undefined, kind: "folder", shown: "/" });
  });

  test("refuses to write through a link whose target is missing", async () => {
    const { files, root } = make({}, { dead: "gone.txt", deadDir: "nowhere" });
    expect(await files.inspect("dead")).toMatchObject({ dangling: true, kind: "missing", real: `${root}/gone.txt` });
    expect(await files.inspect("deadDir/x/y")).toMatchObject({ dangling: true, real: `${root}/nowhere/x/y` });
    await expect(write(files, "dead", "x")).rejects.toMatchObject({ code: "permission_denied" });
    expect((await files.inspect("gone.txt")).kind).toBe("missing");
  });

  test("takes paths that leave through .. for what they are", async () => {
    const { files } = make({ "a.txt": "" });
    expect(await files.inspect("../elsewhere.txt")).toMatchObject({ root: undefined, kind: "missing" });
    expect(await files.inspect("x/../a.txt")).toMatchObject({ shown: "a.txt", kind: "file" });
    expect(await files.inspect(".")).toMatchObject({ shown: ".", kind: "folder" });
  });

  test("refuses a NUL character in a path", async () => {
    await expect(make({}).files.inspect("a\0b")).rejects.toMatchObject({ code: "invalid_argument" });
  });

  test("finds other roots by name, unless the first root has such an entry", async () => {
    const { files, root } = make({ "api/x.ts": "" }, {}, ["web", "api", "docs"]);
    expect((await files.inspect("docs/a.md")).shown).toBe("docs/a.md");
    expect((await files.inspect("docs")).root?.name).toBe("docs");
    expect((await files.inspect("api/x.ts")).real).toBe(`${root}/api/x.ts`);
    expect((await files.inspect("web/src/b.ts")).real).toBe(`${root}/src/b.ts`);
    expect((await files.inspect("src/b.ts")).shown).toBe("web/src/b.ts");
  });

  test("refuses half a surrogate pair", async () => {
    const { files } = make({});
    await expect(write(files, "a.txt", "x\uD800y")).rejects.toMatchObject({ code: "invalid_argument" });
  });

  test("writes no byte order mark that was sent as text", async () => {
    const { files, text } = make({});
    await write(files, "a.txt", "\uFEFF\uFEFFhello");
    expect(text("a.txt")).toBe("hello");
  });

  test("reads instructions up to a bound, and nothing when there are none", async () => {
    const { files } = make({ "AGENTS.md": "0123456789" });
    expect(await files.readInstruction("AGENTS.md", 4)).toBe("0123");
    expect(await files.readInstruction("AGENTS.md", 400)).toBe("0123456789");
    expect(await files.readInstruction("nope.md", 4)).toBeUndefined();
  });

  test("lists the instruction files of a folder by name, and none where there is no folder", async () => {
    const { files } = make({ "rules/b.md": "B", "rules/a.md": "A", "rules/c.txt": "C" });
    const paths = await files.listInstructions("rules");
    expect(await Promise.all(paths.map((path) => files.readInstruction(path, 9)))).toEqual(["A", "B"]);
    expect(await files.listInstructions("none")).toEqual([]);
  });
});
