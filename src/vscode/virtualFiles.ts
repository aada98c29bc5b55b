import { FileSystemError, FileType, Uri, workspace } from "vscode";
import { assertMay } from "../core/gate/permit";
import { ToolError } from "../core/operations/failure";
import type { FileSnapshot, Files, PathFacts, Root, Written } from "../core/operations/files";
import type { Permit } from "../core/operations/permit";
import { codecFor, decodeExactly, detectCharset, markLength } from "../node/charset";
import { hashOf } from "../node/open";
import { sniff } from "../node/sniff";
import { replaceBytes, spliceBytes } from "../node/splice";
import { changed } from "./documents";
import { textWindow } from "./textWindow";

/** A file on no disk is read whole. */
const MAX_BYTES = 64 << 20;
/** Where `sniff` looks. */
const HEAD = 8_192;

/**
 * Folders that some extension provides (`workspace.fs`). Their paths are their URIs. Writing is not
 * atomic there: VS Code offers nothing better; the approval card says so. Links can't be told from what they
 * lead to, so every path is taken as it is.
 */
export function createVirtualFiles(): Files {
  async function inspect(path: string): Promise<PathFacts> {
    const uri = uriOf(path);
    const real = uri.toString(true);
    // What is judged is a text; it must lead to the very same place when it is opened.
    if (uriOf(real).toString() !== uri.toString()) throw ambiguous(path);
    const root = virtualRoots().find(({ path: folder }) => isInside(real, folder));
    const info = await stat(uri);
    const kind = !info
      ? "missing"
      : info.type & FileType.Directory
        ? "folder"
        : info.type & FileType.File
          ? "file"
          : "other";
    return {
      shown: shownPath(real, root),
      real,
      kind,
      root,
      size: kind === "file" ? (info?.size ?? 0) : 0,
      dangling: false,
    };
  }

  const as = (path: PathFacts) => ({ path, source: "disk", atomic: false }) as const;

  async function snapshot(path: string): Promise<FileSnapshot> {
    const facts = await inspect(path);
    if (facts.kind === "missing")
      return { ...as(facts), exists: false, text: "", hash: "absent", charset: "utf8", eol: "\n" };
    const bytes = await read(facts);
    const codec = await codecFor(detectCharset(bytes, undefined));
    const text = sniff(bytes.subarray(0, HEAD), codec.charset.startsWith("utf16"))
      ? undefined
      : decodeExactly(bytes.subarray(markLength(bytes, codec)), codec);
    if (text === undefined) throw new ToolError("unsupported", `${facts.shown} does not read as text without loss.`);
    const eol = text.includes("\r\n") ? "\r\n" : "\n";
    return { ...as(facts), exists: true, text, hash: await hashOf(bytes), charset: codec.charset, eol };
  }

  async function save(
    permit: Permit,
    before: FileSnapshot,
    change: (bytes: Buffer) => Promise<Buffer>,
  ): Promise<Written> {
    assertMay(permit, { write: before.path.real, hash: before.hash });
    const uri = uriOf(before.path.real);
    if (workspace.textDocuments.some((each) => each.isDirty && each.uri.toString() === uri.toString()))
      throw dirty(before.path);
    const now = before.exists ? await read(before.path) : Buffer.alloc(0);
    if (before.exists ? (await hashOf(now)) !== before.hash : await stat(uri)) throw changed(before.path);
    await workspace.fs.writeFile(uri, await change(now));
    const bytes = await read(before.path);
    const codec = await codecFor(before.charset);
    const text = codec.decode(bytes.subarray(markLength(bytes, codec)));
    return { created: !before.exists, bytes: bytes.length, hash: await hashOf(bytes), text, savedUnsaved: false };
  }

  return {
    roots: virtualRoots,
    inspect,
    snapshot: (path) => snapshot(path),

    async readWindow(permit, path, window) {
      const facts = await inspect(path);
      assertMay(permit, { read: facts.real });
      const bytes = await read(facts);
      const codec = await codecFor(detectCharset(bytes, undefined));
      const other = sniff(bytes.subarray(0, HEAD), codec.charset.startsWith("utf16"));
      if (other?.kind === "image") return { ...other, data: bytes };
      if (other) return { ...other, bytes: bytes.length };
      const text = codec.decode(bytes.subarray(markLength(bytes, codec)));
      return { kind: "text", ...textWindow(text, window), charset: codec.charset, source: "disk" };
    },

    change: (permit, before, splices) =>
      save(permit, before, async (bytes) => spliceBytes(bytes, before.text, await codecFor(before.charset), splices)),

    write: (permit, before, content) =>
      save(permit, before, async (bytes) => replaceBytes(bytes, content, await codecFor(before.charset))),

    async readInstruction(path, maxBytes) {
      const facts = await inspect(path);
      return facts.kind === "file" ? (await read(facts)).toString("utf8").slice(0, maxBytes) : undefined;
    },

    async listInstructions(path) {
      const folder = await inspect(path);
      if (folder.kind !== "folder") return [];
      const uri = uriOf(folder.real);
      const names = (await workspace.fs.readDirectory(uri))
        .map(([name]) => name)
        .filter((name) => name.endsWith(".md"));
      return names.sort().map((name) => Uri.joinPath(uri, name).toString(true));
    },
  };
}

