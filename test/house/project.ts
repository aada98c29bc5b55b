import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../scripts/project.mjs";
import type { SourceFile } from "./rules/source";

/** Every text file that git has or would take. */
export function readProject(): SourceFile[] {
  const args = ["ls-files", "--cached", "--others", "--exclude-standard"];
  const names = execFileSync("git", args, { cwd: root, encoding: "utf8" }).split("\n");
  return names.filter((name) => name !== "" && !/\.(png|ttf|wasm)$/.test(name)).flatMap(readIfThere);
}

export function readJson<T>(path: string): T {
  return JSON.parse(readFileSync(join(root, path), "utf8")) as T;
}

/** Code of the product, below src/ and webview/. */
export const isProduct = ({ path }: SourceFile): boolean => /^(src|webview)\/.*\.tsx?$/.test(path);

/** A file can be in git's index and gone from the disk. */
function readIfThere(path: string): SourceFile[] {
  try {
    return [{ path, text: readFileSync(join(root, path), "utf8") }];
  } catch {
    return [];
  }
}
