import { env, FileSystemError, FileType, Uri, workspace } from "vscode";
import type { Search } from "../core/operations/search";
import { findRipgrep } from "../node/search/findRipgrep";
import { createSearch, type SearchOptions } from "../node/search/search";
import { treeSearch } from "../node/search/slow";
import { type Tree, textOf } from "../node/search/tree";
import { isVirtual } from "./virtualFiles";

/** On disk by VS Code's own ripgrep; in folders that are on no disk by a walk through `workspace.fs`. */
export function createHostSearch({ run, env: environment }: Pick<SearchOptions, "run" | "env">): Search {
  const disk = createSearch({ run, env: environment, ripgrep: () => findRipgrep(env.appRoot, environment()) });
  const virtual = treeSearch(virtualTree);
  const of = (path: string): Search => (isVirtual(path) ? virtual : disk);
  return {
    grep: (permit, request, accepts, signal) => of(request.path).grep(permit, request, accepts, signal),
    find: (permit, request, accepts, signal) => of(request.path).find(permit, request, accepts, signal),
    list: (permit, request, accepts, signal) => of(request.path).list(permit, request, accepts, signal),
  };
}

const MAX_BYTES = 16 << 20;

/** Paths are URIs, as `virtualFiles.ts` spells them. */
const virtualTree: Tree = {
  async isFile(path) {
    return ((await workspace.fs.stat(uri(path))).type & FileType.File) !== 0;
  },
  join: (folder, name) => Uri.joinPath(uri(folder), name).toString(true),
  parent(path) {
    const above = Uri.joinPath(uri(path), "..").toString(true);
    return above === path ? undefined : above;
  },
  async list(folder) {
    const entries = await workspace.fs.readDirectory(uri(folder)).then(undefined, none);
    return entries.map(([name, type]) => ({ name, kind: kindOf(type) }));
  },
  async text(file) {
    try {
      if ((await workspace.fs.stat(uri(file))).size > MAX_BYTES) return undefined;
      return await textOf(Buffer.from(await workspace.fs.readFile(uri(file))));
    } catch (error) {
      none(error);
      return undefined;
    }
  },
  modified: async (file) =>
    workspace.fs.stat(uri(file)).then(
      ({ mtime }) => mtime,
      () => 0,
    ),
};

const uri = (path: string): Uri => Uri.parse(path, true);

function kindOf(type: FileType): "file" | "folder" | "link" | "other" {
  if (type & FileType.SymbolicLink) return "link";
  if (type & FileType.Directory) return "folder";
  return type & FileType.File ? "file" : "other";
}

/** What can't be read is as if it were not there. */
function none(error: unknown): [] {
  if (error instanceof FileSystemError) return [];
  throw error;
}