/**
 * Whether a path names something on no disk: an URI of a workspace folder's scheme. Others are no paths:
 * through them VS Code would open its own settings, whose place on the disk is protected.
 */
export function isVirtual(path: string): boolean {
  const scheme = /^([a-z][a-z0-9+.-]+):\//i.exec(path)?.[1];
  return (workspace.workspaceFolders ?? []).some(({ uri }) => uri.scheme !== "file" && uri.scheme === scheme);
}

export function virtualRoots(): readonly Root[] {
  const folders = (workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme !== "file");
  return folders.map(({ name, uri }) => ({ name, path: uri.toString(true) }));
}

/** Absolute as an URI, else below the first such folder, or below the one that it names. */
function uriOf(path: string): Uri {
  if (isVirtual(path)) return tidy(Uri.parse(path, true));
  const roots = virtualRoots();
  const [head = "", ...rest] = path.split("/");
  const named = roots.length > 1 ? roots.find(({ name }) => name === head) : undefined;
  const root = named ?? roots[0];
  if (!root) throw new ToolError("not_found", "No such folder is open.");
  return tidy(Uri.joinPath(Uri.parse(root.path, true), named ? rest.join("/") : path));
}

function tidy(uri: Uri): Uri {
  return Uri.joinPath(uri.with({ query: "", fragment: "" }), ".");
}

function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith("/") ? folder : `${folder}/`);
}

function shownPath(real: string, root: Root | undefined): string {
  if (!root) return real;
  const inside = real.slice(root.path.length).replace(/^\//, "");
  return [(workspace.workspaceFolders ?? []).length > 1 ? root.name : "", inside].filter(Boolean).join("/") || ".";
}

async function stat(uri: Uri) {
  try {
    return await workspace.fs.stat(uri);
  } catch (error) {
    if (error instanceof FileSystemError && error.code === "FileNotFound") return undefined;
    throw error;
  }
}

async function read(path: PathFacts): Promise<Buffer> {
  if (path.kind === "missing") throw new ToolError("not_found", `There is nothing at ${path.shown}.`);
  if (path.kind !== "file") throw new ToolError("unsupported", `${path.shown} is not a file.`);
  if (path.size > MAX_BYTES) throw new ToolError("unsupported", `${path.shown} is too large to be read from here.`);
  return Buffer.from(await workspace.fs.readFile(uriOf(path.real)));
}

function ambiguous(path: string): ToolError {
  return new ToolError(
    "invalid_argument",
    `The path ${path} can't be used: it can be read in two ways.`,
    "Use a plain path.",
  );
}

function dirty({ shown }: PathFacts): ToolError {
  return new ToolError(
    "precondition_failed",
    `${shown} has unsaved changes in the editor.`,
    "Ask the user to save it first.",
  );
}
