import { EndOfLine, Range, type TextDocument, Uri, WorkspaceEdit, workspace } from "vscode";
import { ToolError } from "../core/operations/failure";
import type { FileSnapshot, PathFacts, Splice, Written } from "../core/operations/files";
import { codecFor, decodeExactly, detectCharset, encodeExactly, markLength } from "../node/charset";
import { hashOf, readWhole } from "../node/open";

/** Where a path really leads. */
export type Inspect = (path: string) => Promise<PathFacts>;

/** Mostly there is none, and then no path need be looked at. */
export function hasDirtyDocument(): boolean {
  return workspace.textDocuments.some(({ isDirty, uri }) => isDirty && uri.scheme === "file");
}

/** The open document with unsaved changes that shows this file, by whatever path it was opened. */
export async function dirtyDocument(real: string, inspect: Inspect): Promise<TextDocument | undefined> {
  for (const document of workspace.textDocuments) {
    if (!document.isDirty || document.uri.scheme !== "file") continue;
    const path = document.uri.fsPath;
    if (path === real || (await inspect(path)).real === real) return document;
  }
  return undefined;
}

/** What a person sees in the editor is the file, as long as it is not saved. */
export async function documentSnapshot(
  path: PathFacts,
  document: TextDocument,
  signal: AbortSignal,
): Promise<FileSnapshot> {
  await refuseLossy(path, document, signal);
  const text = document.getText();
  return {
    path,
    exists: true,
    text,
    hash: await editorHash(text),
    charset: document.encoding,
    eol: document.eol === EndOfLine.CRLF ? "\r\n" : "\n",
    source: "editor",
  };
}

/** One edit, then the user's own save: their unsaved text goes to the disk with it, as the result says. */
export async function changeDocument(
  before: FileSnapshot,
  splices: readonly Splice[],
  inspect: Inspect,
): Promise<Written> {
  const document = await dirtyDocument(before.path.real, inspect);
  const version = document?.version;
  if (!document || (await editorHash(document.getText())) !== before.hash) throw changed(before.path);
  const codec = await codecFor(document.encoding);
  // Saving would write "?" for what the charset lacks, without a word.
  for (const { text } of splices) encodeExactly(text, codec);
  // The user may have typed on meanwhile: the offsets would then mean other places.
  if (document.version !== version) throw changed(before.path);
  const edit = new WorkspaceEdit();
  for (const { start, end, text } of splices) {
    edit.replace(document.uri, new Range(document.positionAt(start), document.positionAt(end)), text);
  }
  if (!(await workspace.applyEdit(edit)))
    throw new ToolError("precondition_failed", `The editor refused to change ${before.path.shown}.`);
  if (!(await document.save())) throw notSaved(before.path);
  return readBack(before, document.encoding, inspect);
}

/** The charset that a loaded document was read with, else what the settings say for this path. */
export async function charsetFor(path: string): Promise<string | undefined> {
  const loaded = workspace.textDocuments.find(
    (document) => document.uri.scheme === "file" && document.uri.fsPath === path,
  );
  if (loaded) return loaded.encoding;
  const uri = Uri.file(path);
  const settings = workspace.getConfiguration("files", uri);
  // A language may have its own charset, and only an opened document knows its language.
  const byLanguage = settings.inspect<string>("encoding")?.languageIds ?? [];
  if (byLanguage.length > 0) return (await open(uri))?.encoding;
  return settings.get<string>("encoding");
}

function open(uri: Uri): Thenable<TextDocument | undefined> {
  return workspace.openTextDocument(uri).then(undefined, () => undefined);
}

async function editorHash(text: string): Promise<string> {
  return `editor:${await hashOf(Buffer.from(text))}`;
}

/** VS Code opens a file in the wrong charset without a warning; saving it then would destroy what it could not read. */
async function refuseLossy(path: PathFacts, document: TextDocument, signal: AbortSignal): Promise<void> {
  if (path.kind !== "file") return;
  const bytes = await readWhole(path, signal);
  const codec = await codecFor(detectCharset(bytes, document.encoding));
  if (decodeExactly(bytes.subarray(markLength(bytes, codec)), codec) !== undefined) return;
  throw new ToolError(
    "unsupported",
    `${path.shown} is open with unsaved changes in the charset ${document.encoding}, in which it does not read without loss.`,
    "Ask the user to reopen it with the right encoding first.",
  );
}

async function readBack(before: FileSnapshot, charset: string, inspect: Inspect): Promise<Written> {
  const bytes = await readWhole(await inspect(before.path.real), new AbortController().signal);
  const codec = await codecFor(charset);
  return {
    created: before.path.kind === "missing",
    bytes: bytes.length,
    hash: await hashOf(bytes),
    text: codec.decode(bytes.subarray(markLength(bytes, codec))),
    savedUnsaved: true,
  };
}

function notSaved({ shown }: PathFacts): ToolError {
  return new ToolError(
    "precondition_failed",
    `${shown} was changed in the editor, but could not be saved: the file on disk may be newer or read-only.`,
    "Tell the user; the change is in the editor, unsaved.",
  );
}

export function changed({ shown }: PathFacts): ToolError {
  return new ToolError(
    "precondition_failed",
    `${shown} was changed in the meantime.`,
    "Read it again and redo the change on what is there now.",
  );
}
