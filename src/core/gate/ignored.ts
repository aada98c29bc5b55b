import ignore, { type Ignore } from "ignore";
import type { PathFacts } from "../operations/files";
import { namesOf } from "./pathNames";
import type { GateFacts, IgnoreFile } from "./verdict";

const matchers = new WeakMap<IgnoreFile, Ignore>();

/** The `.gatehouseignore` of the root that holds a path names it. Patterns are those of `.gitignore`. */
export function isIgnored(path: PathFacts, facts: Pick<GateFacts, "ignoreFiles" | "foldsCase" | "windows">): boolean {
  const { root } = path;
  const files = root ? facts.ignoreFiles.filter((file) => file.root === root.path) : [];
  if (!root || files.length === 0) return false;
  const below = relativeNames(path.real, root.path, facts.windows).join("/");
  if (below === "") return false;
  const name = path.kind === "folder" ? `${below}/` : below;
  return files.some((file) => matcherOf(file, facts.foldsCase).ignores(name));
}

/** Spelled as on the volume: the matcher folds case itself. */
function relativeNames(real: string, root: string, windows: boolean): readonly string[] {
  const naming = { foldsCase: false, windows };
  return namesOf(real, naming).slice(namesOf(root, naming).length);
}

function matcherOf(file: IgnoreFile, foldsCase: boolean): Ignore {
  const known = matchers.get(file);
  if (known) return known;
  const made = ignore({ ignorecase: foldsCase }).add(file.text);
  matchers.set(file, made);
  return made;
}
