import type { Dirent } from "node:fs";
import { readdir, realpath, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Asset, Assets } from "../core/operations/assets";
import { ToolError } from "../core/operations/failure";
import { figure } from "../core/results/sizes";
import { errnoOf, fileError } from "./errors";
import { type OpenFile, readAt, withFile } from "./open";
import { isInside, pathFacts } from "./paths";

/** Skills, agent profiles and server files on the local disk. */
export const nodeAssets: Assets = {
  async list(folder) {
    try {
      const real = await realpath(folder);
      const entries = await readdir(real, { withFileTypes: true });
      const assets = await Promise.all(entries.map((entry) => assetOf(real, entry)));
      return assets.filter((asset) => asset !== undefined).sort((a, b) => (a.name < b.name ? -1 : 1));
    } catch (error) {
      if (isMissing(error)) return [];
      throw fileError(error, "list", folder);
    }
  },

  async readText(path, maxBytes) {
    const facts = await pathFacts(path, []);
    if (facts.kind === "missing") return undefined;
    if (!isInside(facts.real, await realpath(dirname(path)))) {
      throw new ToolError("unsupported", `${path} is a link that leads out of its folder.`);
    }
    const bytes = await withFile(facts, (file) => bytesOf(file, maxBytes));
    return textOf(bytes, path);
  },

  real: (path) => realpath(path).catch(() => path),
  join,
};

/** Links that lead out of the folder are not there, nor are pipes, devices and sockets. */
async function assetOf(folder: string, entry: Dirent): Promise<Asset | undefined> {
  const { name } = entry;
  if (entry.isFile()) return { name, kind: "file" };
  if (entry.isDirectory()) return { name, kind: "folder" };
  if (!entry.isSymbolicLink()) return undefined;
  const real = await realpath(join(folder, name)).catch(() => undefined);
  if (real === undefined || !isInside(real, folder)) return undefined;
  const info = await stat(real).catch(() => undefined);
  if (info?.isFile()) return { name, kind: "file" };
  return info?.isDirectory() ? { name, kind: "folder" } : undefined;
}

async function bytesOf({ path, handle, size, head }: OpenFile, maxBytes: number): Promise<Buffer> {
  // Some files of the system say that their size is 0 and have content.
  const bytes = size <= head.length ? head : await readAt(handle, 0, Math.min(size, maxBytes + 1));
  if (bytes.length <= maxBytes) return bytes;
  throw new ToolError("unsupported", `${path.shown} has more than ${figure(maxBytes)} bytes.`);
}

function textOf(bytes: Buffer, path: string): string {
  try {
    if (!bytes.includes(0)) return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    // Said below.
  }
  throw new ToolError("unsupported", `${path} is not UTF-8 text.`);
}

function isMissing(error: unknown): boolean {
  return errnoOf(error) === "ENOENT" || errnoOf(error) === "ENOTDIR";
}
