import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import * as fs from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Opener, replaceFile } from "../../src/node/atomic";
import { fileError } from "../../src/node/errors";
import { temporaryFolder } from "./support/folder";

const bytes = Buffer.from("new");
const check = async (): Promise<void> => {};

/** A disk that takes some bytes and is full then. */
const fullDisk: Opener = {
  async open(...args: Parameters<typeof fs.open>) {
    const handle = await fs.open(...args);
    handle.writeFile = async () => {
      await handle.write("n");
      throw Object.assign(new Error("no space left"), { code: "ENOSPC" });
    };
    return handle;
  },
};

test("a full disk loses nothing and leaves nothing behind", async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "a.txt"), "old");
  await expect(replaceFile({ real: join(folder, "a.txt"), bytes, check }, fullDisk)).rejects.toThrow("no space");
  await expect(replaceFile({ real: join(folder, "x/y/b.txt"), bytes, check }, fullDisk)).rejects.toThrow("no space");
  expect(readFileSync(join(folder, "a.txt"), "utf8")).toBe("old");
  expect(readdirSync(folder)).toEqual(["a.txt"]);
});

test("a full disk is said in words", () => {
  const error = Object.assign(new Error("no space left"), { code: "ENOSPC" });
  expect(fileError(error, "write", "a.txt")).toMatchObject({ message: "Can't write a.txt: the disk is full." });
});

test("a change that is found at the last moment stops the replacement", async () => {
  const real = join(temporaryFolder(), "a.txt");
  writeFileSync(real, "old");
  const late = async (): Promise<void> => {
    throw new Error("it changed");
  };
  await expect(replaceFile({ real, bytes, check: late })).rejects.toThrow("it changed");
  expect(readFileSync(real, "utf8")).toBe("old");
  expect(readdirSync(join(real, ".."))).toEqual(["a.txt"]);
});

test("a folder that was made for a file that failed is taken away again, one that was there stays", async () => {
  const folder = temporaryFolder();
  await fs.mkdir(join(folder, "there"));
  await expect(replaceFile({ real: join(folder, "there/new/b.txt"), bytes, check }, fullDisk)).rejects.toThrow();
  expect(existsSync(join(folder, "there"))).toBe(true);
  expect(readdirSync(join(folder, "there"))).toEqual([]);
});
