import { type Disposable, FileSystemError, RelativePattern, Uri, type WorkspaceFolder, workspace } from "vscode";
import { type ConfigPlace, readServersFile, readServersSetting, type ServerList } from "../../core/mcp/config";
import { SETTINGS } from "../../shared/contributions";
import { watchPatterns } from "../watch";

export interface ListPlaces {
  /** Absolute path of the person's home folder. */
  readonly home: string | undefined;
  readonly trusted: boolean;
  readonly setting: unknown;
}

/** Every list there is, in order of precedence. A workspace's are not even read before it is trusted. */
export async function readLists({ home, trusted, setting }: ListPlaces): Promise<ServerList[]> {
  const fromSetting = readServersSetting(setting, { file: `gatehouse.${SETTINGS.mcpServers}`, source: "user" });
  const user = home === undefined ? [] : [readList(userFile(home), { file: userFile(home).fsPath, source: "user" })];
  const folders = trusted ? (workspace.workspaceFolders ?? []) : [];
  const ofFolders = [".gatehouse", ".vscode"].flatMap((where) => folders.map((folder) => folderList(folder, where)));
  const lists = await Promise.all([...user, ...ofFolders]);
  return [fromSetting, ...lists.filter((list) => list !== undefined)];
}

/** Tells when a list may have changed. Only of files: settings and trust are told of elsewhere. */
export function watchLists(home: string | undefined, changed: () => void): Disposable {
  const folders = workspace.workspaceFolders ?? [];
  const patterns = folders.map((folder) => new RelativePattern(folder, "{.gatehouse,.vscode}/mcp.json"));
  if (home !== undefined) patterns.push(new RelativePattern(Uri.joinPath(userFile(home), ".."), "mcp.json"));
  return watchPatterns(patterns, changed);
}

/** Files that approvals are bound to. */
export function watchFiles(paths: readonly string[], changed: () => void): Disposable {
  const uris = paths.map((path) => Uri.file(path));
  const patterns = uris.map(
    (uri) => new RelativePattern(Uri.joinPath(uri, ".."), escaped(uri.path.split("/").at(-1) ?? "")),
  );
  return watchPatterns(patterns, changed);
}

const escaped = (name: string): string => name.replace(/[*?{}[\]]/g, "[$&]");

const userFile = (home: string): Uri => Uri.joinPath(Uri.file(home), ".gatehouse", "mcp.json");

function folderList(folder: WorkspaceFolder, where: string): Promise<ServerList | undefined> {
  const uri = Uri.joinPath(folder.uri, where, "mcp.json");
  const onDisk = folder.uri.scheme === "file";
  return readList(uri, {
    file: onDisk ? uri.fsPath : uri.toString(),
    source: "workspace",
    ...(onDisk ? { folder: folder.uri.fsPath } : {}),
  });
}

async function readList(uri: Uri, place: ConfigPlace): Promise<ServerList | undefined> {
  try {
    return readServersFile(new TextDecoder().decode(await workspace.fs.readFile(uri)), place);
  } catch (error) {
    if (error instanceof FileSystemError && error.code === "FileNotFound") return undefined;
    const why = error instanceof Error ? error.message : String(error);
    const problem = { file: place.file, text: `The file can't be read: ${why}`, level: "error" as const };
    return { place, entries: [], inputs: [], problems: [problem] };
  }
}
