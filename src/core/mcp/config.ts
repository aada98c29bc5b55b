import { parseJsonc } from "../results/jsonc";
import { type EntryBody, type InputEntry, readEntry, readInput } from "./configEntry";

/** Where a list of servers stands. */
export interface ConfigPlace {
  /** As people and problems name it: a path, or a setting's key. */
  readonly file: string;
  readonly source: "user" | "workspace";
  /** Absolute; the folder that a workspace's file belongs to. */
  readonly folder?: string;
}

/** One entry that can be read, its variables not yet expanded. */
export type ServerEntry = ConfigPlace & EntryBody & { readonly name: string; readonly line?: number };

export interface ConfigProblem {
  readonly file: string;
  readonly line?: number;
  readonly server?: string;
  /** One English sentence. */
  readonly text: string;
  /** A `note` is worth a line in the log: everything works. */
  readonly level: "error" | "note";
}

export interface ServerList {
  readonly place: ConfigPlace;
  readonly entries: readonly ServerEntry[];
  readonly inputs: readonly InputEntry[];
  readonly problems: readonly ConfigProblem[];
}

/** Past this it is no list that a person wrote. */
const MAX_FILE = 1 << 20;
const MAX_SERVERS = 200;
const MAX_NAME = 64;

/** `.gatehouse/mcp.json`, `.vscode/mcp.json` and the user's: `servers` with `inputs`, or `mcpServers`. */
export function readServersFile(text: string, place: ConfigPlace): ServerList {
  const broken = (why: string, line?: number) => listOf(place, [], [], [problem(place, why, { line })]);
  if (text.length > MAX_FILE) return broken("The file is larger than 1 MiB.");
  const { value, errors, lineOf } = parseJsonc(text);
  const [first] = errors;
  if (first) return broken(`The file can't be read: ${first.text}`, first.line);
  if (value === undefined) return listOf(place, [], [], []);
  if (!isRecord(value)) return broken("The file is not an object.", 1);
  const lists = ["servers", "mcpServers"].map((key) => readList(value[key], key, place, lineOf));
  const inputs = readInputs(value["inputs"], place, lineOf);
  if (value["servers"] === undefined && value["mcpServers"] === undefined) {
    return broken('The file has neither "servers" nor "mcpServers".', 1);
  }
  const known = distinct(lists.flatMap(({ entries }) => entries));
  const problems = [...lists.flatMap((list) => list.problems), ...known.problems, ...inputs.problems];
  return listOf(place, known.entries, inputs.inputs, problems);
}

/** The value of `gatehouse.mcpServers`: servers by name. */
export function readServersSetting(value: unknown, place: ConfigPlace): ServerList {
  const { entries, problems } = readList(value ?? undefined, "", place, () => undefined);
  const known = distinct(entries);
  return listOf(place, known.entries, [], [...problems, ...known.problems]);
}

/** Lists in order of precedence: of two servers with one name the first stands, so a workspace's never replaces a user's. */
export function mergeServers(lists: readonly ServerList[]): Pick<ServerList, "entries" | "problems"> {
  const { entries, problems } = distinct(lists.flatMap((list) => list.entries));
  const notes = problems.map((each) => ({ ...each, level: "note" as const }));
  return { entries, problems: [...lists.flatMap((list) => list.problems), ...notes] };
}

type Lines = (keys: readonly string[]) => number | undefined;

function readList(value: unknown, key: string, place: ConfigPlace, lineOf: Lines) {
  const entries: ServerEntry[] = [];
  const problems: ConfigProblem[] = [];
  const keys = key === "" ? [] : [key];
  if (value !== undefined && !isRecord(value)) {
    problems.push(
      problem(place, `${key ? `"${key}"` : "It"} is not an object of servers by name.`, { line: lineOf(keys) }),
    );
  }
  const raw = isRecord(value) ? Object.entries(value) : [];
  if (raw.length > MAX_SERVERS) problems.push(problem(place, `Only the first ${MAX_SERVERS} servers are used.`, {}));
  for (const [written, entry] of raw.slice(0, MAX_SERVERS)) {
    const at = { server: serverName(written), line: lineOf([...keys, written]) };
    const read = readEntry(entry, at.server);
    if (typeof read === "string") problems.push(problem(place, read, at));
    else entries.push({ ...place, name: at.server, ...(at.line === undefined ? {} : { line: at.line }), ...read });
  }
  return { entries, problems };
}

/** A name as every list shows it: nothing hidden, on one line. What models call it by is made in `names.ts`. */
function serverName(written: string): string {
  const plain = written
    .normalize("NFC")
    .replace(/[\p{C}\p{Z}\s]+/gu, " ")
    .trim();
  return [...plain].slice(0, MAX_NAME).join("").trim();
}

function readInputs(value: unknown, place: ConfigPlace, lineOf: Lines) {
  const at = { line: lineOf(["inputs"]) };
  const read = Array.isArray(value) ? value.map(readInput) : [];
  const wrong = read.filter((each) => typeof each === "string");
  if (value !== undefined && !Array.isArray(value)) wrong.push('"inputs" is not a list.');
  return {
    inputs: read.filter((each) => typeof each !== "string"),
    problems: wrong.map((text) => problem(place, text, at)),
  };
}

function distinct(all: readonly ServerEntry[]): { entries: ServerEntry[]; problems: ConfigProblem[] } {
  const byName = new Map<string, ServerEntry>();
  const problems: ConfigProblem[] = [];
  for (const entry of all) {
    const first = byName.get(entry.name);
    if (!first) byName.set(entry.name, entry);
    else {
      const text = `The server ${entry.name} is already configured in ${first.file}; that one is used.`;
      problems.push(problem(entry, text, { server: entry.name, line: entry.line }));
    }
  }
  return { entries: [...byName.values()], problems };
}

function problem(
  { file }: ConfigPlace,
  text: string,
  { line, server }: { readonly line?: number | undefined; readonly server?: string },
): ConfigProblem {
  return {
    file,
    ...(line === undefined ? {} : { line }),
    ...(server ? { server } : {}),
    text,
    level: "error",
  };
}

function listOf(
  place: ConfigPlace,
  entries: readonly ServerEntry[],
  inputs: readonly InputEntry[],
  problems: readonly ConfigProblem[],
): ServerList {
  return { place, entries, inputs, problems };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
