import type { Clock } from "../operations/ports";
import { plainLine } from "../results/foreign";
import { Deadline } from "./deadline";
import { McpFailure } from "./failure";
import { type Link, seconds } from "./link";
import { listAll } from "./paging";
import type { McpTemplate, ServerConfig } from "./pool";

const MAX_WORDS = 300;
const MAX_LISTED = 200;
const MAX_TEMPLATE = 2_000;
/** A person fills each in by hand. */
const MAX_VARIABLES = 8;

/**
 * The templates of one server's resources, read when somebody first wants them: few servers have any, and one that
 * does not know the question must not hold up its start. A list that fails is empty.
 */
export class Templates {
  #read: { readonly link: Link; readonly list: Promise<readonly McpTemplate[]> } | undefined;

  constructor(
    private readonly config: ServerConfig,
    private readonly clock: Clock,
  ) {}

  /** Nothing while it is not up. */
  async of(link: Link | undefined): Promise<readonly McpTemplate[]> {
    if (!link?.capabilities.resources) return [];
    if (this.#read?.link !== link) this.#read = { link, list: readTemplates(link, this.config, this.clock) };
    return this.#read.list;
  }

  /** It said that its resources are others. */
  forget(): void {
    this.#read = undefined;
  }
}

/** With every variable filled in, as the RFC 6570 has it. */
export async function expandTemplate(template: string, values: Readonly<Record<string, string>>): Promise<string> {
  const { UriTemplate } = await loadUriTemplate();
  return new UriTemplate(template).expand({ ...values });
}

const loadUriTemplate = () => import("@modelcontextprotocol/sdk/shared/uriTemplate.js");

async function readTemplates(link: Link, { name, listMs: ms }: ServerConfig, clock: Clock) {
  const late = () => new McpFailure("timeout", `resources/templates/list was not answered within ${seconds(ms)}.`);
  const deadline = new Deadline(clock, ms, ms, late);
  const { signal } = new AbortController();
  const page = (cursor: string | undefined) =>
    link.request("resources/templates/list", cursor === undefined ? {} : { cursor }, { ms, signal, deadline });
  try {
    const { entries } = await listAll("resourceTemplates", page);
    const read = await Promise.all(entries.slice(0, MAX_LISTED).map((entry) => readTemplate(name, entry)));
    return read.filter((each) => each !== undefined);
  } catch {
    // Most servers that have none do not know the question; one that has ended shows it elsewhere.
    return [];
  } finally {
    deadline.end();
  }
}

const word = (value: unknown): string => (typeof value === "string" ? plainLine(value, MAX_WORDS) : "");

async function readTemplate(server: string, entry: unknown): Promise<McpTemplate | undefined> {
  const { uriTemplate: template, ...said } = (entry ?? {}) as Record<string, unknown>;
  if (typeof template !== "string" || template.length > MAX_TEMPLATE) return undefined;
  const variables = await variablesOf(template);
  if (variables.length === 0 || variables.length > MAX_VARIABLES) return undefined;
  const name = word(said["title"]) || word(said["name"]) || plainLine(template, MAX_WORDS);
  return { server, template, name, description: word(said["description"]), variables };
}

/** None of what is no template. */
async function variablesOf(template: string): Promise<readonly string[]> {
  const { UriTemplate } = await loadUriTemplate();
  try {
    return [...new Set(new UriTemplate(template).variableNames)];
  } catch {
    return [];
  }
}
