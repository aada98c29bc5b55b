import { isWithin } from "../gate/pathNames";
import { pathFactsOf } from "../gate/paths";
import type { GitPrint } from "../gate/shell/analysis";
import type { PathFacts } from "../operations/files";
import { type Around, isSecret, placeOf } from "./commandPaths";

/**
 * Secret files of which git may print although nobody names them; nothing where nobody can tell. Covered is what is in
 * the index now, and for what looks into the history all that it ever held there. Whether the command would come to
 * such a file is not asked: only its paths narrow it.
 */
export async function secretsPrinted(print: GitPrint, around: Around): Promise<readonly PathFacts[] | undefined> {
  const { git } = around.ports;
  const place = await placeOf({ path: print.folder || ".", folder: "" }, around);
  const repository = place && (await git?.ownRepository(place.real).catch(() => undefined));
  // Elsewhere any git command asks.
  if (!place || !git || repository === undefined) return [];
  const { only, history } = await narrowed(print, place.real, around);
  const names = await git.trackedNames(repository, history).catch(() => undefined);
  return names
    ?.map((name) =>
      pathFactsOf(`${repository}${slash(repository)}${name.replaceAll("/", slash(repository))}`, around.facts),
    )
    .filter((path) => only.length === 0 || only.some((folder) => isWithin(path.real, folder, around.facts)))
    .filter((path) => isSecret(path, around));
}

/** A plain word that is there as a file is a path for git too: of one that could be both it says so and ends. */
async function narrowed({ folder, paths, words, history }: GitPrint, start: string, around: Around) {
  const there = await Promise.all(words.map(async (word) => (await isThere(word, folder, around)) && word));
  const files = there.filter((word) => word !== false);
  const named = paths.length > 0 ? paths : files;
  const only = await Promise.all(named.map((path) => plainPlace(path, folder, start, around)));
  return {
    only: only.every((path) => path !== undefined) ? only : [],
    history: history || files.length < words.length,
  };
}

async function isThere(path: string, folder: string, around: Around): Promise<boolean> {
  // `HEAD^@` is a commit even where a file has that name.
  if (!/^[\w./-]+$/.test(path) || path.includes("..")) return false;
  const place = await placeOf({ path, folder }, around);
  return place !== undefined && place.kind !== "missing";
}

/** Where a path of git's leads that is neither a pattern nor behind a link, whose names in the history are others. */
async function plainPlace(path: string, folder: string, start: string, around: Around): Promise<string | undefined> {
  if (/^[:/~]|[*?[\\]/.test(path) || path.split("/").includes("..")) return undefined;
  const names = path.split("/").filter((name) => name !== "" && name !== ".");
  const spelled = [start, ...names].join(slash(start));
  const place = await placeOf({ path, folder }, around);
  return place?.real === spelled ? spelled : undefined;
}

const slash = (path: string): string => (path.startsWith("/") ? "/" : "\\");
