import { join } from "node:path";
import { buildSync } from "esbuild";
import { temporaryFolder } from "./folder";

/** The worker that makes pages readable, as it is shipped: one bundled file. */
export function bundledReader(): string {
  const outfile = join(temporaryFolder(), "readable.js");
  const entry = join(import.meta.dirname, "../../../src/workers/readable.ts");
  buildSync({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: "node",
    format: "cjs",
    target: "node20",
    logLevel: "error",
  });
  return outfile;
}
