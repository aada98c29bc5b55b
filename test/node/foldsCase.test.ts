import { linkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { foldsCase } from "../../src/node/foldsCase";
import { temporaryFolder } from "./support/folder";

test("a folder in which another spelling leads to the same file folds case, whatever the system", () => {
  const [plain, folding] = [temporaryFolder(), temporaryFolder()];
  writeFileSync(join(plain, "read.me"), "");
  writeFileSync(join(folding, "read.me"), "");
  linkSync(join(folding, "read.me"), join(folding, "READ.ME"));
  expect(foldsCase([plain], "linux")).toBe(false);
  expect(foldsCase([plain, folding], "linux")).toBe(true);
});

test("macOS and Windows fold case, and where nothing can be seen, nothing is said", () => {
  expect([foldsCase([], "darwin"), foldsCase([], "win32")]).toEqual([true, true]);
  expect(foldsCase([temporaryFolder(), "/nowhere", "memfs:/work"], "linux")).toBe(false);
});
