import { join } from "node:path";
import { buildSync } from "esbuild";
import { temporaryFolder } from "./folder";

/** The broker as it is shipped: one bundled file. */
export function bundledBroker(): string {
  const outfile = join(temporaryFolder(), "broker.js");
  const entry = join(import.meta.dirname, "../../../src/workers/broker.ts");
  buildSync({ entryPoints: [entry], outfile, bundle: true, platform: "node", format: "cjs", target: "node22" });
  return outfile;
}
