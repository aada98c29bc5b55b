import { commands, l10n } from "vscode";
import type { ApprovalRequest } from "../../shared/approval";
import type { Texts } from "./texts";

/**
 * A proposed change in VS Code's own diff editor. Both sides have the same path, else VS Code shows
 * a rename; the focus stays where it is, since a card was only looked at.
 */
export async function openDiff(texts: Texts, { id, preview }: ApprovalRequest): Promise<void> {
  if (!preview) return;
  const { path, files, before, after } = preview;
  const left = texts.put(path, `${id}:before`, before);
  const right = texts.put(path, `${id}:after`, after);
  const what = files ? l10n.t("{0} files", files.length) : path;
  const title = l10n.t("{0} (proposed change)", what);
  await commands.executeCommand("vscode.diff", left, right, title, { preview: true, preserveFocus: true });
}
