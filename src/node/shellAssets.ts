import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { ReadShellAsset } from "../core/gate/shell/loader";

/** The parser's files as `scripts/build.mjs` lays them beside the bundles. */
export function shellAssets(folder: string): ReadShellAsset {
  return (name) => readFile(join(folder, name));
}
