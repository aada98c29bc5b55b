import { type Disposable, workspace } from "vscode";

/** What kind of place this is, as plain facts. Asked anew whenever they matter: trust changes without a reload. */
export interface Place {
  readonly trusted: boolean;
  readonly hasFolder: boolean;
  /** Some folder is on no disk: commands can't run there. */
  readonly virtual: boolean;
}

export function placeNow(): Place {
  const folders = workspace.workspaceFolders ?? [];
  return {
    trusted: workspace.isTrusted,
    hasFolder: folders.length > 0,
    virtual: folders.some(({ uri }) => uri.scheme !== "file"),
  };
}

/** Trust is granted once and taken back only by a reload; folders come and go. */
export function onDidChangePlace(listener: () => void): Disposable {
  const granted = workspace.onDidGrantWorkspaceTrust(listener);
  const folders = workspace.onDidChangeWorkspaceFolders(listener);
  return { dispose: () => [granted, folders].forEach((each) => void each.dispose()) };
}
