import { TabInputText, type TextEditor, type Uri, window, workspace } from "vscode";
import type { EditorContext } from "../core/engine/session";

/** What the user has in front of them, by paths as tools would name them. */
export function editorContext(): EditorContext | undefined {
  const editor = window.activeTextEditor;
  const inputs = window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ input }) => input));
  const uris = inputs.flatMap((input) => (input instanceof TabInputText && isFile(input.uri) ? [input.uri] : []));
  const open = [...new Set(uris.map(shown))];
  if (!editor || !isFile(editor.document.uri)) return open.length > 0 ? { open } : undefined;
  return { active: shown(editor.document.uri), ...selection(editor), open };
}

function selection({ selection }: TextEditor): { selectedLines?: string } {
  if (selection.isEmpty) return {};
  return { selectedLines: `${selection.start.line + 1}-${selection.end.line + 1}` };
}

function isFile(uri: Uri): boolean {
  return uri.scheme === "file" || workspace.getWorkspaceFolder(uri) !== undefined;
}

function shown(uri: Uri): string {
  return workspace.asRelativePath(uri);
}
