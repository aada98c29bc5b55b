import { workspace } from "vscode";
import { assertMay } from "../core/gate/permit";
import { ToolError } from "../core/operations/failure";
import type { FileSnapshot, Files, Splice, Written } from "../core/operations/files";
import type { Permit } from "../core/operations/permit";
import { createNodeFiles } from "../node/files";
import { changeDocument, changed, charsetFor, dirtyDocument, documentSnapshot, hasDirtyDocument } from "./documents";
import { textWindow } from "./textWindow";

/**
 * Files of the local disk as a person at the editor sees them. A file without unsaved changes is
 * edited as bytes; one with unsaved changes is what the editor shows, and is changed there and saved.
 */
export function createDiskFiles(): Files {
  const disk = followFolders();
  const inspect = (path: string) => disk().inspect(path);
  const dirty = (real: string) => dirtyDocument(real, inspect);

  async function save(
    before: FileSnapshot,
    permit: Permit,
    splices: readonly Splice[],
    write: () => Promise<Written>,
  ): Promise<Written> {
    assertMay(permit, { write: before.path.real, hash: before.hash });
    if (before.source === "editor") return changeDocument(before, splices, inspect);
    // Bytes written under unsaved changes are lost without a word when the user saves.
    if (await dirty(before.path.real)) throw changed(before.path);
    const written = await write();
    if (await dirty(before.path.real)) throw crossed(before.path.shown);
    return written;
  }

  return {
    roots: () => disk().roots(),
    inspect,
    readInstruction: (path, maxBytes) => disk().readInstruction(path, maxBytes),
    listInstructions: (folder) => disk().listInstructions(folder),
    filesBelow: async (folder, limit) => disk().filesBelow?.(folder, limit),

    async readWindow(permit, path, window, signal) {
      if (!hasDirtyDocument()) return disk().readWindow(permit, path, window, signal);
      const facts = await inspect(path);
      const document = await dirty(facts.real);
      if (!document) return disk().readWindow(permit, path, window, signal);
      assertMay(permit, { read: facts.real });
      return { kind: "text", ...textWindow(document.getText(), window), charset: document.encoding, source: "editor" };
    },

    async snapshot(path, signal) {
      const facts = await inspect(path);
      const document = await dirty(facts.real);
      return document ? documentSnapshot(facts, document, signal) : disk().snapshot(path, signal);
    },

    change: (permit, before, splices, signal) =>
      save(before, permit, splices, () => disk().change(permit, before, splices, signal)),

    write: (permit, before, content, signal) =>
      save(before, permit, [{ start: 0, end: before.text.length, text: content }], () =>
        disk().write(permit, before, content, signal),
      ),
  };
}

/** The disk as folders are now: they may change while the window is open. */
function followFolders(): () => Files {
  let made: { readonly key: string; readonly files: Files } | undefined;
  return () => {
    const folders = (workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === "file");
    const roots = folders.map(({ name, uri }) => ({ name, path: uri.fsPath }));
    const key = JSON.stringify(roots);
    if (made?.key !== key) made = { key, files: createNodeFiles({ roots, charsetFor, eol: lineEnd }) };
    return made.files;
  };
}

/** Of new files, asked for when one is made; `auto` means what the system uses. */
function lineEnd(): "\n" | "\r\n" {
  const setting: unknown = workspace.getConfiguration("files").get("eol");
  if (setting === "\n" || setting === "\r\n") return setting;
  return process.platform === "win32" ? "\r\n" : "\n";
}

function crossed(shown: string): ToolError {
  return new ToolError(
    "precondition_failed",
    `${shown} was written, but at the same moment the user changed it in the editor; saving there may undo the change on disk.`,
    "Tell the user, and read the file again before you go on.",
  );
}
