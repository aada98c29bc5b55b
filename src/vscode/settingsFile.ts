import { FileSystemError, type Uri, workspace } from "vscode";
import { parseJsonc } from "../core/results/jsonc";

/**
 * Why a settings file does not parse; nothing when it does, or when this window has none. VS Code reads
 * what it can of a broken one and says nothing to extensions: rules in it are then gone, or halves.
 */
export async function whySettingsBroken(file: Uri): Promise<string | undefined> {
  try {
    const { errors } = parseJsonc(new TextDecoder().decode(await workspace.fs.readFile(file)));
    // A key that stands twice is bad style; VS Code takes the last one.
    const [error] = errors.filter(({ repeated }) => !repeated);
    return error && `settings.json:${error.line}: ${error.text}`;
  } catch (error) {
    if (error instanceof FileSystemError && error.code === "FileNotFound") return undefined;
    return `settings.json: ${error instanceof Error ? error.message : String(error)}`;
  }
}
