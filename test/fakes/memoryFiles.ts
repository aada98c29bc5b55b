import { createHash } from "node:crypto";
import { posix } from "node:path";
import { assertMay } from "../../src/core/gate/permit";
import { ToolError } from "../../src/core/operations/failure";
import type {
  Charset,
  FileSnapshot,
  Files,
  PathFacts,
  ReadResult,
  ReadWindow,
  Root,
  Splice,
  Written,
} from "../../src/core/operations/files";
import type { Permit } from "../../src/core/operations/permit";
import { MemoryTree } from "./memoryTree";

export interface MemoryOptions {
  /** Default: one root named `workspace` at `/workspace`. */
  readonly roots?: readonly Root[];
  /** Link path to its target, which may be relative to the link. */
  readonly links?: Readonly<Record<string, string>>;
  /** Charset of a file when it is not `utf8`. Single-byte ones hold U+0000 to U+00FF. */
  readonly charsets?: Readonly<Record<string, Charset>>;
  readonly eol?: "\n" | "\r\n";
}

export interface MemoryFiles extends Files {
  /** What is in a file now; nothing when there is none. */
  text(path: string): string | undefined;
  /** Changes a file behind everybody's back. */
  set(path: string, content: string | Uint8Array): void;
  remove(path: string): void;
  /** Real paths of all files. */
  paths(): readonly string[];
}

/**
 * A workspace in memory with the semantics of the real port. Keys are relative to the first root or
 * absolute; a key that ends in a slash is an empty folder; a `Uint8Array` is an image or binary file.
 */
export function memoryFiles(
  content: Readonly<Record<string, string | Uint8Array>> = {},
  options: MemoryOptions = {},
): MemoryFiles {
  const roots = options.roots ?? [{ name: "workspace", path: "/workspace" }];
  const tree = new MemoryTree();
  for (const root of roots) tree.put(root.path, { kind: "folder" });
  const charsets = new Map<string, Charset>();

  function absolute(path: string): string {
    if (path.includes("\0")) throw new ToolError("invalid_argument", "A path can't contain a NUL character.");
    if (posix.isAbsolute(path)) return posix.normalize(path).replace(/(?<=.)\/$/, "");
    const first = roots[0]?.path ?? "/";
    const [head = "", ...rest] = path.split("/");
    const named = roots.length > 1 && roots.find((root) => root.name === head);
    if (named && !tree.nodes.has(posix.join(first, head))) return posix.join(named.path, ...rest);
    return posix.join(first, path).replace(/(?<=.)\/$/, "");
  }

  const keyOf = (key: string): string => posix.resolve(roots[0]?.path ?? "/", key);

  function set(path: string, value: string | Uint8Array): void {
    tree.put(keyOf(path), path.endsWith("/") ? { kind: "folder" } : { kind: "file", content: value });
  }
  for (const [path, value] of Object.entries(content)) set(path, value);
  for (const [path, target] of Object.entries(options.links ?? {})) tree.put(keyOf(path), { kind: "link", target });
  for (const [path, charset] of Object.entries(options.charsets ?? {})) charsets.set(keyOf(path), charset);

  function shown(real: string, root: Root | undefined): string {
    if (!root) return real;
    return posix.join(roots.length > 1 ? root.name : "", posix.relative(root.path, real)) || ".";
  }

  function facts(path: string): PathFacts {
    const { real, node, dangling } = tree.locate(absolute(path));
    const root = roots.find((each) => real === each.path || real.startsWith(`${each.path}/`));
    const size = node?.kind === "file" ? bytesOf(node.content).length : 0;
    const kind = node === undefined ? "missing" : node.kind === "file" ? "file" : "folder";
    return { shown: shown(real, root), real, kind, root, size, dangling };
  }

  function fileAt(path: PathFacts): string | Uint8Array {
    const { node } = tree.locate(path.real);
    if (node?.kind === "file") return node.content;
    if (node) throw new ToolError("unsupported", `${path.shown} is a folder.`, "List it instead.");
    throw new ToolError("not_found", `There is no file at ${path.shown}.`);
  }

  function snapshotOf(path: PathFacts): FileSnapshot {
    const charset = charsets.get(path.real) ?? "utf8";
    const base = { path, charset, source: "disk" as const };
    if (path.kind === "missing") {
      return { ...base, exists: false, text: "", hash: "absent", eol: options.eol ?? "\n" };
    }
    const text = fileAt(path);
    if (typeof text !== "string") throw new ToolError("unsupported", `${path.shown} is not a text file.`);
    return { ...base, exists: true, text, hash: hashOf(text), eol: eolOf(text, options.eol ?? "\n") };
  }

  function save(permit: Permit, before: FileSnapshot, text: string): Written {
    const { path, hash, charset } = before;
    assertMay(permit, { write: path.real, hash });
    if (path.dangling)
      throw new ToolError("permission_denied", `${path.shown} is a link to something that is missing.`);
    if (snapshotOf(facts(path.real)).hash !== hash) {
      throw new ToolError("precondition_failed", `${path.shown} changed since it was read.`, "Read it again.");
    }
    refuseParentFile(path);
    refuseUnencodable(text, charset, path);
    tree.put(path.real, { kind: "file", content: text });
    const bytes = bytesOf(text).length;
    return { created: !before.exists, bytes, hash: hashOf(text), text, savedUnsaved: false };
  }

  function refuseParentFile(path: PathFacts): void {
    for (let parent = posix.dirname(path.real); parent !== "/"; parent = posix.dirname(parent)) {
      if (tree.nodes.get(parent)?.kind === "file") {
        throw new ToolError("invalid_argument", `${path.shown} can't be created: ${parent} is a file.`);
      }
    }
  }

  return {
    roots: () => roots,
    inspect: async (path) => facts(path),

    async readWindow(permit, path, window, signal) {
      signal.throwIfAborted();
      const file = facts(path);
      assertMay(permit, { read: file.real });
      const value = fileAt(file);
      if (typeof value !== "string") return notText(value);
      return textWindow(value, window, charsets.get(file.real) ?? "utf8");
    },

    async snapshot(path, signal) {
      signal.throwIfAborted();
      return snapshotOf(facts(path));
    },

    async change(permit, snapshot, splices, signal) {
      signal.throwIfAborted();
      return save(permit, snapshot, applySplices(snapshot.text, splices));
    },

    async write(permit, snapshot, value, signal) {
      signal.throwIfAborted();
      return save(permit, snapshot, value.replace(/^\uFEFF+/, ""));
    },

    async readInstruction(path, maxBytes) {
      const file = facts(path);
      if (file.kind !== "file") return undefined;
      return new TextDecoder().decode(bytesOf(fileAt(file)).subarray(0, maxBytes));
    },

    async listInstructions(path) {
      const { real } = facts(path);
      const names = tree.children(real).map(([name]) => name);
      return names
        .filter((name) => name.endsWith(".md"))
        .sort()
        .map((name) => posix.join(real, name));
    },

    async filesBelow(folder, limit) {
      const all = [...tree.nodes].filter(([path, node]) => path.startsWith(`${folder}/`) && node.kind !== "folder");
      const found = all
        .filter(([path]) => !path.includes("/.git/"))
        .map(([real, node]) => ({ real, ...(node.kind === "link" && { link: true as const }) }));
      return found.length > limit ? undefined : found;
    },

    text(path) {
      const { node } = tree.locate(keyOf(path));
      return node?.kind === "file" ? new TextDecoder().decode(bytesOf(node.content)) : undefined;
    },
    set,
    remove: (path) => void tree.nodes.delete(keyOf(path)),
    paths: () => [...tree.nodes].filter(([, node]) => node.kind === "file").map(([path]) => path),
  };
}

