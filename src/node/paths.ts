import { realpathSync } from "node:fs";
import { lstat, readlink, realpath, stat } from "node:fs/promises";
import * as nodePath from "node:path";
import { refusedSpelling } from "../core/gate/paths";
import { ToolError } from "../core/operations/failure";
import type { PathFacts, Root } from "../core/operations/files";
import { errnoOf, fileError } from "./errors";

type PathRules = Pick<typeof nodePath, "join" | "resolve" | "isAbsolute" | "sep">;

const MAX_LINKS = 40;

/** Forms that name something else than they seem to, as the gate refuses them. Pure, so that Windows's rules can be tried anywhere. */
export function refuseOddPath(path: string, platform: NodeJS.Platform, roots: readonly Root[]): void {
  if (path.includes("\0")) throw odd(path.replaceAll("\0", "\\0"), "it contains a NUL character");
  const why = refusedSpelling(path, { windows: platform === "win32", foldsCase: true, roots });
  if (why !== undefined) throw odd(path, `Windows would open something else than it seems (${why})`);
}

/**
 * Absolute and tidy, links not followed yet. Relative paths belong to the first root; with several roots
 * `name/...` belongs to the root of that name, unless the first root has such an entry itself.
 */
export async function absolutePath(path: string, roots: readonly Root[], rules: PathRules = nodePath): Promise<string> {
  if (rules.isAbsolute(path)) return rules.resolve(path);
  const first = roots[0];
  if (!first) throw new ToolError("not_found", "No folder is open: only absolute paths lead somewhere.");
  const [head = "", ...rest] = path.split(/[/\\]/);
  const named = roots.length > 1 ? roots.find((root) => root.name === head) : undefined;
  if (named && !(await exists(rules.join(first.path, head)))) return rules.resolve(named.path, ...rest);
  return rules.resolve(first.path, path);
}

/** Where a path really leads. One system call more than a `stat` when it exists. */
export async function pathFacts(absolute: string, roots: readonly Root[]): Promise<PathFacts> {
  try {
    // Side by side: each waits for a thread of its own, and one wait is enough on a busy machine.
    const [found, seen] = await Promise.all([follow(absolute, 0), stat(absolute).catch(() => undefined)]);
    const root = roots
      .filter((each) => isInside(found.real, each.path))
      .sort((a, b) => b.path.length - a.path.length)[0];
    const kind = found.missing ? ("missing" as const) : undefined;
    const info = kind ? undefined : (seen ?? (await stat(found.real)));
    const named = info?.isFile() ? "file" : info?.isDirectory() ? "folder" : "other";
    return {
      shown: shownPath(found.real, root, roots.length > 1),
      real: found.real,
      kind: kind ?? named,
      root,
      size: info?.isFile() ? info.size : 0,
      dangling: found.dangling,
    };
  } catch (error) {
    throw fileError(error, "look at", absolute);
  }
}

/**
 * Where a place of our own really is (a root, the home folder, the settings), of which the gate judges
 * real paths: dotfiles are often links. What does not exist yet is under its deepest ancestor that does.
 */
export function realPlace(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    const parent = nodePath.dirname(path);
    return parent === path ? path : nodePath.join(realPlace(parent), nodePath.basename(path));
  }
}

export function isInside(path: string, folder: string, sep: string = nodePath.sep): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

function shownPath(real: string, root: Root | undefined, several: boolean): string {
  if (!root) return real;
  const inside = nodePath.relative(root.path, real).replaceAll(nodePath.sep, "/");
  return [several ? root.name : "", inside].filter(Boolean).join("/") || ".";
}

interface Followed {
  readonly real: string;
  readonly missing: boolean;
  readonly dangling: boolean;
}

async function follow(path: string, links: number): Promise<Followed> {
  try {
    return { real: await realpath(path), missing: false, dangling: false };
  } catch (error) {
    if (errnoOf(error) !== "ENOENT" && errnoOf(error) !== "ENOTDIR") throw error;
    return followMissing(path, links);
  }
}

/** Something on the way is not there: finds the deepest ancestor that is, and links that lead nowhere. */
async function followMissing(path: string, links: number): Promise<Followed> {
  if (links > MAX_LINKS) throw new ToolError("invalid_argument", `Too many symbolic links on the way to ${path}.`);
  if (await isLink(path)) {
    const target = nodePath.resolve(await parentReal(path), await readlink(path));
    const found = await follow(target, links + 1);
    return { ...found, dangling: found.missing || found.dangling };
  }
  const parent = nodePath.dirname(path);
  if (parent === path) return { real: path, missing: true, dangling: false };
  const above = await follow(parent, links);
  return { real: nodePath.join(above.real, nodePath.basename(path)), missing: true, dangling: above.dangling };
}

/** A relative link counts from where its folder really is. */
async function parentReal(path: string): Promise<string> {
  return realpath(nodePath.dirname(path));
}

async function isLink(path: string): Promise<boolean> {
  const info = await lstat(path).catch(() => undefined);
  return info?.isSymbolicLink() ?? false;
}

async function exists(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined)) !== undefined;
}

function odd(path: string, why: string): ToolError {
  return new ToolError("invalid_argument", `The path ${path} can't be used: ${why}.`, "Use a plain path.");
}
