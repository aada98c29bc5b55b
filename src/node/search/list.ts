import type { Accepts, Listed, ListRequest } from "../../core/operations/search";
import type { Tree } from "./tree";
import { type Walked, walk } from "./walk";

/** A folder's entries as a tree. When there are too many, the upper levels come first. */
export async function listTree(
  tree: Tree,
  { path, depth, limit }: ListRequest,
  accepts: Accepts,
  signal: AbortSignal,
): Promise<Listed> {
  const found: Walked[] = [];
  const isSeen = ({ path, kind }: Walked): boolean => accepts(kind === "folder" ? `${path}/` : path);
  const enters = (folder: Walked): boolean => isSeen(folder) && folder.relative.split("/").length < depth;
  for await (const entry of walk(tree, path, enters, signal)) {
    if (!isSeen(entry)) continue;
    if (found.length === limit) return { entries: inOrder(found), more: true };
    found.push(entry);
  }
  return { entries: inOrder(found), more: false };
}

function inOrder(found: readonly Walked[]): readonly string[] {
  const keyed = found.map((entry) => ({ key: sortKey(entry), entry }));
  return keyed.toSorted((a, b) => (a.key < b.key ? -1 : 1)).map(({ entry }) => named(entry));
}

/** Folders before files at each level: names are compared one by one, with what they are in front. */
function sortKey({ relative, kind }: Walked): string {
  const names = relative.split("/");
  return names.map((name, at) => `${at < names.length - 1 || kind === "folder" ? 0 : 1}${name}`).join("\0");
}

function named({ relative, kind }: Walked): string {
  if (kind === "folder") return `${relative}/`;
  return kind === "link" ? `${relative}@` : relative;
}
