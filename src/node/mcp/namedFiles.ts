import { isAbsolute, resolve } from "node:path";
import type { FindFile } from "../../core/mcp/configTarget";
import type { Root } from "../../core/operations/files";
import { hashOf, readWhole } from "../open";
import { isInside, pathFacts, realPlace } from "../paths";

const MAX_PATH = 4_096;

/** Finds what a server's entry names among the files of the workspace: spelled there, or really there. */
export function fileFinder(roots: readonly Root[]): FindFile {
  const places = roots.flatMap(({ path }) => [path, realPlace(path)]);
  const real = roots.map(({ name, path }) => ({ name, path: realPlace(path) }));
  return async (named, cwd) => {
    const base = cwd ?? roots[0]?.path;
    if (named.length > MAX_PATH || named.includes("\0") || (base === undefined && !isAbsolute(named))) return undefined;
    const path = resolve(base ?? "/", named);
    const facts = await pathFacts(path, real).catch(() => undefined);
    const inside = facts?.root !== undefined || places.some((place) => isInside(path, place));
    if (!facts || !inside || facts.kind !== "file") return undefined;
    const bytes = await readWhole(facts, new AbortController().signal).catch(() => undefined);
    // What can't be read now is another file as soon as it can.
    return { path, hash: bytes ? await hashOf(bytes) : `unreadable ${facts.size}` };
  };
}
