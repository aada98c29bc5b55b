import { type ExtensionContext, Uri } from "vscode";
import { realPlace } from "../node/paths";

/**
 * No call writes these, by whatever link: our own records, the settings that say what needs approval,
 * and our own program, of which parts are started late.
 */
export function protectedPaths({
  extensionUri,
  storageUri,
  globalStorageUri,
}: Pick<ExtensionContext, "extensionUri" | "storageUri" | "globalStorageUri">): string[] {
  const user = Uri.joinPath(globalStorageUri, "../..");
  const files = ["settings.json", "profiles", "../Machine"].map((name) => Uri.joinPath(user, name));
  const program = Uri.joinPath(extensionUri, "dist");
  return [globalStorageUri, ...(storageUri ? [storageUri] : []), ...files, program].map(({ fsPath }) =>
    realPlace(fsPath),
  );
}
