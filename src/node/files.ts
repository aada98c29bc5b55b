import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { assertMay } from "../core/gate/permit";
import type { FileBelow, Files, PathFacts, ReadResult, Root } from "../core/operations/files";
import type { Permit } from "../core/operations/permit";
import { type Codec, codecFor, detectCharset, markLength } from "./charset";
import { fileError } from "./errors";
import { type OpenFile, openFile, readAt, withFile } from "./open";
import { absolutePath, pathFacts, realPlace, refuseOddPath } from "./paths";
import { saveFile } from "./save";
import { SeenFiles } from "./seen";
import { takeSnapshot } from "./snapshot";
import { sniff } from "./sniff";
import { replaceBytes, spliceBytes } from "./splice";
import { readLines } from "./window";

export interface NodeFilesOptions {
  readonly roots: readonly Root[];
  /** What the host says of a real path: VS Code's name of a charset, or nothing. A mark in the file wins. */
  readonly charsetFor?: (path: string) => Promise<string | undefined>;
  /** Line end of new files, asked for when one is made. */
  readonly eol?: () => "\n" | "\r\n";
}

/** A picture larger than this helps no model. */
const MAX_IMAGE = 16 << 20;

/** Files of the local disk, edited as bytes. */
export function createNodeFiles(options: NodeFilesOptions): Files {
  const roots = options.roots.map((root) => ({ ...root, path: realPlace(root.path) }));
  const eol = options.eol ?? (() => "\n" as const);

  const seen = new SeenFiles();

  async function absolute(path: string): Promise<string> {
    refuseOddPath(path, process.platform, roots);
    return absolutePath(path, roots);
  }

  async function inspect(path: string): Promise<PathFacts> {
    const place = await absolute(path);
    return seen.note(place, await pathFacts(place, roots));
  }

  /** A file that its plan has just looked at is opened at once; whatever is odd about that, the long way says. */
  async function openPermitted(permit: Permit, path: string): Promise<OpenFile> {
    const planned = seen.take(await absolute(path));
    if (planned) {
      assertMay(permit, { read: planned.real });
      const file = await openFile(planned).catch(() => undefined);
      if (file) return file;
    }
    const facts = await inspect(path);
    assertMay(permit, { read: facts.real });
    return openFile(facts);
  }

  async function codecOf(real: string, head: Buffer): Promise<Codec> {
    return codecFor(detectCharset(head, await options.charsetFor?.(real)));
  }

  return {
    roots: () => roots,
    inspect,

    async readWindow(permit, path, window, signal) {
      signal.throwIfAborted();
      const file = await openPermitted(permit, path);
      try {
        const codec = await codecOf(file.path.real, file.head);
        const other = await notText(file, codec);
        if (other) return other;
        const lines = await readLines(file, codec, window, signal);
        return { kind: "text", ...lines, charset: codec.charset, source: "disk" };
      } catch (error) {
        throw fileError(error, "read", file.path.shown);
      } finally {
        // Nobody waits for it: nothing that comes next needs it closed.
        file.handle.close().catch(() => undefined);
      }
    },

    async snapshot(path, signal) {
      signal.throwIfAborted();
      return takeSnapshot(await inspect(path), codecOf, eol, signal);
    },

    async change(permit, snapshot, splices, signal) {
      assertMay(permit, { write: snapshot.path.real, hash: snapshot.hash });
      return saveFile(snapshot, roots, signal, (bytes, codec) => spliceBytes(bytes, snapshot.text, codec, splices));
    },

    async write(permit, snapshot, content, signal) {
      assertMay(permit, { write: snapshot.path.real, hash: snapshot.hash });
      return saveFile(snapshot, roots, signal, (bytes, codec) => replaceBytes(bytes, content, codec));
    },

    async readInstruction(path, maxBytes) {
      const facts = await inspect(path);
      if (facts.kind !== "file") return undefined;
      return withFile(facts, async (file) => {
        const bytes = await readAt(file.handle, 0, Math.min(maxBytes, file.size));
        const codec = await codecOf(facts.real, bytes);
        const text = codec.decode(bytes.subarray(markLength(bytes, codec)));
        // The bound may cut the last character in two.
        return bytes.length < file.size ? text.replace(/\uFFFD+$/, "") : text;
      });
    },

    filesBelow,

    async listInstructions(path) {
      const folder = await inspect(path);
      const names = folder.kind === "folder" ? await namesIn(folder) : [];
      const instructions = names.filter((name) => name.endsWith(".md")).sort();
      return instructions.map((name) => join(folder.real, name));
    },
  };
}

async function notText(file: OpenFile, codec: Codec): Promise<ReadResult | undefined> {
  const found = sniff(file.head, codec.mark.length > 0);
  if (!found) return undefined;
  if (found.kind === "binary") return { ...found, bytes: file.size };
  if (file.size > MAX_IMAGE) return { kind: "binary", type: found.mime, bytes: file.size };
  return { ...found, data: await readAt(file.handle, 0, file.size) };
}

async function filesBelow(folder: string, limit: number): Promise<readonly FileBelow[] | undefined> {
  const found: FileBelow[] = [];
  const left = [folder];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const entries = await readdir(next, { withFileTypes: true }).catch(() => undefined);
    if (!entries || found.length + entries.length > limit) return undefined;
    for (const entry of entries) {
      const path = join(next, entry.name);
      if (!entry.isDirectory()) found.push({ real: path, ...(entry.isSymbolicLink() && { link: true }) });
      else if (entry.name !== ".git") left.push(path);
    }
  }
  return found;
}

async function namesIn(folder: PathFacts): Promise<readonly string[]> {
  try {
    return await readdir(folder.real);
  } catch (error) {
    throw fileError(error, "list", folder.shown);
  }
}
