import { plainLine, plainText } from "../results/foreign";

export const MAX_NAME = 64;
export const MAX_DESCRIPTION = 280;

export interface ParsedSkill {
  readonly name: string;
  readonly description: string;
  readonly body: string;
  /** What is odd about it, in sentences. */
  readonly warnings: readonly string[];
}

const FENCED = /^---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)??---[ \t]*(?:\r?\n|$)/;
/** The seeds' form has a label in it: "# Skill: My Skill". */
const HEADING = /^#{1,6}[ \t]+(?:skill:[ \t]*)?(.*)$/im;

/**
 * Reads a SKILL.md: its front matter says what it is, `metadata` (the text of skill.yaml) fills gaps, and
 * a heading and the folder's name stand in for the rest. Total: what is wrong becomes a warning.
 */
export async function parseSkill(text: string, folderName: string, metadata: string | undefined): Promise<ParsedSkill> {
  const fenced = FENCED.exec(text);
  const body = fenced ? text.slice(fenced[0].length) : text;
  const front = await readYaml("The front matter", fenced?.[1]);
  const extra = await readYaml("skill.yaml", metadata);
  const name = front.fields.name ?? extra.fields.name ?? extra.fields.id;
  const description = front.fields.description ?? extra.fields.description;
  const named = plainLine(name ?? folderName, Number.POSITIVE_INFINITY);
  return {
    name: plainLine(named, MAX_NAME),
    description: plainLine(description ?? firstWords(body), MAX_DESCRIPTION),
    body: plainText(body, Number.POSITIVE_INFINITY),
    warnings: [
      ...(text.startsWith("---") && !fenced ? ["The front matter has no closing ---."] : []),
      ...front.problems,
      ...extra.problems,
      ...(name === undefined ? ["It gives no name: its folder's stands for it."] : []),
      ...(description === undefined ? ["It gives no description: its first words stand for it."] : []),
      ...(named.length > MAX_NAME ? [`Its name has more than ${MAX_NAME} characters.`] : []),
    ],
  };
}

/** The heading, else the first line that says something. */
function firstWords(body: string): string {
  return HEADING.exec(body)?.[1] || (body.split(/\r?\n/).find((line) => line.trim() !== "") ?? "");
}

const KEYS = ["id", "name", "description"] as const;
type Fields = { [K in (typeof KEYS)[number]]?: string };

interface Read {
  readonly fields: Fields;
  readonly problems: readonly string[];
}

/** Loaded on first use: most workspaces have no skill. */
async function readYaml(what: string, text: string | undefined): Promise<Read> {
  if (text === undefined || text.trim() === "") return { fields: {}, problems: [] };
  const { parseDocument } = await import("yaml");
  try {
    const document = parseDocument(text, { prettyErrors: false, logLevel: "silent" });
    const [first] = document.errors;
    if (first) throw first;
    return { fields: fieldsOf(document.toJS({ maxAliasCount: 50 })), problems: [] };
  } catch (error) {
    const why = plainLine(error instanceof Error ? error.message : String(error), MAX_DESCRIPTION);
    return { fields: fieldsByLine(text), problems: [`${what} is not valid YAML: ${why.replace(/\.?$/, ".")}`] };
  }
}

function fieldsOf(value: unknown): Fields {
  if (typeof value !== "object" || value === null) return {};
  const record = value as Readonly<Record<string, unknown>>;
  return pick((key) => (Object.hasOwn(record, key) ? record[key] : undefined));
}

/** Mostly it is a colon in the description that YAML fails at: then what stands on the key's line counts. */
function fieldsByLine(text: string): Fields {
  const lines = text.split(/\r?\n/);
  return pick((key) => {
    const line = lines.find((each) => each.startsWith(`${key}: `));
    // Trimmed first: looking for blanks at the end, again at each of many, would take for ever.
    return WORDS.exec((line?.slice(key.length + 2) ?? "").trim())?.[1];
  });
}

const WORDS = /^["']?([\p{L}\p{N}].*?)["']?$/u;

function pick(read: (key: (typeof KEYS)[number]) => unknown): Fields {
  const fields: Fields = {};
  for (const key of KEYS) {
    const value = read(key);
    const isWord = typeof value === "string" || typeof value === "number" || typeof value === "boolean";
    const line = isWord ? plainLine(String(value), Number.POSITIVE_INFINITY) : "";
    if (line !== "") fields[key] = line;
  }
  return fields;
}
