import type { FoundAt } from "./bashWalk";
import { looseProgram } from "./command";
import { isInnerFolder } from "./git";
import { around, type Node } from "./tree";
import type { Views } from "./views";

/** Where a `cd` holds, and whether it stays in a known folder of the workspace. */
export interface Move {
  readonly from: number;
  readonly to: number;
  /** The folder, relative to where it was; absent when it leads out or nobody knows where. */
  readonly folder?: string;
}

const OWN_FOLDER: ReadonlySet<string> = new Set([
  "subshell",
  "command_substitution",
  "process_substitution",
  "program",
]);
const REPEATED: ReadonlySet<string> = new Set(
  "while_statement for_statement c_style_for_statement foreach_statement do_statement script_block".split(" "),
);
const CHANGES: ReadonlySet<string> = new Set(["cd", "chdir", "pushd", "popd", "sl", "set-location"]);

/** A `cd` holds from its place to the end of the shell it stands in; in a loop, for the whole loop. */
export function moveOf({ node, command }: FoundAt, { commands }: Views): Move | undefined {
  const change = commands.find(([program]) => program && CHANGES.has(looseProgram(program.value)));
  if (!change) return undefined;
  const to = around(node, OWN_FOLDER)?.end ?? Number.POSITIVE_INFINITY;
  const from = Math.min(command.start, outermostLoop(node)?.start ?? command.start);
  const [, only, more] = change;
  const stays = change === commands[0] && only !== undefined && more === undefined && isInnerFolder(only);
  return { from, to, ...(stays && { folder: only.value }) };
}

function outermostLoop(node: Node): Node | undefined {
  let loop: Node | undefined;
  for (let outer = node.parent; outer && !OWN_FOLDER.has(outer.type); outer = outer.parent) {
    if (REPEATED.has(outer.type)) loop = outer;
  }
  return loop;
}

/** Folder of a place, relative to the workspace root; nothing where it is not known. */
export function folderAt(at: number, moves: readonly Move[], start: string): string | undefined {
  let folder = start;
  for (const move of moves) {
    if (at <= move.from || at >= move.to) continue;
    if (move.folder === undefined) return undefined;
    folder = folder === "" ? move.folder : `${folder}/${move.folder}`;
  }
  return folder;
}
