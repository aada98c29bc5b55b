import ignore, { type Ignore } from "ignore";
import type { Tree, TreeEntry } from "./tree";

export interface Walked {
  readonly path: string;
  /** Below the start, with `/`. */
  readonly relative: string;
  readonly kind: "file" | "folder" | "link";
}

/** Ignore files of one folder, and how paths below it are named from there. */
interface Rules {
  readonly matcher: Ignore;
  /** What stands before a path below the start so that it counts from the folder; or what is left out of it. */
  named(relative: string): string;
}

const IGNORE_FILES = [".gitignore", ".ignore"];

/** Folders above the start that are asked for ignore files, when there is no repository to end at. */
const MAX_ABOVE = 50;

/**
 * Everything below a folder level by level, each folder sorted with folders first; not what ignore files leave out, nor `.git`. Links
 * are told and not followed. `enters` is asked before a folder is read.
 */
export async function* walk(
  tree: Tree,
  start: string,
  enters: (folder: Walked) => boolean,
  signal: AbortSignal,
): AsyncGenerator<Walked> {
  const queue = [{ path: start, relative: "", rules: await rulesAbove(tree, start) }];
  for (let folder = queue.shift(); folder; folder = queue.shift()) {
    signal.throwIfAborted();
    const entries = (await tree.list(folder.path)).toSorted(foldersFirst);
    const own = await rulesOf(
      tree,
      folder.path,
      entries.map(({ name }) => name),
      below(folder.relative),
    );
    const rules = own ? [own, ...folder.rules] : folder.rules;
    for (const { name, kind } of entries) {
      if (kind === "other" || name === ".git") continue;
      const relative = folder.relative === "" ? name : `${folder.relative}/${name}`;
      if (isIgnored(rules, kind === "folder" ? `${relative}/` : relative)) continue;
      const found: Walked = { path: tree.join(folder.path, name), relative, kind };
      yield found;
      if (kind === "folder" && enters(found)) queue.push({ path: found.path, relative, rules });
    }
  }
}

function foldersFirst(a: TreeEntry, b: TreeEntry): number {
  if ((a.kind === "folder") !== (b.kind === "folder")) return a.kind === "folder" ? -1 : 1;
  return a.name < b.name ? -1 : 1;
}

/** The nearest ignore file that says something decides. */
function isIgnored(rules: readonly Rules[], relative: string): boolean {
  for (const { matcher, named } of rules) {
    const said = matcher.test(named(relative));
    if (said.ignored || said.unignored) return said.ignored;
  }
  return false;
}

/** Up to the top of the repository, nearest first. */
async function rulesAbove(tree: Tree, start: string): Promise<readonly Rules[]> {
  const rules: Rules[] = [];
  const isTop = (names: readonly string[]): boolean => names.includes(".git");
  let names = await namesIn(tree, start);
  let prefix = "";
  for (let at = start, count = 0; !isTop(names) && count < MAX_ABOVE; count += 1) {
    const parent = tree.parent(at);
    if (parent === undefined) break;
    prefix = `${at.slice(parent.length).replace(/^[/\\]/, "")}/${prefix}`;
    names = await namesIn(tree, parent);
    const own = await rulesOf(tree, parent, names, above(prefix));
    // Who asks for a folder that is ignored means it.
    if (own && !own.matcher.ignores(prefix)) rules.push(own);
    at = parent;
  }
  return rules;
}

async function rulesOf(
  tree: Tree,
  folder: string,
  names: readonly string[],
  named: Rules["named"],
): Promise<Rules | undefined> {
  const there = IGNORE_FILES.filter((name) => names.includes(name));
  if (there.length === 0) return undefined;
  const texts = await Promise.all(there.map((name) => tree.text(tree.join(folder, name))));
  return { matcher: ignore().add(texts.map((text) => text ?? "").join("\n")), named };
}

async function namesIn(tree: Tree, folder: string): Promise<readonly string[]> {
  return (await tree.list(folder)).map(({ name }) => name);
}

const above = (prefix: string) => (relative: string) => prefix + relative;
const below = (folder: string) => (relative: string) => (folder === "" ? relative : relative.slice(folder.length + 1));
