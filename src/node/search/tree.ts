import { isUtf8 } from "node:buffer";
import { constants } from "node:fs";
import { open, readdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { codecFor, detectCharset, markLength } from "../charset";
import { fileError } from "../errors";
import { sniff } from "../sniff";

export interface TreeEntry {
  readonly name: string;
  readonly kind: "file" | "folder" | "link" | "other";
}

/** Files as a walk needs them. What can't be read is as if it were not there. */
export interface Tree {
  /** Throws a `ToolError` when it can't be looked at. */
  isFile(path: string): Promise<boolean>;
  /** A folder's path and a name in it. */
  join(folder: string, name: string): string;
  /** Nothing at the top. */
  parent(path: string): string | undefined;
  list(folder: string): Promise<readonly TreeEntry[]>;
  /** Nothing when it is binary or too large. */
  text(file: string): Promise<string | undefined>;
  /** When it was changed; any clock, larger is newer. */
  modified(file: string): Promise<number>;
}

const HEAD = 8_192;
const MAX_BYTES = 16 << 20;

/** The local disk. Links are not followed. */
export const diskTree: Tree = {
  async isFile(path) {
    try {
      return (await stat(path)).isFile();
    } catch (error) {
      throw fileError(error, "search", path);
    }
  },

  join,
  parent: (path) => (dirname(path) === path ? undefined : dirname(path)),

  async list(folder) {
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
    return entries.map((entry) => ({
      name: entry.name,
      kind: entry.isSymbolicLink() ? "link" : entry.isDirectory() ? "folder" : entry.isFile() ? "file" : "other",
    }));
  },

  async text(file) {
    const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
    const handle = await open(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch(() => undefined);
    if (!handle) return undefined;
    try {
      const info = await handle.stat();
      if (!info.isFile() || info.size > MAX_BYTES) return undefined;
      const head = Buffer.alloc(Math.min(HEAD, info.size));
      await handle.read(head, 0, head.length, 0);
      if (isBinary(head)) return undefined;
      return await textOf(info.size > head.length ? await handle.readFile() : head);
    } catch {
      return undefined;
    } finally {
      await handle.close();
    }
  },

  modified: async (file) => (await stat(file).catch(() => undefined))?.mtimeMs ?? 0,
};

/** By its mark, else as UTF-8, as ripgrep does it. Nothing when it is binary. */
export async function textOf(bytes: Buffer): Promise<string | undefined> {
  if (isBinary(bytes.subarray(0, HEAD))) return undefined;
  const codec = await codecFor(charsetOf(bytes));
  const text = bytes.subarray(markLength(bytes, codec));
  return isUtf8(text) || codec.charset.startsWith("utf16") ? codec.decode(text) : text.toString("utf8");
}

const charsetOf = (bytes: Buffer): string => detectCharset(bytes, undefined);
const isBinary = (head: Buffer): boolean => sniff(head, charsetOf(head).startsWith("utf16")) !== undefined;
