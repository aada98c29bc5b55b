import * as z from "zod";
import { words } from "../../shared/words";
import type { PathFacts } from "../operations/files";
import type { GrepFound, GrepRequest } from "../operations/search";
import { acceptsFor, fitting, searchedPaths, searchedPlaces, searchOf, shownBelow } from "./searchPlaces";
import { defineTool, type RunContext } from "./tool";

const MAX_MATCHES = 200;
const MAX_CONTEXT = 10;
const NARROWER = "Narrow it with path, glob or a longer pattern.";

const input = z.strictObject({
  pattern: z.string().min(1).describe("Regular expression, ripgrep's syntax."),
  path: z.string().optional().describe("File or folder. Left out: everything open."),
  glob: z.string().min(1).optional().describe("Only these files, like *.ts or src/**."),
  mode: z.enum(["lines", "files", "count"]).default("lines"),
  context: z.int().min(0).max(MAX_CONTEXT).default(0).describe("Lines around each match."),
  limit: z.int().min(1).max(MAX_MATCHES).default(MAX_MATCHES),
  ignoreCase: z.boolean().default(false),
});
type Input = z.output<typeof input>;

/** A searched place and what was found there. */
interface Part {
  readonly place: PathFacts;
  readonly found: GrepFound;
}

/** Finds text in files as they are on the disk. What the model may not see is neither shown nor counted. */
export const grep = defineTool({
  name: "grep",
  title: "Search",
  description:
    "Search the text of files line by line. Gives path:line: text, at most 200 matches. Ignored and binary files are left out.",
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

  async run(asked, context) {
    const parts = await search(asked, context);
    const lines = parts.flatMap(({ place, found }) => found.files.flatMap((file) => worded(place, file, asked.mode)));
    if (lines.length === 0) return { text: nothing(asked), details: { kind: "text" } };
    const more = parts.some(({ found }) => found.more);
    const notes = more ? [`[This is not all: the limit of ${asked.limit} was reached. ${NARROWER}]`] : [];
    return { text: [...fitting(lines, NARROWER), ...notes].join("\n"), details: { kind: "text" } };
  },
});

/** One place after the other until there are enough. */
async function search(asked: Input, context: RunContext<undefined>): Promise<readonly Part[]> {
  const { path, limit, glob, ...rest } = asked;
  const port = searchOf(context);
  const parts: Part[] = [];
  let room = limit;
  for (const place of await searchedPlaces(path, context)) {
    const request: GrepRequest = {
      ...rest,
      path: place.real,
      limit: Math.max(1, room),
      ...(glob !== undefined && { glob }),
    };
    const found = await port.grep(context.permit, request, acceptsFor(place, context), context.signal);
    const isFull = room === 0 && found.files.length > 0;
    parts.push({ place, found: isFull ? { files: [], more: true } : found });
    if (isFull || found.more) break;
    room -= found.files.reduce((sum, { matches }) => sum + (rest.mode === "lines" ? matches : 1), 0);
  }
  return parts;
}

function worded(place: PathFacts, { path, matches, lines }: GrepFound["files"][number], mode: Input["mode"]): string[] {
  const shown = shownBelow(place, path);
  if (mode === "files") return [shown];
  if (mode === "count") return [`${shown}: ${matches}`];
  return lines.flatMap(({ line, text, match }, at) => {
    const apart = at > 0 && (lines[at - 1]?.line ?? line) + 1 < line && lines.some((each) => !each.match);
    return [...(apart ? ["--"] : []), match ? `${shown}:${line}: ${text}` : `${shown}-${line}- ${text}`];
  });
}

function nothing({ path, glob }: Input): string {
  const where = [path === undefined ? "" : ` in ${path}`, glob === undefined ? "" : ` in files like ${glob}`].join("");
  return `No matches${where}. Ignored and binary files were left out; give the path of an ignored folder to search it.`;
}
