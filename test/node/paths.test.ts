import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join, win32 } from "node:path";
import { expect, test } from "vitest";
import { absolutePath, isInside, realPlace, refuseOddPath } from "../../src/node/paths";
import { temporaryFolder } from "./support/folder";

test.each([
  "\\\\server\\share\\a.txt",
  "//server/share",
  "\\\\?\\C:\\a",
  "\\\\.\\PhysicalDrive0",
  "\\??\\C:\\a",
  "C:\\a.txt:stream",
  "a.txt::$DATA",
  "C:a.txt",
  "con",
  "src\\NUL.txt",
  "COM1",
  "PROGRA~1\\x",
  "C:\\PROGRA~1\\x",
  "git~1",
  "a\\b. ",
  "a./b",
  ".git \\config",
])("refuses %s on Windows", (path) => {
  expect(() => refuseOddPath(path, "win32", [])).toThrow("can't be used");
  expect(() => refuseOddPath(path, "linux", [])).not.toThrow();
});

test.each(["C:\\work\\a.txt", "src\\a.ts", "..\\b", ".", "a~b.txt", "console.log", "C:/x/y", "common.ts", "~notes.md"])(
  "takes %s on Windows",
  (path) => {
    expect(() => refuseOddPath(path, "win32", [])).not.toThrow();
  },
);

test("takes a network path inside a folder that the user opened there, and no other", () => {
  const roots = [{ name: "w", path: "\\\\server\\share\\w" }];
  const refuse = (path: string) => () => refuseOddPath(path, "win32", roots);
  expect(refuse("\\\\server\\share\\w\\a.txt")).not.toThrow();
  expect(refuse("//Server/share/W/src/a.txt")).not.toThrow();
  expect(refuse("\\\\server\\share\\wider\\a.txt")).toThrow("network path");
  expect(refuse("\\\\evil\\share\\w\\a.txt")).toThrow("network path");
  expect(refuse("\\\\server\\share\\w\\a.txt:stream")).toThrow("can't be used");
  expect(refuse("\\\\?\\C:\\a")).toThrow("device path");
});

test("a NUL character is refused on every system", () => {
  expect(() => refuseOddPath("a\0b", "linux", [])).toThrow("NUL");
});

test("Windows paths resolve against the first root by Windows's rules", async () => {
  const roots = [{ name: "w", path: "C:\\w" }];
  expect(await absolutePath("src/a.ts", roots, win32)).toBe("C:\\w\\src\\a.ts");
  expect(await absolutePath("D:\\x\\..\\y", roots, win32)).toBe("D:\\y");
});

test("a folder does not hold its namesakes", () => {
  expect(isInside("/a/bc", "/a/b", "/")).toBe(false);
  expect(isInside("/a/b/c", "/a/b", "/")).toBe(true);
  expect(isInside("/x", "/", "/")).toBe(true);
});

test("without a folder, a relative path leads nowhere", async () => {
  await expect(absolutePath("a.txt", [])).rejects.toMatchObject({ code: "not_found" });
});

test("a place of our own is known by where it really is, whether it exists yet or not", () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "dotfiles"));
  writeFileSync(join(folder, "dotfiles/settings.json"), "{}");
  symlinkSync("dotfiles", join(folder, "User"));
  expect(realPlace(join(folder, "User/settings.json"))).toBe(join(folder, "dotfiles/settings.json"));
  expect(realPlace(join(folder, "User/profiles/a"))).toBe(join(folder, "dotfiles/profiles/a"));
  expect(realPlace(join(folder, "none/b"))).toBe(join(folder, "none/b"));
});
