import * as z from "zod";
import type { CodeSymbol } from "../operations/ports";
import { counted } from "../results/sizes";
import { languageOf, MAX_HITS, untilStopped, visibleHits } from "./codePlace";
import { defineTool, type RunContext, ToolError, type ToolOutput } from "./tool";

const input = z.strictObject({
  path: z.string().optional().describe("File whose outline is wanted."),
  query: z.string().min(1).optional().describe("Part of a name, looked for in the whole workspace."),
});

type Where = { readonly path: string } | { readonly query: string };

/** Names that code defines, as the language services see them: a file's outline, or the workspace by name. */
export const symbols = defineTool<typeof input, Where>({
  name: "symbols",
  title: "Look up symbols",
  description: "The outline of a source file (path), or where a symbol is defined in the workspace (query).",
  input,
  capabilities: ["read"],
  offer: "deferred",
  kind: "builtin",
  worker: "main-process-proxy",
  ports: ["language"],
  renderer: "text",
  parallel: true,

  subject: ({ path, query }) => path ?? query ?? "",

  async prepare({ path, query }) {
    if (path !== undefined && query === undefined) return planned({ path }, [path]);
    if (query !== undefined && path === undefined) return planned({ query }, []);
    throw new ToolError("invalid_argument", "Give either path or query.");
  },

  run: (_, context) =>
    "path" in context.plan ? outline(context.plan.path, context) : byName(context.plan.query, context),
});

const planned = (plan: Where, reads: readonly string[]) => ({ effects: { reads, writes: [], commands: [] }, plan });

async function outline(path: string, context: RunContext<Where>): Promise<ToolOutput> {
  const { real, kind } = await context.files.inspect(path);
  if (kind !== "file")
    throw new ToolError("not_found", `There is no file at ${path}.`, "Give query to search by name.");
  const found = await untilStopped(languageOf(context).symbols({ path: real }, MAX_HITS + 1), context.signal);
  if (found.length === 0)
    return { text: `The editor knows no symbols in ${path}. It may have no support for its language.` };
  return listed(`${path}:`, found, (symbol) => `${range(symbol)} ${named(symbol)}`);
}

async function byName(query: string, context: RunContext<Where>): Promise<ToolOutput> {
  const found = await untilStopped(languageOf(context).symbols({ query }, MAX_HITS + 1), context.signal);
  const seen = await visibleHits(found, context);
  if (seen.length === 0)
    return { text: `The editor knows no symbol like ${JSON.stringify(query)}. Text search may still find it.` };
  return listed(
    `${counted(Math.min(seen.length, MAX_HITS), "symbol")}:`,
    seen,
    (symbol) => `${symbol.shown}:${symbol.line} ${named(symbol)}`,
  );
}

function listed<T>(head: string, found: readonly T[], line: (each: T) => string): ToolOutput {
  const cut = found.length > MAX_HITS ? [`(more than ${MAX_HITS}; the others are left out)`] : [];
  return { text: [head, ...found.slice(0, MAX_HITS).map(line), ...cut].join("\n") };
}

const range = ({ line, endLine }: CodeSymbol): string => (endLine > line ? `${line}-${endLine}` : String(line));

const named = ({ kind, name, container }: CodeSymbol): string =>
  `${kind} ${name}${container ? ` (in ${container})` : ""}`;
