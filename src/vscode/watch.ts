import { type Disposable, RelativePattern, workspace } from "vscode";

/** Tells when a file that one of the patterns names is made, changed or removed. */
export function watchPatterns(patterns: readonly RelativePattern[], changed: () => void): Disposable {
  const parts = patterns.flatMap((pattern) => {
    const watcher = workspace.createFileSystemWatcher(pattern);
    return [watcher, watcher.onDidCreate(changed), watcher.onDidChange(changed), watcher.onDidDelete(changed)];
  });
  return { dispose: () => disposeAll(parts) };
}

/** The same for one pattern in each folder of the workspace, also in those that are added later. */
export function watchFolders(pattern: string, changed: () => void): Disposable {
  const watch = () =>
    watchPatterns(
      (workspace.workspaceFolders ?? []).map((folder) => new RelativePattern(folder, pattern)),
      changed,
    );
  let current = watch();
  const folders = workspace.onDidChangeWorkspaceFolders(() => {
    current.dispose();
    current = watch();
  });
  return { dispose: () => disposeAll([folders, current]) };
}

function disposeAll(parts: readonly Disposable[]): void {
  for (const part of parts) part.dispose();
}
