import type { PathFacts } from "../operations/files";
import type { Accepts, Search } from "../operations/search";
import { DEFAULT_MAX_TOKENS } from "../results/limiter";
import { figure } from "../results/sizes";
import { weigh } from "../results/tokens";
import { type PrepareContext, type RunContext, ToolError } from "./tool";

/** Better to end before the limit of all results than to lose the middle there. */
const MAX_TOKENS = DEFAULT_MAX_TOKENS - 300;

/** What is searched: the path that was given, else every open folder. */
export function searchedPaths(path: string | undefined, { files }: Pick<PrepareContext, "files">): readonly string[] {
  if (path !== undefined) return [path];
  const roots = files.roots().map((root) => root.path);
  if (roots.length === 0) throw new ToolError("not_found", "No folder is open.", "Give a path.");
  return roots;
}

export async function searchedPlaces(
  path: string | undefined,
  context: Pick<RunContext, "files">,
): Promise<readonly PathFacts[]> {
  const places = await Promise.all(searchedPaths(path, context).map((each) => context.files.inspect(each)));
  for (const { kind, shown } of places) {
    if (kind === "missing") throw new ToolError("not_found", `There is nothing at ${path ?? shown}.`);
    if (kind === "other") throw new ToolError("unsupported", `${path ?? shown} is a device, pipe or socket.`);
  }
  return places;
}

export function refuseFile(place: PathFacts, hint: string): void {
  if (place.kind === "file") throw new ToolError("unsupported", `${place.shown} is a file.`, hint);
}

export function searchOf({ search }: Pick<RunContext, "search">): Search {
  if (!search) throw new ToolError("unsupported", "Nothing can be searched here.");
  return search;
}

/** What a search may come across. The place itself was judged with the call. */
export function acceptsFor(place: PathFacts, { mayRead }: Pick<RunContext, "mayRead">): Accepts {
  return (path) => path === place.real || mayRead(path);
}

/** How a real path below a searched place is shown. */
export function shownBelow({ real, shown }: PathFacts, path: string): string {
  const rest = path.slice(real.length).replace(/^[/\\]/, "");
  // On POSIX a name may hold the other slash.
  const below = real.startsWith("/") ? rest : rest.replaceAll("\\", "/");
  return [shown === "." ? "" : shown.replace(/\/$/, ""), below].filter(Boolean).join("/") || shown;
}

/** Whole lines while there is room, and what to say of the others. */
export function fitting(lines: readonly string[], narrower: string): readonly string[] {
  let room = MAX_TOKENS;
  const end = lines.findIndex((line) => {
    room -= weigh(line) + 1;
    return room < 0;
  });
  return end < 0
    ? lines
    : [...lines.slice(0, end), `[${figure(lines.length - end)} more lines are left out. ${narrower}]`];
}
