import {
  commands,
  type DocumentSymbol,
  type Location,
  Position,
  type Range,
  type SymbolInformation,
  SymbolKind,
  type TextDocument,
  type TextEdit,
  type Uri,
  type WorkspaceEdit,
  workspace,
} from "vscode";
import { ToolError } from "../core/operations/failure";
import type { Splice } from "../core/operations/files";
import type { CodePlace, CodeSymbol, FileEdits } from "../core/operations/ports";
import { pathOf, uriOf } from "./places";

/** What a provider says of a failure is for people and may be long. */
const MAX_WORDS = 300;

/** The outline of a file, from the top. */
export async function symbolsIn(path: string, limit: number): Promise<readonly CodeSymbol[]> {
  const { uri } = await opened(path);
  const found = await asked<DocumentSymbol[]>("vscode.executeDocumentSymbolProvider", uri);
  const all = (found ?? []).flatMap((each) => flat(path, each, undefined));
  return all.toSorted((a, b) => a.line - b.line || a.column - b.column).slice(0, limit);
}

/** VS Code makes a tree also of what older providers give as a list. */
function flat(path: string, symbol: DocumentSymbol, container: string | undefined): CodeSymbol[] {
  const { selectionRange, range, children } = symbol;
  const own = { ...startOf(path, selectionRange), endLine: range.end.line + 1, ...facts(symbol, container) };
  return [own, ...children.flatMap((child) => flat(path, child, symbol.name))];
}

export async function symbolsNamed(query: string, limit: number): Promise<readonly CodeSymbol[]> {
  const found = await asked<SymbolInformation[]>("vscode.executeWorkspaceSymbolProvider", query);
  const symbols = (found ?? []).flatMap((symbol): CodeSymbol[] => {
    const path = pathOf(symbol.location.uri);
    return path === undefined
      ? []
      : [{ ...placed(path, symbol.location.range), ...facts(symbol, symbol.containerName) }];
  });
  return symbols.slice(0, limit);
}

export async function referencesTo(place: CodePlace, limit: number): Promise<readonly CodePlace[]> {
  const { uri } = await opened(place.path);
  const found = await asked<Location[]>("vscode.executeReferenceProvider", uri, positionOf(place));
  const places = (found ?? []).flatMap(({ uri: where, range }): CodePlace[] => {
    const path = pathOf(where);
    return path === undefined ? [] : [startOf(path, range)];
  });
  return places.slice(0, limit);
}

export async function renameEdits(place: CodePlace, newName: string): Promise<readonly FileEdits[]> {
  const { uri } = await opened(place.path);
  const args = [uri, positionOf(place), newName] as const;
  const edit = await asked<WorkspaceEdit>("vscode.executeDocumentRenameProvider", ...args);
  if (!edit) return [];
  if (changesFiles(edit)) throw unsupported("This rename would also create, move or delete files.");
  return Promise.all(edit.entries().map(([where, edits]) => editsOf(where, edits)));
}

/** `entries` and `size` leave such edits out; the list of all is not in the API, so it may be missing. */
function changesFiles(edit: WorkspaceEdit): boolean {
  const { _allEntries: all } = edit as { _allEntries?: () => readonly { readonly _type?: number }[] };
  return all?.call(edit).some(({ _type }) => _type !== TEXT) ?? false;
}

/** What VS Code calls an edit of text among the kinds of edits. */
const TEXT = 2;

async function editsOf(uri: Uri, edits: readonly TextEdit[]): Promise<FileEdits> {
  const path = pathOf(uri);
  if (path === undefined) throw unsupported(`This rename would change ${uri.toString(true)}, which is no file.`);
  const document = await workspace.openTextDocument(uri);
  const splices = edits.map(({ range, newText }) => spliceOf(document, range, newText));
  return { path, text: document.getText(), splices: splices.toSorted((a, b) => a.start - b.start) };
}

function spliceOf(document: TextDocument, range: Range, text: string): Splice {
  return { start: document.offsetAt(range.start), end: document.offsetAt(range.end), text };
}

/** Most providers know a file only once it is open as a document; no editor shows it for that. */
async function opened(path: string): Promise<TextDocument> {
  try {
    return await workspace.openTextDocument(uriOf(path));
  } catch (error) {
    throw new ToolError("unsupported", `The editor can't open ${path}: ${wordsOf(error)}`);
  }
}

/** Nothing where no provider has an answer. */
async function asked<T>(command: string, ...args: readonly unknown[]): Promise<T | undefined> {
  try {
    return await commands.executeCommand<T | undefined>(command, ...args);
  } catch (error) {
    throw unsupported(`The editor's language service says: ${wordsOf(error)}`);
  }
}

const wordsOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, MAX_WORDS);

const unsupported = (message: string): ToolError => new ToolError("unsupported", message);

const positionOf = ({ line, column }: CodePlace): Position => new Position(line - 1, column - 1);

const startOf = (path: string, { start }: Range): CodePlace => ({
  path,
  line: start.line + 1,
  column: start.character + 1,
});

const placed = (path: string, range: Range) => ({ ...startOf(path, range), endLine: range.end.line + 1 });

function facts({ name, kind }: { name: string; kind: SymbolKind }, container: string | undefined) {
  return { name, kind: SymbolKind[kind].toLowerCase(), ...(container ? { container } : {}) };
}
