import type { Clock, Digest } from "../operations/ports";
import { plainLine, plainText } from "../results/foreign";
import { canonicalJson } from "../tools/canonical";
import type { JsonSchema } from "../tools/schema";
import { nameTools } from "./names";
import { cleanSchema } from "./schemas";

const MAX_TOOL_DESCRIPTION = 4_000;
const MAX_TOLD = 100;

/** A tool as its server describes it, made plain. */
export interface ListedTool {
  /** As the server calls it: only ever compared and sent back. */
  readonly name: string;
  readonly modelName: string;
  readonly description: string;
  readonly schema: JsonSchema;
  readonly readOnly: boolean;
  readonly destructive: boolean;
  /** Of the structured result that it promises. */
  readonly outputSchema?: JsonSchema;
  /** Digest of all that the server says of it. */
  readonly version: string;
}

export interface Quarantined {
  readonly tool: string;
  readonly why: string;
}

export interface Listed {
  readonly tools: readonly ListedTool[];
  readonly quarantined: readonly Quarantined[];
  readonly warnings: readonly string[];
}

export const NOTHING_LISTED: Listed = { tools: [], quarantined: [], warnings: [] };

/** Thousands of tools are not read in one go: whoever else is on this thread comes between. */
const LONGEST_MS = 8;

export interface ReadParts {
  readonly clock: Clock;
  readonly digest: Digest;
}

/** Looks at each entry of `tools/list` alone: a bad one costs itself. Of two with one name the first stands. */
export async function readTools(
  server: string,
  entries: readonly unknown[],
  { clock, digest }: ReadParts,
): Promise<Listed> {
  const quarantined: Quarantined[] = [];
  const warnings: string[] = [];
  const byName = new Map<string, Record<string, unknown>>();
  for (const entry of entries) {
    const name = nameOf(entry);
    if (name === undefined) quarantined.push({ tool: "", why: "It has no name." });
    else if (!byName.has(name)) byName.set(name, entry as Record<string, unknown>);
  }
  const { names, clashing } = nameTools(server, [...byName.keys()]);
  for (const name of clashing)
    quarantined.push({ tool: told(name), why: "Its name can't be told from another one's." });
  const tools: ListedTool[] = [];
  let since = clock.elapsed();
  for (const [name, modelName] of names) {
    const read = readTool(name, modelName, byName.get(name) ?? {}, digest);
    if ("bad" in read) quarantined.push({ tool: told(name), why: read.bad });
    else tools.push(read.tool);
    if ("note" in read) warnings.push(`${told(name)}: ${read.note}`);
    if (clock.elapsed() - since < LONGEST_MS) continue;
    await clock.sleep(0);
    since = clock.elapsed();
  }
  return { tools, quarantined, warnings };
}

function nameOf(entry: unknown): string | undefined {
  const name = isRecord(entry) ? entry["name"] : undefined;
  return typeof name === "string" && name !== "" ? name : undefined;
}

type Read = { readonly tool: ListedTool; readonly note?: string } | { readonly bad: string };

function readTool(name: string, modelName: string, entry: Record<string, unknown>, digest: Digest): Read {
  const read = cleanSchema(entry["inputSchema"]);
  if ("bad" in read) return read;
  const { schema, note } = read;
  const words = typeof entry["description"] === "string" ? entry["description"] : "";
  const description = plainText(words, MAX_TOOL_DESCRIPTION);
  const annotations = hints(entry["annotations"]);
  const output = cleanSchema(entry["outputSchema"]);
  const tool: ListedTool = {
    name,
    modelName,
    description,
    schema,
    readOnly: annotations["readOnlyHint"] === true,
    destructive: annotations["destructiveHint"] === true,
    ...("schema" in output && { outputSchema: output.schema }),
    version: digest(canonicalJson({ name, description, schema, annotations })),
  };
  return note === undefined ? { tool } : { tool, note };
}

/** Only what can matter to a decision. */
function hints(raw: unknown): Record<string, boolean> {
  const known = ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"];
  const given = isRecord(raw) ? known.filter((key) => typeof raw[key] === "boolean") : [];
  return Object.fromEntries(given.map((key) => [key, (raw as Record<string, boolean>)[key] === true]));
}

const told = (name: string): string => plainLine(name, MAX_TOLD);

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
