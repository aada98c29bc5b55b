import type { PathUse, ShellEffects } from "./analysis";
import { looseProgram } from "./command";
import { gitCommand } from "./git";
import { isOption } from "./views";
import { literalStart, type Word } from "./word";

interface Touched {
  readonly commands: readonly { readonly at: number; readonly views: readonly (readonly Word[])[] }[];
  readonly reads: readonly { readonly at: number; readonly path: string }[];
  readonly writes: readonly { readonly at: number; readonly path: string }[];
  /** Nothing where it is not known. */
  readonly folderAt: (at: number) => string | undefined;
}

export const NO_EFFECTS: ShellEffects = { reads: [], writes: [], unresolvedReads: [], gitFolders: [] };

/**
 * What the commands would touch. For reading programs every operand counts as a file, since telling patterns from
 * files is each program's own business: a name that is no file does no harm. Programs that are not known are put
 * before somebody anyway.
 */
export function effectsOf({ commands, reads, writes, folderAt }: Touched): ShellEffects {
  const used = ({ at, path }: { readonly at: number; readonly path: string }): PathUse => {
    const folder = folderAt(at);
    return { path, ...(folder !== undefined && { folder }) };
  };
  const found = commands.flatMap(({ at, views }) => views.map((words) => ofCommand(words, folderAt(at))));
  return joinEffects([{ ...NO_EFFECTS, reads: reads.map(used), writes: writes.map(used) }, ...found]);
}

export function joinEffects(all: readonly ShellEffects[]): ShellEffects {
  return {
    reads: all.flatMap(({ reads }) => reads),
    writes: all.flatMap(({ writes }) => writes),
    unresolvedReads: all.flatMap(({ unresolvedReads }) => unresolvedReads),
    gitFolders: [...new Set(all.flatMap(({ gitFolders }) => gitFolders))],
  };
}

/** Programs that open files by the names they are given. */
const READERS: ReadonlySet<string> = new Set(
  `cat cksum cmp column comm cut df diff du egrep expand fgrep fold grep head hexdump join ls md5sum nl od paste
   readlink realpath rev sha1sum sha256sum sha512sum shasum stat tac tail unexpand wc sort uniq rg tree file base64 xxd
   jq find sed get-childitem get-content get-item get-itemproperty get-filehash test-path resolve-path select-string
   convert-path`.split(/\s+/),
);
/** Verbs of git that read files outside the repository when they are named. */
const GIT_READERS: ReadonlySet<string> = new Set(["diff", "grep", "blame"]);

function ofCommand([program, ...rest]: readonly Word[], folder: string | undefined): ShellEffects {
  if (!program?.resolved) return NO_EFFECTS;
  const name = looseProgram(program.value);
  if (name === "git") return ofGit(rest, folder);
  if (!READERS.has(name)) return NO_EFFECTS;
  return entersFolders(name, rest) ? recursively(readsOf(rest, folder), rest, folder) : readsOf(rest, folder);
}

function ofGit(words: readonly Word[], folder: string | undefined): ShellEffects {
  const command = gitCommand(words);
  if (!command) return NO_EFFECTS;
  const { verb, rest, folder: inner } = command;
  if (verb === "version" || verb === "--version") return NO_EFFECTS;
  const where = folder === undefined ? undefined : [folder, inner].filter((part) => part !== "").join("/");
  const read = GIT_READERS.has(verb) ? readsOf(rest, where) : NO_EFFECTS;
  return { ...read, gitFolders: where === undefined ? [] : [where] };
}

function readsOf(words: readonly Word[], folder: string | undefined): ShellEffects {
  const reads: PathUse[] = [];
  const unresolvedReads: string[] = [];
  for (const word of words) {
    if (!word.resolved) unresolvedReads.push(word.source);
    const path = isOption(word) ? attachedPath(literalStart(word)) : word.value;
    if (!word.resolved || path === undefined || path === "") continue;
    reads.push({ path, ...(folder !== undefined && { folder }), ...(word.pattern && { pattern: true }) });
  }
  return { ...NO_EFFECTS, reads, unresolvedReads };
}

/** Reads the files of a whole tree: those of the folder that it runs in where it is given none. */
function entersFolders(name: string, words: readonly Word[]): boolean {
  if (name === "rg") return true;
  const [short, long] = name === "diff" ? [/^-[^-]*r/, /^--rec/] : [/^-[^-]*[rR]|^-d/, /^--(rec|deref|dir)/];
  const canEnter = name === "diff" || name === "grep" || name === "egrep" || name === "fgrep";
  return canEnter && words.some((word) => short.test(word.value) || long.test(word.value) || !word.resolved);
}

/** The first operand may be what is looked for. */
function recursively(effects: ShellEffects, words: readonly Word[], folder: string | undefined): ShellEffects {
  const operands = words.filter((word) => !isOption(word)).length;
  const here: PathUse[] = operands > 1 ? [] : [{ path: ".", ...(folder !== undefined && { folder }) }];
  return { ...effects, reads: [...effects.reads, ...here].map((use) => ({ ...use, recursive: true as const })) };
}

/** `-f/etc/passwd`, `--file=/etc/passwd`. */
function attachedPath(option: string): string | undefined {
  if (option.startsWith("--")) return /=([\s\S]*)/.exec(option)?.[1];
  return option.length > 2 && /[/~\\]/.test(option) ? option.slice(2) : undefined;
}
