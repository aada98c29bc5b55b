// Builds and makes dist/gatehouse.vsix, the file that users install and that the end-to-end tests use.
import { cpSync, existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { BUNDLE_INPUTS, build } from "./build.mjs";
import { isFresh, node, root, tool, vsix } from "./project.mjs";
import { run, runMain, say, step } from "./steps.mjs";

const MANIFEST = ["package.json", "package.nls.json", "package.nls.zh-cn.json", ".vscodeignore"];
const STAGED = [...MANIFEST, "l10n", "media", "README.md", "CHANGELOG.md", "LICENSE"];

export async function makePackage() {
  await build();
  await step("packaging dist/gatehouse.vsix", pack);
  say(`  ${vsix} has ${Math.round(statSync(vsix).size / 1024)} KiB`);
}

/** The same, unless nothing changed since it was made. */
export async function needPackage() {
  if (!isFresh(vsix, [...BUNDLE_INPUTS, ...STAGED])) await makePackage();
}

/** In a folder of its own: vsce looks at every file below, and here code-server alone has tens of thousands. */
async function pack() {
  const stage = mkdtempSync(join(tmpdir(), "gatehouse-package-"));
  try {
    for (const name of [...STAGED, "dist"].filter((name) => existsSync(join(root, name)))) {
      const filter = (/** @type {string} */ path) => !/\.vsix$|[\\/]dist[\\/]exthost/.test(path);
      cpSync(join(root, name), join(stage, name), { recursive: true, filter });
    }
    const args = ["package", "--no-dependencies", "--allow-missing-repository", "--no-rewrite-relative-links"];
    await run(node, [tool("@vscode/vsce/vsce"), ...args, "--out", vsix], { cwd: stage });
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await runMain(makePackage);
