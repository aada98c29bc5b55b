import * as z from "zod";
import type { PathFacts } from "../operations/files";
import { acceptsFor, fitting, refuseFile, searchedPaths, searchedPlaces, searchOf } from "./searchPlaces";
import { defineTool, type RunContext } from "./tool";

/** Past this, a listing costs the model more than it tells it. */
const MAX_ENTRIES = 500;
const MAX_DEPTH = 8;
const NARROWER = "List a sub-folder, or less deep.";

const input = z.strictObject({
  path: z.string().optional().describe("Folder. Left out: every open folder."),
  depth: z.int().min(1).max(MAX_DEPTH).default(1).describe("1: only what lies directly in it."),
  limit: z.int().min(1).max(MAX_ENTRIES).default(MAX_ENTRIES),
});
type Input = z.output<typeof input>;

/** Lists a folder as a tree. What the model may not read is neither shown nor counted. */
export const listDir = defineTool({
  name: "list_dir",
  title: "List",
  description: "List a folder as a tree, folders first (name/, and name@ for a link). Ignored files are left out.",
  input,
  capabilities: ["read"],
  offer: "deferred",
  kind: "builtin",
  worker: "local",
  ports: ["search"],
  renderer: "text",
  parallel: true,

  subject: ({ path }) => path ?? ".",

  async prepare({ path }, context) {
    return { effects: { reads: searchedPaths(path, context), writes: [], commands: [] } };
  },

  async run(asked, context) {
    const places = await searchedPlaces(asked.path, context);
    for (const place of places) refuseFile(place, "Use read to see it.");
    const parts = await Promise.all(places.map((place) => listed(place, asked, context)));
    if (places.length === 1) return { text: (parts[0] ?? []).join("\n"), details: { kind: "text" } };
    const titled = parts.flatMap((part, at) => [`${places[at]?.shown}/`, ...part.map((line) => `  ${line}`)]);
    return { text: titled.join("\n"), details: { kind: "text" } };
  },
});

async function listed(
  place: PathFacts,
  { depth, limit }: Input,
  context: RunContext<undefined>,
): Promise<readonly string[]> {
  const request = { path: place.real, depth, limit };
  const accepts = acceptsFor(place, context);
  const { entries, more } = await searchOf(context).list(context.permit, request, accepts, context.signal);
  if (entries.length === 0) return ["(empty folder, or all in it is ignored)"];
  const notes = more ? [`[This is not all: the limit of ${limit} was reached. ${NARROWER}]`] : [];
  return [...fitting(entries.map(indented), NARROWER), ...notes];
}

/** `a/b/` is `  b/`. */
function indented(entry: string): string {
  const names = entry.split("/");
  const isFolder = names.at(-1) === "";
  const depth = names.length - (isFolder ? 2 : 1);
  return `${"  ".repeat(depth)}${names[depth]}${isFolder ? "/" : ""}`;
}
