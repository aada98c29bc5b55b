import { join } from "node:path";
import { buildSync } from "esbuild";
import { temporaryFolder } from "./folder";

/** The process of a program as it is shipped: its entry, with the sandbox beside it. */
export function bundledSandbox(): string {
  const folder = temporaryFolder();
  const workers = join(import.meta.dirname, "../../../src/workers");
  buildSync({
    entryPoints: { code: join(workers, "code.ts"), codeSandbox: join(workers, "codeSandbox.ts") },
    outdir: folder,
    bundle: true,
    minify: true,
    platform: "node",
    mainFields: ["module", "main"],
    format: "cjs",
    target: "node20",
    logLevel: "error",
  });
  return join(folder, "code.js");
}