function bytesOf(content: string | Uint8Array): Uint8Array {
  return typeof content === "string" ? new TextEncoder().encode(content) : content;
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

function eolOf(text: string, otherwise: "\n" | "\r\n"): "\n" | "\r\n" {
  const all = text.split("\n").length - 1;
  if (all === 0) return otherwise;
  return (text.split("\r\n").length - 1) * 2 > all ? "\r\n" : "\n";
}

function applySplices(text: string, splices: readonly Splice[]): string {
  let at = 0;
  let result = "";
  for (const splice of splices) {
    if (splice.start < at || splice.end < splice.start || splice.end > text.length) {
      throw new ToolError("internal", "The changes are not in order.");
    }
    result += text.slice(at, splice.start) + splice.text;
    at = splice.end;
  }
  return result + text.slice(at);
}

function refuseUnencodable(text: string, charset: Charset, path: PathFacts): void {
  if (/\p{Surrogate}/u.test(text)) throw new ToolError("invalid_argument", "The text holds half of a surrogate pair.");
  const wide = charset.startsWith("utf") ? undefined : /[^\0-\xFF]/u.exec(text)?.[0];
  if (wide) throw new ToolError("unsupported", `${path.shown} is ${charset}, which can't hold the character ${wide}.`);
}

function notText(data: Uint8Array): ReadResult {
  const png = data[0] === 0x89 && data[1] === 0x50;
  if (png) return { kind: "image", mime: "image/png", data };
  return { kind: "binary", type: "binary", bytes: data.length };
}

function textWindow(text: string, window: ReadWindow, charset: Charset): ReadResult {
  const lines = text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const totals = { totalLines: lines.length, totalBytes: bytesOf(text).length, charset, source: "disk" as const };
  const wanted = lines.slice(window.offset - 1, window.offset - 1 + window.limit);
  const kept: string[] = [];
  let size = 0;
  for (const line of wanted) {
    size += bytesOf(line).length;
    if (size > window.maxBytes) break;
    kept.push(line);
  }
  const base = { kind: "text" as const, text: kept.join(""), lines: kept.length, ...totals };
  const first = wanted[0];
  if (kept.length > 0 || first === undefined) return base;
  const bytes = bytesOf(first.replace(/\r?\n$/, ""));
  const head = new TextDecoder().decode(bytes.subarray(0, window.maxBytes), { stream: true });
  return { ...base, longLine: { head, bytes: bytes.length } };
}
