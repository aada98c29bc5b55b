import { relative, sep } from "node:path";
import { assertMay } from "../../core/gate/permit";
import type { Accepts, FindRequest, GrepFound, GrepRequest, Search } from "../../core/operations/search";
import type { RunProgram } from "../program";
import { FoundLines } from "./found";
import { globTest } from "./globs";
import { Records } from "./records";
import { placeOf, type Ripgrep, runRipgrep, targetOf } from "./ripgrep";
import { treeSearch } from "./slow";
import { diskTree } from "./tree";

export interface SearchOptions {
  /** `NodeProcesses.program`. */
  readonly run: RunProgram;
  /** ripgrep's own program, asked for at each search; a walk of our own does without one, slowly. */
  readonly ripgrep: () => string | undefined;
  readonly env: () => Readonly<Record<string, string>>;
}

const LINE_FEED = 0x0a;
const ZERO = 0;

const slow = treeSearch(diskTree);

/** Searches the local disk. A pattern matches text that is UTF-8 or has a mark of UTF-16; other charsets by their ASCII. */
export function createSearch({ run, ripgrep, env }: SearchOptions): Search {
  const program = (): Ripgrep | undefined => {
    const path = ripgrep();
    return path === undefined ? undefined : { run, path, env: env() };
  };

  return {
    async grep(permit, request, accepts, signal) {
      assertMay(permit, { read: request.path });
      const rg = program();
      if (!rg) return slow.grep(permit, request, accepts, signal);
      const isFile = await diskTree.isFile(request.path);
      if (isFile && !accepts(request.path)) return { files: [], more: false };
      const wanted = isFile ? accepts : acceptsWanted(request.path, request.glob, accepts);
      return request.mode === "lines"
        ? grepLines(rg, request, isFile, wanted, signal)
        : grepFiles(rg, request, isFile, wanted, signal);
    },

    async find(permit, request, accepts, signal) {
      assertMay(permit, { read: request.path });
      const rg = program();
      if (!rg) return slow.find(permit, request, accepts, signal);
      return findFiles(rg, request, acceptsWanted(request.path, request.pattern, accepts), signal);
    },

    list: slow.list,
  };
}

function acceptsWanted(folder: string, glob: string | undefined, accepts: Accepts): Accepts {
  const wanted = globTest(glob);
  return (path) => wanted(relative(folder, path).replaceAll(sep, "/")) && accepts(path);
}

async function grepLines(
  rg: Ripgrep,
  request: GrepRequest,
  isFile: boolean,
  accepts: Accepts,
  signal: AbortSignal,
): Promise<GrepFound> {
  const target = targetOf(request.path, isFile);
  const found = new FoundLines(request, (said) => placeOf(target, said), accepts);
  const records = new Records(LINE_FEED);
  // One more than is wanted tells that there is more.
  const args = ["--json", `--max-count=${request.limit + 1}`, `--context=${request.context}`, ...patternArgs(request)];
  const take = (chunk: Buffer) => records.take(chunk, (record) => found.take(record));
  await runRipgrep(rg, target, isFile ? undefined : request.glob, args, take, signal);
  return found.end();
}

/** `path`, zero, and with `count` a number and a line feed. */
async function grepFiles(
  rg: Ripgrep,
  request: GrepRequest,
  isFile: boolean,
  accepts: Accepts,
  signal: AbortSignal,
): Promise<GrepFound> {
  const target = targetOf(request.path, isFile);
  const counts = request.mode === "count";
  const files: GrepFound["files"][number][] = [];
  let more = false;
  const add = (said: string, matches: number): "enough" | undefined => {
    const path = placeOf(target, said);
    if (!accepts(path)) return undefined;
    more = files.length >= request.limit;
    if (!more) files.push({ path, matches, lines: [] });
    return more ? "enough" : undefined;
  };
  const records = new Records(counts ? LINE_FEED : ZERO);
  const take = (chunk: Buffer) =>
    records.take(chunk, (record) => {
      if (!("text" in record)) return undefined;
      const [said = "", count = "1"] = record.text.split("\0");
      return add(said, Number(count));
    });
  const args = [counts ? "--count" : "--files-with-matches", "--null", "--with-filename", ...patternArgs(request)];
  await runRipgrep(rg, target, isFile ? undefined : request.glob, args, take, signal);
  return { files: files.toSorted((a, b) => (a.path < b.path ? -1 : 1)), more };
}

async function findFiles(rg: Ripgrep, { path, pattern, limit }: FindRequest, accepts: Accepts, signal: AbortSignal) {
  const target = targetOf(path, false);
  const paths: string[] = [];
  let more = false;
  const records = new Records(ZERO);
  const take = (chunk: Buffer) =>
    records.take(chunk, (record) => {
      const place = "text" in record ? placeOf(target, record.text) : undefined;
      if (place === undefined || !accepts(place)) return undefined;
      more = paths.length >= limit;
      if (!more) paths.push(place);
      return more ? "enough" : undefined;
    });
  await runRipgrep(rg, target, pattern, ["--files", "--null", "--sortr=modified"], take, signal);
  return { paths, more };
}

function patternArgs({ pattern, ignoreCase }: GrepRequest): readonly string[] {
  return ["--crlf", ignoreCase ? "--ignore-case" : "--case-sensitive", `--regexp=${pattern}`];
}
