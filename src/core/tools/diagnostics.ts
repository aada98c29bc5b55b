import * as z from "zod";
import type { Diagnostic } from "../operations/ports";
import { counted } from "../results/sizes";
import { languageOf, MAX_HITS, visibleHits } from "./codePlace";
import { defineTool, ToolError } from "./tool";

/** Some compilers explain at length; the head says what is wrong. */
const MAX_MESSAGE = 500;

const NOTE = "[What the editor knows now. Files that are not open may not have been checked.]";

/** Errors and warnings that the editor knows of. It starts no check and waits for none. */
export const diagnostics = defineTool({
  name: "diagnostics",
  title: "Look up problems",
  description:
    "Errors and warnings that the editor knows of now, in a file, below a folder, or everywhere. Files that are not open may not have been checked.",
  input: z.strictObject({ path: z.string().optional().describe("File or folder. Left out: everywhere.") }),
  capabilities: ["read"],
  offer: "deferred",
  kind: "builtin",
  worker: "main-process-proxy",
  ports: ["language"],
  renderer: "text",
  parallel: true,

  subject: ({ path }) => path ?? "",

  async prepare({ path }) {
    return { effects: { reads: path === undefined ? [] : [path], writes: [], commands: [] } };
  },

  async run({ path }, context) {
    const place = path === undefined ? undefined : await context.files.inspect(path);
    if (place?.kind === "missing") throw new ToolError("not_found", `There is nothing at ${path}.`);
    const known = languageOf(context).allDiagnostics(place?.real);
    const found = (await visibleHits(known, context, place?.real)).toSorted(worstFirst);
    if (found.length === 0) return { text: `No problems known${path === undefined ? "" : ` in ${path}`}.\n${NOTE}` };
    const lines = found.slice(0, MAX_HITS).map(problemLine);
    const more = found.length - lines.length;
    const cut = more > 0 ? [`(${more} more; give a path to see fewer)`] : [];
    return { text: [summary(found), ...lines, ...cut, NOTE].join("\n") };
  },
});

type Found = Diagnostic & { readonly shown: string };

function worstFirst(a: Found, b: Found): number {
  if (a.severity !== b.severity) return a.severity === "error" ? -1 : 1;
  if (a.shown !== b.shown) return a.shown < b.shown ? -1 : 1;
  return a.line - b.line;
}

function summary(found: readonly Found[]): string {
  const errors = found.filter(({ severity }) => severity === "error").length;
  return `${counted(errors, "error")}, ${counted(found.length - errors, "warning")}:`;
}

function problemLine({ shown, line, severity, message, source }: Found): string {
  const words = message.replace(/\s*\n\s*/g, " ");
  const said = words.length > MAX_MESSAGE ? `${words.slice(0, MAX_MESSAGE)}…` : words;
  return `${shown}:${line}: ${severity}: ${said}${source ? ` (${source})` : ""}`;
}
