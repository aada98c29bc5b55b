import { assertMay } from "../../core/gate/permit";
import type { Accepts, FindRequest, GrepFound, GrepRequest, Search } from "../../core/operations/search";
import { cutLine } from "./cut";
import { globTest } from "./globs";
import { listTree } from "./list";
import { linePattern, type Match } from "./pattern";
import type { Tree } from "./tree";
import { walk } from "./walk";

type File = GrepFound["files"][number];
type FindLines = ReturnType<typeof linePattern>;

/**
 * Searches without ripgrep, one file after the other: where there is none, and in folders that are on no disk.
 * Patterns are JavaScript's.
 */
export function treeSearch(tree: Tree): Search {
  return {
    async grep(permit, request, accepts, signal) {
      assertMay(permit, { read: request.path });
      return grep(tree, { ...request, isFile: await tree.isFile(request.path) }, accepts, signal);
    },
    async find(permit, request, accepts, signal) {
      assertMay(permit, { read: request.path });
      return find(tree, request, accepts, signal);
    },
    async list(permit, request, accepts, signal) {
      assertMay(permit, { read: request.path });
      return listTree(tree, request, accepts, signal);
    },
  };
}

async function grep(
  tree: Tree,
  request: GrepRequest & { readonly isFile: boolean },
  accepts: Accepts,
  signal: AbortSignal,
): Promise<GrepFound> {
  const findLines = linePattern(request.pattern, request.ignoreCase);
  const files: File[] = [];
  let room = request.limit;
  for await (const path of filesOf(tree, request, accepts, signal)) {
    const text = await tree.text(path);
    signal.throwIfAborted();
    const found = text === undefined ? undefined : fileFound(path, text, findLines, request, room);
    if (!found) continue;
    if (room === 0) return { files: inOrder(files), more: true };
    files.push(found.file);
    if (found.more) return { files: inOrder(files), more: true };
    room -= request.mode === "lines" ? found.file.matches : 1;
  }
  return { files: inOrder(files), more: false };
}

async function find(
  tree: Tree,
  { path, pattern, limit }: FindRequest,
  accepts: Accepts,
  signal: AbortSignal,
): Promise<{ readonly paths: readonly string[]; readonly more: boolean }> {
  const found: { path: string; modified: number }[] = [];
  for await (const file of filesOf(tree, { path, glob: pattern, isFile: false }, accepts, signal)) {
    found.push({ path: file, modified: await tree.modified(file) });
  }
  const sorted = found.toSorted((a, b) => b.modified - a.modified || (a.path < b.path ? -1 : 1));
  return { paths: sorted.slice(0, limit).map((each) => each.path), more: sorted.length > limit };
}

async function* filesOf(
  tree: Tree,
  request: { readonly path: string; readonly glob?: string; readonly isFile: boolean },
  accepts: Accepts,
  signal: AbortSignal,
): AsyncGenerator<string> {
  if (request.isFile) {
    if (accepts(request.path)) yield request.path;
    return;
  }
  const wanted = globTest(request.glob);
  for await (const { path, relative, kind } of walk(tree, request.path, () => true, signal)) {
    if (kind === "file" && wanted(relative) && accepts(path)) yield path;
  }
}

function fileFound(
  path: string,
  text: string,
  find: FindLines,
  { mode, context, limit }: GrepRequest,
  room: number,
): { readonly file: File; readonly more: boolean } | undefined {
  const lines = text.replace(/\n$/, "").split(/\r?\n/);
  const matches = find(lines);
  if (matches.length === 0) return undefined;
  if (mode !== "lines")
    return { file: { path, matches: mode === "files" ? 1 : matches.length, lines: [] }, more: false };
  const kept = matches.slice(0, Math.min(room, limit));
  const file = { path, matches: kept.length, lines: linesAround(lines, kept, context) };
  return { file, more: kept.length < matches.length && kept.length > 0 };
}

function linesAround(lines: readonly string[], matches: readonly Match[], context: number): File["lines"] {
  const from = new Map(matches.map((match) => [match.index, match.from]));
  const near = new Set<number>();
  for (const { index } of matches) {
    for (let at = Math.max(0, index - context); at <= Math.min(lines.length - 1, index + context); at += 1)
      near.add(at);
  }
  const shown = [...near].sort((a, b) => a - b);
  return shown.map((at) => ({
    line: at + 1,
    text: cutLine((lines[at] ?? "").replace(/\r$/, ""), from.get(at) ?? 0),
    match: from.has(at),
  }));
}

const inOrder = (files: readonly File[]): File[] => files.toSorted((a, b) => (a.path < b.path ? -1 : 1));
