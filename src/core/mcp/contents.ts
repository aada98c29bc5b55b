import type { Clock } from "../operations/ports";
import { plainLine } from "../results/foreign";
import { Deadline } from "./deadline";
import { McpFailure } from "./failure";
import { type Link, seconds } from "./link";
import { type Listed, NOTHING_LISTED, type ReadParts, readTools } from "./listed";
import { listAll } from "./paging";
import type { McpPrompt, McpResource, ServerConfig } from "./pool";

const MAX_WORDS = 300;
const MAX_LISTED = 1_000;

/** What a server offers, as it last said. */
export interface Contents {
  readonly tools: Listed;
  readonly resources: readonly McpResource[];
  readonly prompts: readonly McpPrompt[];
  readonly warnings: readonly string[];
}

export const NO_CONTENTS: Contents = { tools: NOTHING_LISTED, resources: [], prompts: [], warnings: [] };

/**
 * Asks for all of a server's lists. A list that fails is empty, with a warning, unless the whole
 * connection has ended, or nothing goes without a sign-in: then it rejects.
 */
export async function readContents(
  link: Link,
  config: ServerConfig,
  parts: ReadParts,
  signal: AbortSignal,
): Promise<Contents> {
  const { capabilities } = link;
  const warnings: string[] = [];
  const list = async (key: string, wanted: unknown): Promise<readonly unknown[]> => {
    if (!wanted) return [];
    const read = await wholeList(link, key, config.listMs, parts.clock, signal);
    if (read.warning !== undefined) warnings.push(read.warning);
    return read.entries;
  };
  const [tools, resources, prompts] = await Promise.all([
    list("tools", capabilities.tools),
    list("resources", capabilities.resources),
    list("prompts", capabilities.prompts),
  ]);
  return {
    tools: await readTools(config.name, tools, parts),
    resources: resources.slice(0, MAX_LISTED).flatMap((entry) => readResourceEntry(config.name, entry)),
    prompts: prompts.slice(0, MAX_LISTED).flatMap((entry) => readPromptEntry(config.name, entry)),
    warnings,
  };
}

async function wholeList(link: Link, key: string, ms: number, clock: Clock, signal: AbortSignal) {
  // A page that fails costs what comes after it, not what came before.
  const entries: unknown[] = [];
  const late = () => new McpFailure("timeout", `${key}/list was not answered within ${seconds(ms)}.`, true);
  // One limit for all pages: a list may be endless, a page at a time.
  const deadline = new Deadline(clock, ms, ms, late);
  try {
    const read = await listAll(key, async (cursor) => {
      const page = await link.request(`${key}/list`, cursor === undefined ? {} : { cursor }, { ms, signal, deadline });
      const more = (page as Record<string, unknown>)[key];
      if (Array.isArray(more)) for (const entry of more) entries.push(entry);
      return page;
    });
    return { entries: read.entries, warning: read.stopped };
  } catch (error) {
    if (signal.aborted || link.isOver || isSignIn(error)) throw error;
    const why = plainLine(error instanceof Error ? error.message : String(error), MAX_WORDS);
    return { entries, warning: `Its list of ${key} can't be read: ${why}` };
  } finally {
    deadline.end();
  }
}

/** Some servers let anybody in, and ask who it is afterwards. */
function isSignIn(error: unknown): boolean {
  return error instanceof McpFailure && error.code === "sign_in";
}

const word = (value: unknown): string => (typeof value === "string" ? plainLine(value, MAX_WORDS) : "");

function readResourceEntry(server: string, entry: unknown): McpResource[] {
  if (!isRecord(entry) || typeof entry["uri"] !== "string") return [];
  const { uri } = entry;
  const mime = word(entry["mimeType"]);
  const name = word(entry["title"]) || word(entry["name"]) || plainLine(uri, MAX_WORDS);
  return [{ server, uri, name, description: word(entry["description"]), ...(mime && { mime }) }];
}

function readPromptEntry(server: string, entry: unknown): McpPrompt[] {
  if (!isRecord(entry) || typeof entry["name"] !== "string" || entry["name"] === "") return [];
  const args = Array.isArray(entry["arguments"]) ? entry["arguments"].filter(isRecord) : [];
  return [
    {
      server,
      name: entry["name"],
      description: word(entry["description"]),
      arguments: args.flatMap((arg) =>
        typeof arg["name"] === "string"
          ? [{ name: arg["name"], description: word(arg["description"]), required: arg["required"] === true }]
          : [],
      ),
    },
  ];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
