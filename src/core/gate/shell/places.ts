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
  /** Up to here things run only where it has succeeded: what stands behind its `&&`. */
  readonly sureTo: number;
  /** It may run several times. */
  readonly repeated: boolean;
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
  const loop = outermostLoop(node);
  const from = Math.min(command.start, loop?.start ?? command.start);
  const [, only, more] = change;
  const stays = change === commands[0] && only !== undefined && more === undefined && isInnerFolder(only);
  const certain = { sureTo: loop ? from : endOfSuccess(node), repeated: loop !== undefined };
  return { from, to, ...certain, ...(stays && { folder: only.value }) };
}

function outermostLoop(node: Node): Node | undefined {
  let loop: Node | undefined;
  for (let outer = node.parent; outer && !OWN_FOLDER.has(outer.type); outer = outer.parent) {
    if (REPEATED.has(outer.type)) loop = outer;
  }
  return loop;
}

/** What stands in the same `&&` list behind a command runs only when that has succeeded. */
function endOfSuccess(node: Node): number {
  let inner = node;
  for (let outer = node.parent; outer; outer = outer.parent) {
    const joins = outer.children.filter(({ named }) => !named);
    const isAnd = outer.type === "list" && joins.length > 0 && joins.every(({ type }) => type === "&&");
    if (!isAnd && outer.type !== "redirected_statement") break;
    inner = outer;
  }
  return inner.end;
}

/** Whether some `cd` led nobody knows where, or out of the workspace. */
export function isAway(at: number, moves: readonly Move[]): boolean {
  return moves.some((move) => holdsAt(move, at) && move.folder === undefined);
}

const holdsAt = ({ from, to }: Move, at: number): boolean => at > from && at < to;

const MAX_FOLDERS = 16;

/**
 * Folders in which a place may run, relative to the workspace root; nothing where they are not known. A `cd` that
 * fails, that is never reached or that runs in a shell of its own leaves the folder as it was.
 */
export function foldersAt(
  at: number,
  moves: readonly Move[],
  starts: readonly string[] | undefined,
): readonly string[] | undefined {
  let folders = starts;
  for (const move of moves) {
    if (!folders || !holdsAt(move, at)) continue;
    const { folder, sureTo, repeated } = move;
    if (folder === undefined || repeated) return undefined;
    const moved = folders.map((from) => (from === "" ? folder : `${from}/${folder}`));
    folders = at < sureTo ? moved : [...new Set([...folders, ...moved])];
    if (folders.length > MAX_FOLDERS) return undefined;
  }
  return folders;
}
