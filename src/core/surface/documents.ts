import { serverPrefix } from "../mcp/names";
import type { Tool } from "../tools/tool";
import type { CatalogEntry } from "./catalog";
import type { Field } from "./postings";
import { wordsOf } from "./words";

/** A tool as the index knows it. */
export interface Document {
  /** Words of its name, each once. */
  readonly name: readonly string[];
  readonly fields: readonly Field[];
}

/** How much long fields are held back: BM25's other knob. */
const LENGTH = 0.5;
/** A description begins with what the tool does: these words count twice, and what is far behind not at all. */
const FIRST_WORDS = 8;
const MAX_DESCRIPTION = 40;
const MAX_PARAMETER_TEXTS = 200;

const documents = new WeakMap<Tool | CatalogEntry, Document>();

/** A tool stays the same value when the catalog around it changes, so its words are found once. */
export function documentOf(entry: CatalogEntry): Document {
  const key = entry.tool ?? entry;
  const known = documents.get(key) ?? makeDocument(entry);
  documents.set(key, known);
  return known;
}

function makeDocument(entry: CatalogEntry): Document {
  const { server = "" } = entry;
  const name = wordsOf(ownName(entry));
  const parameters = parametersOf(entry);
  const fields = [
    field(name, 5, 2.6),
    field(wordsOf(server), 3, 1.8),
    // On cards all tools of servers have the same title.
    field(server ? [] : wordsOf(entry.title), 2, 2),
    { ...field(descriptionOf(entry), 1.5, 16.4), twice: FIRST_WORDS },
    field(wordsOf(parameters.map(({ name }) => name).join(" ")), 1, 4),
    field(wordsOf(parameters.map(({ text }) => text).join(" "), MAX_PARAMETER_TEXTS), 0.5, 10.2),
  ];
  return { name: [...new Set(name)], fields };
}

/** Of a longer field than usual each word is worth less, and of a shorter one more. */
function field(words: readonly string[], weight: number, usual: number): Field {
  return { words, worth: weight / (1 - LENGTH + (LENGTH * words.length) / usual) };
}

/** Its server is a field of its own, and not one more word of each of its names. */
function ownName({ name, server }: CatalogEntry): string {
  const prefix = server === undefined ? "" : serverPrefix(server);
  return name.startsWith(prefix) ? name.slice(prefix.length) : name;
}

function descriptionOf({ description, server }: CatalogEntry): readonly string[] {
  const own = server === undefined ? description : description.replace(/^\[MCP server [^\]]*\]/, "");
  return wordsOf(own, MAX_DESCRIPTION);
}

/** Schemas of servers are foreign data: what is odd in one has no text. */
function parametersOf({ schema }: CatalogEntry): readonly { readonly name: string; readonly text: string }[] {
  const { properties } = schema as { readonly properties?: Readonly<Record<string, unknown>> };
  return Object.entries(properties ?? {}).map(([name, parameter]) => {
    const { description } = (parameter ?? {}) as { readonly description?: unknown };
    return { name, text: typeof description === "string" ? description : "" };
  });
}
