import { type Dir, lstatSync, opendirSync } from "node:fs";
import { join } from "node:path";

/** So many names of a folder are looked at, until one has letters. */
const MAX_NAMES = 50;

/**
 * Names there are the same in upper and lower case. The system alone does not tell: a Windows drive seen
 * from WSL, a memory stick and a network share fold case on Linux, and there `.GIT` is `.git`.
 */
export function foldsCase(folders: readonly string[], platform: NodeJS.Platform = process.platform): boolean {
  return platform === "win32" || platform === "darwin" || folders.some(isFolding);
}

function isFolding(folder: string): boolean {
  let names: Dir | undefined;
  try {
    names = opendirSync(folder);
    for (let seen = 0; seen < MAX_NAMES; seen += 1) {
      const name = names.readSync()?.name;
      if (name === undefined) return false;
      const other = name === name.toUpperCase() ? name.toLowerCase() : name.toUpperCase();
      if (other !== name) return isSame(join(folder, name), join(folder, other));
    }
    return false;
  } catch {
    return false;
  } finally {
    names?.closeSync();
  }
}

function isSame(path: string, other: string): boolean {
  const [one, two] = [path, other].map((each) => lstatSync(each, { bigint: true, throwIfNoEntry: false }));
  return one !== undefined && one.ino === two?.ino && one.dev === two.dev;
}
