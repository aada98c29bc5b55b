import ignore from "ignore";
import { ToolError } from "../../core/operations/failure";

/** Models write them: a longer one is no glob, and would take its time. */
const MAX_LENGTH = 500;
const MAX_BRACES = 200;

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

/** `a.{b,{c,d}}` is `a.b`, `a.c`, `a.d`. Braces that are not closed, or hold no comma, are themselves. */
export function expandBraces(glob: string): readonly string[] {
  const done: string[] = [];
  const open = [glob];
  for (let next = open.pop(); next !== undefined && done.length < MAX_BRACES; next = open.pop()) {
    const found = firstBraces(next);
    if (!found) done.push(next);
    else
      open.push(...found.parts.map((part) => next.slice(0, found.start) + part + next.slice(found.end + 1)).reverse());
  }
  return done;
}

function firstBraces(glob: string): { start: number; end: number; parts: readonly string[] } | undefined {
  for (let start = glob.indexOf("{"); start >= 0; start = glob.indexOf("{", start + 1)) {
    const commas: number[] = [];
    const end = closing(glob, start, commas);
    if (end === undefined || commas.length === 0) continue;
    const cuts = [start, ...commas, end];
    return { start, end, parts: cuts.slice(1).map((cut, at) => glob.slice((cuts[at] ?? 0) + 1, cut)) };
  }
  return undefined;
}

function closing(glob: string, start: number, commas: number[]): number | undefined {
  let depth = 0;
  for (let at = start; at < glob.length; at += 1) {
    const char = glob[at];
    if (char === "{") depth += 1;
    if (char === "," && depth === 1) commas.push(at);
    if (char === "}") depth -= 1;
    if (depth === 0) return at;
  }
  return undefined;
}
