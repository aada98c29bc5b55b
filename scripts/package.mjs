// Builds and makes dist/gatehouse.vsix, the file that users install and that the end-to-end tests use.
import { statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { BUNDLE_INPUTS, build } from "./build.mjs";
import { isFresh, node, root, tool, vsix } from "./project.mjs";
import { run, runMain, say, step } from "./steps.mjs";

const OTHER_INPUTS = ["package.json", "package.nls.json", "package.nls.zh-cn.json", "l10n", "media", ".vscodeignore"];
const TEXTS = ["README.md", "CHANGELOG.md", "LICENSE"];

export async function makePackage() {
  await build();
  const args = [
    "package",
    "--no-dependencies",
    "--allow-missing-repository",
    "--no-rewrite-relative-links",
    "--out",
    vsix,
  ];
  await step("packaging dist/gatehouse.vsix", () => run(node, [tool("@vscode/vsce/vsce"), ...args], { cwd: root }));
  say(`  ${vsix} has ${Math.round(statSync(vsix).size / 1024)} KiB`);
}

/** The same, unless nothing changed since it was made. */
export async function needPackage() {
  if (!isFresh(vsix, [...BUNDLE_INPUTS, ...OTHER_INPUTS, ...TEXTS])) await makePackage();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await runMain(makePackage);
