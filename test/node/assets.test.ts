import { execFileSync } from "node:child_process";
import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { nodeAssets } from "../../src/node/assets";
import { temporaryFolder } from "./support/folder";

function world() {
  const top = temporaryFolder();
  const folder = join(top, "skills");
  mkdirSync(join(folder, "b"), { recursive: true });
  writeFileSync(join(folder, "a.md"), "text");
  writeFileSync(join(top, "outside.md"), "secret");
  mkdirSync(join(top, "outside"));
  return { top, folder };
}

test("lists files and folders by name", async () => {
  const { folder } = world();
  writeFileSync(join(folder, "B.md"), "");
  expect(await nodeAssets.list(folder)).toEqual([
    { name: "B.md", kind: "file" },
    { name: "a.md", kind: "file" },
    { name: "b", kind: "folder" },
  ]);
});

test("a folder that is not there is empty, and so is a file", async () => {
  const { folder } = world();
  expect(await nodeAssets.list(join(folder, "none/deeper"))).toEqual([]);
  expect(await nodeAssets.list(join(folder, "a.md"))).toEqual([]);
});

test("follows links that stay inside, also those that lead to a folder", async () => {
  const { folder } = world();
  symlinkSync("a.md", join(folder, "same.md"));
  symlinkSync(join(folder, "b"), join(folder, "c"));
  expect(await nodeAssets.list(folder)).toEqual([
    { name: "a.md", kind: "file" },
    { name: "b", kind: "folder" },
    { name: "c", kind: "folder" },
    { name: "same.md", kind: "file" },
  ]);
  expect(await nodeAssets.readText(join(folder, "same.md"), 100)).toBe("text");
});

test("a link that leads out is not listed and not read", async () => {
  const { top, folder } = world();
  symlinkSync(join(top, "outside.md"), join(folder, "out.md"));
  symlinkSync(join(top, "outside"), join(folder, "out"));
  symlinkSync("gone", join(folder, "dangling"));
  expect((await nodeAssets.list(folder)).map(({ name }) => name)).toEqual(["a.md", "b"]);
  await expect(nodeAssets.readText(join(folder, "out.md"), 100)).rejects.toMatchObject({ code: "unsupported" });
  expect(await nodeAssets.readText(join(folder, "dangling"), 100)).toBeUndefined();
});

test("the folder that is asked for may itself be reached by a link", async () => {
  const { top, folder } = world();
  symlinkSync(folder, join(top, "link"));
  expect((await nodeAssets.list(join(top, "link"))).map(({ name }) => name)).toEqual(["a.md", "b"]);
  expect(await nodeAssets.readText(join(top, "link/a.md"), 100)).toBe("text");
});

test.skipIf(process.platform === "win32")("pipes are not there, and reading one does not wait", async () => {
  const { folder } = world();
  execFileSync("mkfifo", [join(folder, "pipe")]);
  expect((await nodeAssets.list(folder)).map(({ name }) => name)).toEqual(["a.md", "b"]);
  await expect(nodeAssets.readText(join(folder, "pipe"), 100)).rejects.toMatchObject({ code: "unsupported" });
});

test("reads text up to the bound, without its mark", async () => {
  const { folder } = world();
  writeFileSync(join(folder, "marked.md"), "\uFEFFé");
  expect(await nodeAssets.readText(join(folder, "marked.md"), 5)).toBe("é");
  await expect(nodeAssets.readText(join(folder, "marked.md"), 4)).rejects.toMatchObject({
    code: "unsupported",
    message: expect.stringContaining("more than 4 bytes"),
  });
  writeFileSync(join(folder, "large.md"), "x".repeat(300_000));
  expect(await nodeAssets.readText(join(folder, "large.md"), 300_000)).toHaveLength(300_000);
});

test("what is no UTF-8 text is refused, and what is missing is nothing", async () => {
  const { folder } = world();
  for (const bytes of [[0xff, 0xfe, 0x41, 0x00], [0xe9], [0x61, 0x00]]) {
    writeFileSync(join(folder, "odd"), Buffer.from(bytes));
    await expect(nodeAssets.readText(join(folder, "odd"), 100)).rejects.toMatchObject({ code: "unsupported" });
  }
  expect(await nodeAssets.readText(join(folder, "none.md"), 100)).toBeUndefined();
  expect(await nodeAssets.readText(join(folder, "a.md/none"), 100)).toBeUndefined();
  await expect(nodeAssets.readText(join(folder, "b"), 100)).rejects.toMatchObject({ code: "unsupported" });
});

test("gives real paths, and the path itself for what does not exist", async () => {
  const { top, folder } = world();
  symlinkSync(folder, join(top, "link"));
  expect(await nodeAssets.real(join(top, "link"))).toBe(realpathSync(folder));
  expect(await nodeAssets.real(join(top, "none"))).toBe(join(top, "none"));
  expect(nodeAssets.join("a", "b", "c")).toBe(join("a", "b", "c"));
});
