import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { findRipgrep } from "../../src/node/search/findRipgrep";
import { temporaryFolder } from "./support/folder";

const system = `${process.platform}-${process.arch}`;

function withProgram(path: string): string {
  const root = temporaryFolder();
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), "");
  chmodSync(join(root, path), 0o755);
  return root;
}

test.each([
  "node_modules/@vscode/ripgrep/bin/rg",
  `node_modules/@vscode/ripgrep-universal/bin/${system}/rg`,
  `node_modules.asar.unpacked/@vscode/ripgrep-universal/bin/${system}/rg`,
  `node_modules/@vscode/ripgrep-${system}/bin/rg`,
])("finds VS Code's own at %s", (path) => {
  const root = withProgram(path);
  expect(findRipgrep(root, {})).toBe(join(root, path));
});

test("takes no other system's, nor what can't be started", () => {
  expect(findRipgrep(withProgram("node_modules/@vscode/ripgrep-universal/bin/other-cpu/rg"), {})).toBeUndefined();
  const root = withProgram("node_modules/@vscode/ripgrep/bin/rg");
  chmodSync(join(root, "node_modules/@vscode/ripgrep/bin/rg"), 0o644);
  expect(findRipgrep(root, {})).toBeUndefined();
});

test("else takes the one of PATH, and none where there is none", () => {
  const other = withProgram("bin/rg");
  expect(findRipgrep(temporaryFolder(), { PATH: join(other, "bin") })).toBe(join(other, "bin/rg"));
  expect(findRipgrep(temporaryFolder(), { PATH: "bin" })).toBeUndefined();
});
