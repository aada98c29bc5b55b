import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { loadAnalyser, type ReadShellAsset, type ShellAnalyser } from "../../src/core/gate/shell/loader";

const folder = dirname(createRequire(join(process.cwd(), "package.json")).resolve("@vscode/tree-sitter-wasm"));

export function analyserFiles(): ReadShellAsset {
  return (name) => readFile(join(folder, name));
}

/** The real parser with both grammars, as a host loads it. */
export function realAnalyser(): Promise<ShellAnalyser> {
  return loadAnalyser(analyserFiles(), () => performance.now(), ["bash", "pwsh"]);
}
