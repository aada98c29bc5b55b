import * as z from "zod";
import type { CodePlace } from "../operations/ports";
import { counted } from "../results/sizes";
import {
  type AskedPlace,
  columnOf,
  languageOf,
  MAX_HITS,
  placeInput,
  placeSubject,
  untilStopped,
  visibleHits,
} from "./codePlace";
import { defineTool, type RunContext, ToolError } from "./tool";

/** A longer line is no code that somebody wrote. */
const MAX_LINE_BYTES = 64 * 1024;

/** Where a symbol is used, as the language services see it. */
export const references = defineTool({
  name: "references",
  title: "Find references",
  description: "Where the symbol at a place in a file is used, its definition included: by meaning, not by text.",
  input: z.strictObject(placeInput),
  capabilities: ["read"],
  offer: "deferred",
  kind: "builtin",
  worker: "main-process-proxy",
  ports: ["language"],
  renderer: "text",
  parallel: true,

  subject: placeSubject,

  async prepare({ path }) {
    return { effects: { reads: [path], writes: [], commands: [] } };
  },

  async run(asked, context) {
    const { real } = await context.files.inspect(asked.path);
    const place = { path: real, line: asked.line, column: columnOf(asked, await lineText(asked, context)) };
    const found = await untilStopped(languageOf(context).references(place, MAX_HITS + 1), context.signal);
    const seen = await visibleHits(found, context, real);
    if (seen.length === 0) return { text: `The editor knows no reference. ${WHY_NONE}` };
    const more = found.length > MAX_HITS ? [`(more than ${MAX_HITS}; the others are left out)`] : [];
    return { text: [head(seen.slice(0, MAX_HITS)), ...byFile(seen.slice(0, MAX_HITS)), ...more].join("\n") };
  },
});

const WHY_NONE = "It may have no support for this language, or be loading still; text search finds names in any file.";

async function lineText(
  { path, line }: AskedPlace,
  { files, permit, signal }: RunContext,
): Promise<string | undefined> {
  const read = await files.readWindow(permit, path, { offset: line, limit: 1, maxBytes: MAX_LINE_BYTES }, signal);
  if (read.kind !== "text") throw new ToolError("unsupported", `${path} is not text.`);
  if (line > read.totalLines) return undefined;
  return (read.longLine?.head ?? read.text).replace(/\r?\n$/, "");
}

type Seen = CodePlace & { readonly shown: string };

function head(seen: readonly Seen[]): string {
  return `${counted(seen.length, "reference")} in ${counted(new Set(seen.map(({ shown }) => shown)).size, "file")} (line:column):`;
}

function byFile(seen: readonly Seen[]): readonly string[] {
  const files = new Map<string, string[]>();
  for (const { shown, line, column } of seen) {
    const places = files.get(shown) ?? [];
    places.push(`${line}:${column}`);
    files.set(shown, places);
  }
  return [...files].map(([path, places]) => `${path}: ${places.join(", ")}`);
}
