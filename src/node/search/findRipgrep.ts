import { accessSync, constants, readdirSync } from "node:fs";
import { join } from "node:path";
import { findProgram, here } from "../shell";

const PROGRAM = process.platform === "win32" ? "rg.exe" : "rg";

/** Below VS Code's own folder, by the packages of its versions; what is packed can't be started. */
const PLACES = ["node_modules.asar.unpacked", "node_modules"].flatMap((modules) =>
  ["@vscode/ripgrep", "@vscode/ripgrep-universal", `@vscode/ripgrep-${process.platform}-${process.arch}`].map((name) =>
    join(modules, name, "bin"),
  ),
);

/** VS Code's own, else one of PATH. Nothing when there is none. */
export function findRipgrep(appRoot: string, env: Readonly<Record<string, string>>): string | undefined {
  const own = PLACES.flatMap((place) => inFolder(join(appRoot, place))).find(canStart);
  return own ?? findProgram(here(env), "rg");
}

/** The program itself, or in a folder for each system. */
function inFolder(bin: string): string[] {
  try {
    const folders = readdirSync(bin, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    const system = `${process.platform}-${process.arch}`;
    const own = folders.filter(({ name }) => name === system).map(({ name }) => join(bin, name, PROGRAM));
    return [join(bin, PROGRAM), ...own];
  } catch {
    return [];
  }
}

function canStart(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
