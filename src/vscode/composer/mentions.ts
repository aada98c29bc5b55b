import { FileType, l10n, type TextEditor, Uri, window, workspace } from "vscode";
import type { Attachment } from "../../core/engine/session";
import type { McpPool, McpTemplate } from "../../core/mcp/pool";
import type { Diagnostic, Language } from "../../core/operations/ports";
import type { Completion } from "../../shared/messages/chat";
import { visible } from "../../shared/visible";
import { mcpMentions, mcpTemplates } from "../mcp/offers";
import { plainLabel } from "../plainLabel";
import type { TerminalHistory, TerminalNews } from "../terminalHistory";

export interface MentionParts {
  readonly pool: McpPool;
  readonly language: Language;
  readonly terminals: Pick<TerminalHistory, "latest">;
}

/** Characters of one attachment; the model can read the rest by its tools. */
const MAX_TEXT = 48_000;
const MAX_PROBLEMS = 100;
const MAX_FOUND = 12;
/** A language service that still reads the project, or a server, must not hold the list: theirs comes with a later key. */
const LATE_MS = 300;

/** Blanks and quotes are possible in `@"…"`. */
const MENTION = /(?:^|\s)@(?:"([^"\n]+)"|([^\s"]+))/g;

const OWN = {
  selection: () => l10n.t("What is selected in the editor"),
  problems: () => l10n.t("The problems that the editor knows of"),
  terminal: () => l10n.t("What the last commands in the terminal printed"),
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
  const [files, symbols, templates] = await Promise.all([
    findFiles(asked),
    findSymbols(query, language),
    findTemplates(asked, pool),
  ]);
  return [...own, ...files, ...symbols, ...resources, ...templates];
}

/** Punctuation after a mention is not part of it. */
const trimmed = (name: string): string => name.replace(/[.,;:!?)]+$/, "");

async function attachment(name: string, { pool, language, terminals }: MentionParts): Promise<Attachment | undefined> {
  switch (name) {
    case "selection":
      return selection(window.activeTextEditor);
    case "problems":
      return problems(language);
    case "terminal":
      return terminal(terminals.latest());
    case "changes":
      return { label: "changes", text: "The user points at what has changed in git: look at it by the tool Git." };
  }
  if (/^https?:\/\//.test(name))
    return { label: "page", text: `The user points at ${name}: fetch it by the tool Web.` };
  const resource = /^mcp:([^:]+):(.+)$/s.exec(name);
  if (resource) return mentionedResource(resource[1] ?? "", resource[2] ?? "", pool);
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

/** The message goes even when there is nothing to bring: the word may be one of the sentence. */
function terminal(news: TerminalNews): Attachment {
  if ("text" in news) return { label: `terminal ${plainLabel(news.terminal, 60)}`, text: news.text };
  void window.showInformationMessage(missingWords(news.missing));
  return { label: "terminal", text: "Nothing of the user's terminals can be read: ask for the output if it matters." };
}

function missingWords(missing: Extract<TerminalNews, { missing: string }>["missing"]): string {
  switch (missing) {
    case "no_terminal":
      return l10n.t("No terminal is open, so the message brings nothing of one.");
    case "no_shell_integration":
      return l10n.t("The terminal has no shell integration, so the message brings nothing of what was printed in it.");
    case "no_command":
      return l10n.t("No command was run in a terminal since Gatehouse started, so the message brings nothing of it.");
  }
}

async function mentionedResource(server: string, uri: string, pool: McpPool): Promise<Attachment> {
  const templates = uri.includes("{") ? await pool.resourceTemplates() : [];
  const template = templates.find((each) => each.server === server && each.template === uri);
  return readResource(server, template ? await filledIn(template) : uri, pool);
}

/** One box a variable. Whoever closes one gets the text back. */
async function filledIn({ server, name, template, variables }: McpTemplate): Promise<string> {
  const values: Record<string, string> = {};
  for (const variable of variables) {
    const title = `${visible(server, "")}: ${visible(name, "")}`;
    const value = await window.showInputBox({ title, prompt: visible(variable, ""), ignoreFocusOut: true });
    if (value === undefined) throw new Error(l10n.t("A resource was mentioned, and where it lies was not filled in."));
    values[variable] = value;
  }
  const { expandTemplate } = await import("../../core/mcp/templates");
  return expandTemplate(template, values);
}

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
  const found = await inTime(asked);
  return found.slice(0, MAX_FOUND).map(({ name, path, line }) => {
    const shown = workspace.asRelativePath(path);
    return completion(name, `${shown}:${line}`, `symbol:${shown}:${line}`, "symbol-method");
  });
}

async function findTemplates(asked: string, pool: McpPool): Promise<readonly Completion[]> {
  const found = await inTime(mcpTemplates(pool));
  return found
    .filter(({ label, detail, template }) => `${label} ${detail} ${template}`.toLowerCase().includes(asked))
    .slice(0, MAX_FOUND)
    .map(({ label, detail, server, template }) => completion(label, detail, `mcp:${server}:${template}`, "server"));
}

function inTime<T>(found: Promise<readonly T[]>): Promise<readonly T[]> {
  return Promise.race([found, new Promise<[]>((late) => setTimeout(late, LATE_MS, []))]);
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
