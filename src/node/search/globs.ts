import ignore from "ignore";
import { expandBraces } from "../../core/gate/braces";
import { ToolError } from "../../core/operations/failure";

/** Models write them: a longer one is no glob, and would take its time. */
const MAX_LENGTH = 500;

/** Paths below a folder, with `/`. */
export type PathTest = (relative: string) => boolean;

/**
 * A glob as in an ignore file, with `{a,b}` besides: without a slash it names files and folders at any depth, and a
 * folder stands for all in it. A leading `!` turns it round.
 */
export function globTest(glob: string | undefined): PathTest {
  if (glob === undefined) return () => true;
  if (glob.length > MAX_LENGTH) {
    throw new ToolError(
      "invalid_argument",
      `A glob has at most ${MAX_LENGTH} characters.`,
      "Search for less at a time.",
    );
  }
  const negated = glob.startsWith("!");
  const matcher = ignore().add(expandBraces(plain(negated ? glob.slice(1) : glob)).map(literalHead));
  return (relative) => matcher.ignores(relative) !== negated;
}

/**
 * Endings that every file of a glob has, as globs of names: enough to keep ripgrep from reading others. Its own
 * `--glob` would bring back ignored files. Nothing when the glob does not tell.
 */
export function endingsOf(glob: string | undefined): readonly string[] | undefined {
  if (glob === undefined || glob.startsWith("!")) return undefined;
  const names = expandBraces(plain(glob)).map((each) => each.slice(each.lastIndexOf("/") + 1));
  return names.every((name) => /^\*\.[\w.-]+$/.test(name)) ? names : undefined;
}

/** Models write `./src/*.ts`. */
function plain(glob: string): string {
  return glob.replace(/^(\.\/)+/, "/");
}

/** In an ignore file these would make a comment or turn the rule round. */
function literalHead(glob: string): string {
  return /^[#!]/.test(glob) ? `\\${glob}` : glob;
}
