import { posix } from "node:path";
import { treeSearch } from "../../../src/node/search/slow";
import { type Tree, textOf } from "../../../src/node/search/tree";
import type { MemoryFiles } from "../../fakes/memoryFiles";

/** The real walk over a workspace in memory. `modified` by path; later files are newer where it does not say. */
export function memorySearch(files: MemoryFiles, modified: Readonly<Record<string, number>> = {}) {
  const below = (folder: string): string[] =>
    files.paths().filter((path) => path.startsWith(folder === "/" ? "/" : `${folder}/`));
  const tree: Tree = {
    isFile: async (path) => files.text(path) !== undefined,
    join: posix.join,
    parent: (path) => (path === "/" ? undefined : posix.dirname(path)),
    async list(folder) {
      const rests = below(folder).map((path) => posix.relative(folder, path).split("/"));
      const names = new Map(rests.map(([name = "", ...rest]) => [name, rest.length > 0 ? "folder" : "file"] as const));
      return [...names].map(([name, kind]) => ({ name, kind }));
    },
    text: async (path) => textOf(Buffer.from(files.text(path) ?? "")),
    modified: async (path) => modified[path] ?? files.paths().indexOf(path),
  };
  return treeSearch(tree);
}
