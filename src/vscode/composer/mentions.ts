import { FileType, l10n, type TextEditor, Uri, window, workspace } from "vscode";
import type { Attachment } from "../../core/engine/session";
import type { McpPool } from "../../core/mcp/pool";
import type { Diagnostic, Language } from "../../core/operations/ports";
import type { Completion } from "../../shared/messages/chat";
import { visible } from "../../shared/visible";
import { mcpMentions } from "../mcp/offers";

export interface MentionParts {
  readonly pool: McpPool;
  readonly language: Language;
}

/** Characters of one attachment; the model can read the rest by its tools. */
const MAX_TEXT = 48_000;
const MAX_PROBLEMS = 100;
const MAX_FOUND = 12;
/** A language service that still reads the project must not hold the list: its symbols come with a later key. */
const SYMBOLS_MS = 300;

/** Blanks and quotes are possible in `@"…"`. */
const MENTION = /(?:^|\s)@(?:"([^"\n]+)"|([^\s"]+))/g;

const OWN = {
  selection: () => l10n.t("What is selected in the editor"),
  problems: () => l10n.t("The problems that the editor knows of"),
  changes: () => l10n.t("What has changed in git"),
} as const;

/**
 * What a message points at. Text that is in front of the person comes with the message; files and pages are
 * only named, so that reading them goes through the gate like any other reading.
 */
export async function mentioned(text: string, parts: MentionParts): Promise<readonly Attachment[]> {
  const names = [...text.matchAll(MENTION)].map(([, quoted, plain]) => quoted ?? trimmed(plain ?? ""));
  const found = await Promise.all([...new Set(names)].map((name) => attachment(name, parts)));
  return found.filter((each) => each !== undefined);
}

export async function completeMention(query: string, { pool, language }: MentionParts): Promise<readonly Completion[]> {
  const asked = query.toLowerCase();
  const own = Object.entries(OWN)
    .filter(([name]) => name.startsWith(asked))
    .map(([name, detail]) => ({ label: `@${name}`, detail: detail(), insert: `@${name} `, icon: "symbol-keyword" }));
  const resources = mcpMentions(pool)
    .filter(({ label, detail, uri }) => `${label} ${detail} ${uri}`.toLowerCase().includes(asked))
    .slice(0, MAX_FOUND)
    .map(({ label, detail, server, uri }) => completion(label, detail, `mcp:${server}:${uri}`, "server"));
  const [files, symbols] = await Promise.all([findFiles(asked), findSymbols(query, language)]);
  return [...own, ...files, ...symbols, ...resources];
}

/** Punctuation after a mention is not part of it. */
const trimmed = (name: string): string => name.replace(/[.,;:!?)]+$/, "");

async function attachment(name: string, { pool, language }: MentionParts): Promise<Attachment | undefined> {
  switch (name) {
    case "selection":
      return selection(window.activeTextEditor);
    case "problems":
      return problems(language);
    case "changes":
      return { label: "changes", text: "The user points at what has changed in git: look at it by the tool Git." };
  }
  if (/^https?:\/\//.test(name))
    return { label: "page", text: `The user points at ${name}: fetch it by the tool Web.` };
  const resource = /^mcp:([^:]+):(.+)$/s.exec(name);
  if (resource) return readResource(resource[1] ?? "", resource[2] ?? "", pool);
  const symbol = /^symbol:(.+):(\d+)$/.exec(name);
  if (symbol) return { label: "symbol", text: `The user points at line ${symbol[2]} of ${symbol[1]}.` };
  return fileOrFolder(name);
}

function selection(editor: TextEditor | undefined): Attachment | undefined {
  if (!editor || editor.selection.isEmpty) return undefined;
  const { start, end } = editor.selection;
  const path = workspace.asRelativePath(editor.document.uri);
  const label = `selection: lines ${start.line + 1}-${end.line + 1} of ${path}`;
  return { label, text: bounded(editor.document.getText(editor.selection)) };
}

function problems(language: Language): Attachment {
  const all = language.allDiagnostics();
  const lines = all.slice(0, MAX_PROBLEMS).map(problemLine);
  const more = all.length > MAX_PROBLEMS ? [`and ${all.length - MAX_PROBLEMS} more`] : [];
  return { label: "problems", text: [...(lines.length > 0 ? lines : ["none"]), ...more].join("\n") };
}

const problemLine = ({ path, line, severity, message }: Diagnostic): string =>
  `${path}:${line}: ${severity}: ${message.replace(/\s+/g, " ").slice(0, 500)}`;

async function readResource(server: string, uri: string, pool: McpPool): Promise<Attachment> {
  const text = await pool.readResource(server, uri, new AbortController().signal);
  return { label: `resource ${uri} of the MCP server ${server}`, text: bounded(text) };
}

async function fileOrFolder(name: string): Promise<Attachment | undefined> {
  for (const { uri, name: root } of workspace.workspaceFolders ?? []) {
    const below = name.startsWith(`${root}/`) && (workspace.workspaceFolders ?? []).length > 1;
    const place = Uri.joinPath(uri, below ? name.slice(root.length + 1) : name);
    const kind = await workspace.fs.stat(place).then(
      ({ type }) => (type & FileType.Directory ? "folder" : "file"),
      () => undefined,
    );
    if (kind) return { label: kind, text: `The user points at the ${kind} ${name}.` };
  }
  return undefined;
}

async function findFiles(query: string): Promise<readonly Completion[]> {
  const plain = query.replace(/[\\{}[\]*?"]/g, "?");
  const uris = await workspace.findFiles(`**/*${plain}*`, undefined, MAX_FOUND * 4);
  const inFolders = query.includes("/") ? [] : await workspace.findFiles(`**/*${plain}*/*`, undefined, MAX_FOUND * 4);
  const paths = uris.map((uri) => workspace.asRelativePath(uri));
  const folders = inFolders.map((uri) => workspace.asRelativePath(Uri.joinPath(uri, "..")));
  return [
    ...nearest(paths, query).map((path) => completion(basename(path), path, path, "file")),
    ...nearest(folders, query).map((path) => completion(`${basename(path)}/`, path, path, "folder")),
  ];
}

async function findSymbols(query: string, language: Language): Promise<readonly Completion[]> {
  if (query.length < 2) return [];
  const asked = language.symbols({ query }, MAX_FOUND).catch(() => []);
  const found = await Promise.race([asked, new Promise<[]>((late) => setTimeout(late, SYMBOLS_MS, []))]);
  return found.slice(0, MAX_FOUND).map(({ name, path, line }) => {
    const shown = workspace.asRelativePath(path);
    return completion(name, `${shown}:${line}`, `symbol:${shown}:${line}`, "symbol-method");
  });
}

/** Names that begin with the query first, short paths before long ones. */
function nearest(paths: readonly string[], query: string): readonly string[] {
  const rank = (path: string) => (basename(path).toLowerCase().startsWith(query) ? 0 : 1_000) + path.length;
  return [...new Set(paths)].sort((a, b) => rank(a) - rank(b)).slice(0, MAX_FOUND);
}

function completion(label: string, detail: string, name: string, icon: string): Completion {
  const insert = /[\s"]/.test(name) ? `@"${name.replaceAll('"', "")}" ` : `@${name} `;
  return { label: visible(label, "").slice(0, 100), detail: visible(detail, "").slice(0, 200), insert, icon };
}

const basename = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

export const bounded = (text: string): string =>
  text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT)}\n[${text.length - MAX_TEXT} more characters]`;
