import type { Files, PathFacts, Root } from "../operations/files";
import { type EditorContext, MAX_OPEN_FILES } from "./context";

export interface Folder {
  readonly root: Root;
  /** Absolute and real. */
  readonly path: string;
}

/** Below the roots. Each costs a few looks at the disk before the first message can go out. */
const MAX_FOLDERS = 16;

/** What lies in them came from elsewhere, and its authors give no orders here. */
const FOREIGN: ReadonlySet<string> = new Set(["node_modules", "vendor", "site-packages", ".git"]);

/** The files that the model is told of, the one in front of the user last. */
export function filesAtHand(editor: EditorContext | undefined): readonly string[] {
  const { active, open = [] } = editor ?? {};
  const others = open.slice(0, MAX_OPEN_FILES).filter((path) => path !== active);
  return active === undefined ? others : [...others, active];
}

/**
 * The roots, then the folders between a root and these files, each once and before those in it. Files that
 * can't be found, or that really lie outside of the roots, lead to none.
 */
export async function foldersAtHand(files: Files, paths: readonly string[]): Promise<readonly Folder[]> {
  const found = await Promise.all(paths.map((path) => files.inspect(path).catch(() => undefined)));
  const all = found.flatMap((facts) => (facts ? foldersTo(facts) : []));
  // A map keeps the place of the first of its name, and so no folder comes behind one that is in it.
  const below = new Map(all.map((folder) => [folder.path, folder]));
  const roots = files.roots().map((root) => ({ root, path: root.path }));
  return [...roots, ...[...below.values()].slice(-MAX_FOLDERS)];
}

function foldersTo({ real, root }: PathFacts): readonly Folder[] {
  if (!root) return [];
  const separator = separatorOf(root);
  const names = real.slice(root.path.length).split(separator).slice(0, -1);
  const folders: Folder[] = [];
  let path = root.path;
  for (const name of names) {
    if (FOREIGN.has(name)) break;
    if (name === "") continue;
    path += path.endsWith(separator) ? name : separator + name;
    folders.push({ root, path });
  }
  return folders;
}

/** Windows's real paths hold no slash; all others and URIs do. */
export function separatorOf({ path }: Root): "/" | "\\" {
  return path.includes("/") ? "/" : "\\";
}
