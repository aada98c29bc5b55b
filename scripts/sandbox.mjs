// Puts @anthropic-ai/sandbox-runtime into a folder as the broker loads it: its code in two entries with what they
// share, and the programs that it starts. Its parts for Windows and its command line stay out.
import { chmodSync, cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { root } from "./project.mjs";

const PACKAGE = join(root, "node_modules/@anthropic-ai/sandbox-runtime");
const ENTRIES = {
  manager: join(PACKAGE, "dist/index.js"),
  linux: join(PACKAGE, "dist/sandbox/linux-sandbox-utils.js"),
};
/** It looks for them beside its own files. */
const PROGRAMS = [
  "vendor/seccomp/x64/apply-seccomp",
  "vendor/seccomp/arm64/apply-seccomp",
  "vendor/java-proxy-agent/srt-proxy-agent.jar",
];
/** Some of its packages are CommonJS and ask for modules of Node. */
const banner = { js: 'import { createRequire } from "node:module";const require = createRequire(import.meta.url);' };

/** @param {string} folder */
export async function bundleSandbox(folder) {
  const { build: esbuild } = await import("esbuild");
  rmSync(folder, { recursive: true, force: true });
  await esbuild({
    entryPoints: ENTRIES,
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
    minify: true,
    platform: "node",
    target: "node20",
    format: "esm",
    legalComments: "none",
    logLevel: "error",
    banner,
  });
  for (const path of PROGRAMS) {
    cpSync(join(PACKAGE, path), join(folder, path));
    if (path.endsWith("apply-seccomp")) chmodSync(join(folder, path), 0o755);
  }
  cpSync(join(PACKAGE, "LICENSE"), join(folder, "LICENSE"));
}
