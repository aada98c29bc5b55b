import type { PathUse, ShellEffects } from "./analysis";
import { looseProgram } from "./command";
import { ofGit } from "./gitEffects";
import { ANY_ARGUMENT } from "./readOnlyTable";
import { treeRead } from "./treeReads";
import { NO_EFFECTS, pathsIn, readsOf, startingIn, usesOf } from "./uses";
import type { Word } from "./word";

interface Touched {
  readonly commands: readonly { readonly at: number; readonly views: readonly (readonly Word[])[] }[];
  readonly reads: readonly { readonly at: number; readonly path: string }[];
  readonly writes: readonly { readonly at: number; readonly path: string }[];
  /** Nothing where they are not known. */
  readonly foldersAt: (at: number) => readonly string[] | undefined;
}

/**
 * What the commands would touch. For reading programs every operand counts as a file, since telling patterns from
 * files is each program's own business: a name that is no file does no harm. Programs that are not known are put
 * before somebody anyway, unless a rule allows them: of their words only what is secret counts.
 */
export function effectsOf({ commands, reads, writes, foldersAt }: Touched): ShellEffects {
  const used = ({ at, path }: { readonly at: number; readonly path: string }): readonly PathUse[] =>
    each(foldersAt(at)).map((folder) => ({ path, ...startingIn(folder) }));
  const found = commands.flatMap(({ at, views }) => {
    const folders = each(foldersAt(at));
    return views.flatMap((words, view) => folders.map((folder) => ofCommand(words, folder, view === 0)));
  });
  const piped: ShellEffects = { ...NO_EFFECTS, unresolvedReads: pipedFiles(commands.flatMap(({ views }) => views)) };
  return joinEffects([piped, { ...NO_EFFECTS, reads: reads.flatMap(used), writes: writes.flatMap(used) }, ...found]);
}

/** In PowerShell what lists files hands them on to what reads them: nobody names them. */
function pipedFiles(views: readonly (readonly Word[])[]): readonly string[] {
  const names = views.flatMap(([program]) => (program?.resolved ? [looseProgram(program.value)] : []));
  return names.some((name) => LISTS.test(name)) ? names.filter((name) => TAKES.test(name)) : [];
}

const LISTS = /^(?:get-childitem|get-item|resolve-path|convert-path)$/;
const TAKES = /^(?:get-content|select-string|get-filehash)$/;

const each = (folders: readonly string[] | undefined): readonly (string | undefined)[] => folders ?? [undefined];

export function joinEffects(all: readonly ShellEffects[]): ShellEffects {
  return {
    reads: withoutTwins(all.flatMap(({ reads }) => reads)),
    writes: withoutTwins(all.flatMap(({ writes }) => writes)),
    unresolvedReads: [...new Set(all.flatMap(({ unresolvedReads }) => unresolvedReads))],
    gitFolders: [...new Set(all.flatMap(({ gitFolders }) => gitFolders))],
    gitPrints: withoutTwins(all.flatMap(({ gitPrints }) => gitPrints)),
  };
}

function withoutTwins<T extends object>(uses: readonly T[]): readonly T[] {
  return [...new Map(uses.map((use) => [JSON.stringify(Object.entries(use).sort()), use])).values()];
}

/** Programs that open files by the names they are given. */
const READERS: ReadonlySet<string> = new Set(
  `cat cksum cmp column comm cut df diff du egrep expand fgrep fold grep head hexdump join ls md5sum nl od paste
   readlink realpath rev sha1sum sha256sum sha512sum shasum stat tac tail unexpand wc sort uniq rg tree file base64 xxd
   jq find sed cd get-childitem get-content get-item get-itemproperty get-filehash test-path resolve-path select-string
   convert-path set-location`.split(/\s+/),
);

/** These print what they are given, or look at names alone. */
const isMute = (name: string): boolean => ANY_ARGUMENT.has(name) || MUTE.has(name);
const MUTE: ReadonlySet<string> = new Set(["printf", "test", "[", "command", "write-output", "write-host"]);

/** `outermost`: the command itself, whose words are also those of all that stands behind its wrappers. */
function ofCommand([program, ...rest]: readonly Word[], folder: string | undefined, outermost: boolean): ShellEffects {
  if (!program?.resolved) return NO_EFFECTS;
  const name = looseProgram(program.value);
  if (name === "git") return ofGit(rest, folder);
  if (!READERS.has(name)) return isMute(name) || !outermost ? NO_EFFECTS : guessed(rest, folder);
  const read = readsOf(rest, folder);
  if (name === "cd" && rest.length === 0) return { ...read, reads: [{ path: "~" }] };
  const tree = treeRead(name, rest);
  if (!tree) return read;
  const reads = [...read.reads, ...(tree.here ? [{ path: ".", ...startingIn(folder) }] : [])];
  return { ...read, reads: reads.map((use) => ({ ...use, recursive: true, ...(tree.follows && { follows: true }) })) };
}

/** `@file`, `name=file`, `host:file`, `<file`: each program has its own ways. */
function guessed(words: readonly Word[], folder: string | undefined): ShellEffects {
  const reads = words
    .filter(({ resolved }) => resolved)
    .flatMap((word) => {
      const cuts = [...word.value.slice(0, MAX_GUESSED).matchAll(/[=@:,<]/g)].slice(0, MAX_CUTS);
      const parts = [...pathsIn(word), ...cuts.map(({ index }) => word.value.slice(index + 1))];
      return usesOf(word, parts, folder).map((use) => ({ ...use, guessed: true as const }));
    });
  return { ...NO_EFFECTS, reads };
}

const MAX_GUESSED = 1_000;
const MAX_CUTS = 12;
