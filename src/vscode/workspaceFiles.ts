import { workspace } from "vscode";
import type { Files, Root } from "../core/operations/files";
import { createDiskFiles } from "./files";
import { createVirtualFiles, isVirtual, virtualRoots } from "./virtualFiles";

/** All folders of the workspace, those on disk and those on none; each path goes to the one it belongs to. */
export function createFiles(): Files {
  const disk = createDiskFiles();
  const virtual = createVirtualFiles();
  const of = (path: string) => (isVirtual(path) || belongsToVirtual(path) ? virtual : disk);

  return {
    roots: () => inWorkspaceOrder([...disk.roots(), ...virtual.roots()]),
    inspect: (path) => of(path).inspect(path),
    readWindow: (permit, path, window, signal) => of(path).readWindow(permit, path, window, signal),
    snapshot: (path, signal) => of(path).snapshot(path, signal),
    change: (permit, before, splices, signal) => of(before.path.real).change(permit, before, splices, signal),
    write: (permit, before, content, signal) => of(before.path.real).write(permit, before, content, signal),
    readInstruction: (path, maxBytes) => of(path).readInstruction(path, maxBytes),
    listInstructions: (folder) => of(folder).listInstructions(folder),
    filesBelow: async (folder, limit) => of(folder).filesBelow?.(folder, limit),
  };
}

/** Relative paths belong to the first folder, or to the one they name. */
function belongsToVirtual(path: string): boolean {
  const roots = virtualRoots();
  if (roots.length === 0 || path.startsWith("/") || /^[a-z]:/i.test(path)) return false;
  if (workspace.workspaceFolders?.[0]?.uri.scheme !== "file") return true;
  return roots.some(({ name }) => path === name || path.startsWith(`${name}/`));
}

function inWorkspaceOrder(roots: readonly Root[]): readonly Root[] {
  const order = (workspace.workspaceFolders ?? []).map(({ name }) => name);
  return roots.toSorted((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
}
