import type { PathUse, ShellEffects } from "./analysis";
import { isOption } from "./views";
import { literalStart, type Word } from "./word";

export const NO_EFFECTS: ShellEffects = { reads: [], writes: [], unresolvedReads: [], gitFolders: [], gitPrints: [] };

export const startingIn = (folder: string | undefined): Pick<PathUse, "folder"> =>
  folder === undefined ? {} : { folder };

export function readsOf(words: readonly Word[], folder: string | undefined): ShellEffects {
  const unresolvedReads = words.filter(({ resolved }) => !resolved).map(({ source }) => source);
  const reads = words.filter(({ resolved }) => resolved).flatMap((word) => usesOf(word, pathsIn(word), folder));
  return { ...NO_EFFECTS, reads, unresolvedReads };
}

export function usesOf(word: Word, paths: readonly string[], folder: string | undefined): readonly PathUse[] {
  return paths
    .filter((path) => path !== "")
    .map((path) => ({ path, ...startingIn(folder), ...(word.pattern && { pattern: true }) }));
}

/** Letters in front of an attached value: `-nvf.env`. */
const MAX_BUNDLE = 12;

/** A word, or what an option holds: `-f/etc/passwd`, `-nf.env`, `--file=/etc/passwd`. */
export function pathsIn(word: Word): readonly string[] {
  if (!isOption(word)) return [word.value];
  const option = literalStart(word);
  if (option.startsWith("--")) return [/=([\s\S]*)/.exec(option)?.[1] ?? ""];
  const paths: string[] = [];
  // What is no letter ends the bundle.
  for (let at = 2; at < option.length && at < MAX_BUNDLE && !/\W/.test(option[at - 1] as string); at += 1) {
    paths.push(option.slice(at));
  }
  return paths;
}
