import * as z from "zod";
import { words } from "../../shared/words";
import type { PathFacts } from "../operations/files";
import { acceptsFor, fitting, refuseFile, searchedPaths, searchedPlaces, searchOf, shownBelow } from "./searchPlaces";
import { defineTool, type RunContext } from "./tool";

const MAX_FILES = 200;
const NARROWER = "Narrow it with path or a longer pattern.";

const input = z.strictObject({
  pattern: z.string().min(1).describe("Glob, like *.ts or src/**/test*; without a slash it is a name at any depth."),
  path: z.string().optional().describe("Folder. Left out: everything open."),
  limit: z.int().min(1).max(MAX_FILES).default(MAX_FILES),
});

/** Finds files by their names. What the model may not read is neither shown nor counted. */
export const findFiles = defineTool({
  name: "find_files",
  title: "Find files",
  description: "Find files by a glob, the newest first, at most 200. Ignored files are left out.",
  input,
  capabilities: ["read"],
  offer: "deferred",
  kind: "builtin",
  worker: "local",
  ports: ["search"],
  renderer: "text",
  parallel: true,

  subject: ({ pattern, path }) => (path === undefined ? pattern : `${pattern} in ${path}`),
  subjectWords: ({ pattern, path }) => (path === undefined ? undefined : words("{0} in {1}", pattern, path)),

  async prepare({ path }, context) {
    return { effects: { reads: searchedPaths(path, context), writes: [], commands: [] } };
  },

  async run({ pattern, path, limit }, context) {
    const places = await searchedPlaces(path, context);
    for (const place of places) refuseFile(place, "Give a folder, or read the file.");
    const { paths, more } = await find(places, pattern, limit, context);
    const notes = more ? [`[This is not all: the limit of ${limit} was reached. ${NARROWER}]`] : [];
    const text = [...fitting(paths, NARROWER), ...notes].join("\n");
    return { text: text || `No files like ${pattern}. Ignored files were left out.`, details: { kind: "text" } };
  },
});

/** One folder after the other; each has its newest first. */
async function find(
  places: readonly PathFacts[],
  pattern: string,
  limit: number,
  context: RunContext<undefined>,
): Promise<{ readonly paths: readonly string[]; readonly more: boolean }> {
  const port = searchOf(context);
  const found: string[] = [];
  for (const place of places) {
    const request = { path: place.real, pattern, limit: Math.max(1, limit - found.length) };
    const { paths, more } = await port.find(context.permit, request, acceptsFor(place, context), context.signal);
    if (found.length === limit && paths.length > 0) return { paths: found, more: true };
    found.push(...paths.map((each) => shownBelow(place, each)));
    if (more) return { paths: found, more };
  }
  return { paths: found, more: false };
}
