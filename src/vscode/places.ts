import { Uri, workspace } from "vscode";
import { realPlace } from "../node/paths";
import { rebase } from "../node/rebase";
import { isVirtual } from "./virtualFiles";

/** A real path as this window has it: a workspace opened by a link has other URIs than real paths. */
export function uriOf(path: string): Uri {
  if (isVirtual(path)) return Uri.parse(path, true);
  const folders = (workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === "file");
  const places = folders.map(({ uri }) => rebase(path, realPlace(uri.fsPath), uri.fsPath));
  return Uri.file(places.find((place) => place !== undefined) ?? path);
}

/** As the file port names it; nothing for what is no file: settings, terminals, a file of an old commit. */
export function pathOf(uri: Uri): string | undefined {
  if (uri.scheme === "file") return realPlace(uri.fsPath);
  const isOfWorkspace = workspace.getWorkspaceFolder(uri) !== undefined;
  return isOfWorkspace ? uri.toString(true) : undefined;
}
