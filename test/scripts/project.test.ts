import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { isFresh, root } from "../../scripts/project.mjs";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "gatehouse-fresh-"));
  mkdirSync(join(folder, "src/deep"), { recursive: true });
  write("src/deep/a.ts", 10);
  write("out.js", 20);
  age("src/deep", 10);
  age("src", 10);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Times are seconds of 1970, so that no clock matters. */
const age = (name: string, seconds: number) => utimesSync(join(folder, name), seconds, seconds);
function write(name: string, seconds: number) {
  writeFileSync(join(folder, name), "");
  age(name, seconds);
}
const fresh = () => isFresh(join(folder, "out.js"), [relative(root, join(folder, "src"))]);

test("an output newer than all its inputs is fresh", () => expect(fresh()).toBe(true));

test("a changed input makes it stale", () => {
  age("src/deep/a.ts", 30);
  expect(fresh()).toBe(false);
});

test("a removed input makes it stale", () => {
  rmSync(join(folder, "src/deep/a.ts"));
  expect(fresh()).toBe(false);
});

test("an output that is not there is stale", () => {
  rmSync(join(folder, "out.js"));
  expect(fresh()).toBe(false);
});
