import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseHookFile } from "../core/gate/hookConfig";
import type { Hook, HookProblem } from "../core/operations/hooks";
import type { Digest } from "../core/operations/ports";
import { errnoOf } from "./errors";
import { fileFinder } from "./mcp/namedFiles";

/** Of a repository. */
export const HOOK_FILE = ".gatehouse/hooks.json";

/** A hook of a repository, and what a person's yes to it is bound to. */
export interface RepositoryHook {
  readonly hook: Hook;
  readonly file: string;
  /** Of the entry and of each workspace file that it names. */
  readonly hash: string;
  readonly named: readonly string[];
}

export interface RepositoryHooks {
  readonly hooks: readonly RepositoryHook[];
  readonly problems: readonly HookProblem[];
}

/** The hooks of each root, as their files are now. */
export async function readHookFiles(roots: readonly string[], digest: Digest): Promise<RepositoryHooks> {
  const each = await Promise.all(roots.map((root) => readOne(root, roots, digest)));
  return { hooks: each.flatMap(({ hooks }) => hooks), problems: each.flatMap(({ problems }) => problems) };
}

async function readOne(root: string, roots: readonly string[], digest: Digest): Promise<RepositoryHooks> {
  const file = join(root, HOOK_FILE);
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes(errnoOf(error) ?? "")) return { hooks: [], problems: [] };
    return { hooks: [], problems: [{ file, text: `${file} can't be read: ${errnoOf(error) ?? String(error)}` }] };
  }
  const { hooks, problems } = parseHookFile(text, file);
  const bound = hooks.map((hook) => bind({ ...hook, folder: root }, file, roots, digest));
  return { hooks: await Promise.all(bound), problems };
}

async function bind(hook: Hook, file: string, roots: readonly string[], digest: Digest): Promise<RepositoryHook> {
  const found = await filesOf(hook, roots);
  const hash = digest(JSON.stringify([hook, found.map(({ path, hash }) => [path, hash])]));
  return { hook, file, hash, named: found.map(({ path }) => path) };
}

/** What is left of the approval: false when the entry or a file that it names is another one now. */
export async function isAsApproved(bound: RepositoryHook, roots: readonly string[], digest: Digest): Promise<boolean> {
  return (await bind(bound.hook, bound.file, roots, digest)).hash === bound.hash;
}

/** Each word of the command could be a file, with or without quotes, or behind an option's `=`. */
async function filesOf({ command, folder }: Hook, roots: readonly string[]) {
  const find = fileFinder(roots.map((path) => ({ name: "", path })));
  const words = new Set(command.split(/[\s"'`;|&<>()=]+/).filter((word) => word !== ""));
  const found = await Promise.all([...words].map((word) => find(word, folder)));
  return found.filter((each) => each !== undefined);
}
