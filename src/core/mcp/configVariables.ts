import type { ServerEntry } from "./config";
import type { InputEntry, Target } from "./configEntry";

/** Where values of variables come from. */
export interface VariableSources {
  env(name: string): string | undefined;
  /** The folders of the window, in order. */
  readonly folders: readonly { readonly name: string; readonly path: string }[];
  readonly home?: string;
  /** What a person entered for an input of the entry's list; nothing when they were not asked yet. */
  input(id: string): string | undefined;
  readonly inputs: readonly InputEntry[];
}

/** One entry with its variables as the server gets them, as people see them, and as its approval is bound to them. */
export interface Expanded {
  readonly target: Target;
  /** Every variable expanded, but of secrets only that they are there. */
  readonly shown: Target;
  /** For lists: only places are expanded, so that no value of an input or of the environment stands there. */
  readonly listed: Target;
  /** As `shown`; but values of `env` and `headers` count as they are written, since a token may be renewed. */
  readonly bound: Target;
  /** Names of the person's environment variables that it reads by `${env:X}`. */
  readonly reads: readonly string[];
  /** Ids of the inputs that it names. */
  readonly inputs: readonly string[];
  /** Those without a value, to be asked for. */
  readonly unanswered: readonly InputEntry[];
  /** One sentence for each variable without a value. */
  readonly missing: readonly string[];
}

const VARIABLE = /\$\{([^{}]*)\}/g;
const MASK = "•••";

/** Values are put in as they are: a `${…}` inside of one is plain text. */
export function expandEntry(entry: ServerEntry, sources: VariableSources): Expanded {
  const found = [...variablesOf(entry)].map((variable) => lookUp(variable, entry, sources));
  const byText = new Map(found.map((each) => [each.text, each]));
  const value = (pick: (one: Found) => string) => (text: string) => {
    const one = byText.get(text);
    return one ? pick(one) : text;
  };
  const real = value(({ value = "" }) => value);
  const shown = value(({ value, secret, text }) => (secret ? MASK : (value ?? text)));
  const named = value(({ text }) => text);
  const listed = value(({ kind, value, text }) => (kind === "env" || kind === "input" ? text : (value ?? text)));
  const bound = value(({ value, secret, text }) => (secret ? text : (value ?? text)));
  return {
    target: mapTarget(entry, real, real),
    shown: mapTarget(entry, shown, shown),
    listed: mapTarget(entry, listed, listed),
    bound: mapTarget(entry, bound, named),
    reads: found.flatMap(({ kind, name }) => (kind === "env" ? [name] : [])),
    inputs: found.flatMap(({ input }) => (input ? [input.id] : [])),
    unanswered: found.flatMap(({ input, value }) => (input && value === undefined ? [input] : [])),
    missing: found.flatMap(({ why }) => (why === undefined ? [] : [why])),
  };
}

function variablesOf(entry: ServerEntry): Set<string> {
  const found = new Set<string>();
  const note = (text: string) => {
    found.add(text);
    return text;
  };
  mapTarget(entry, note, note);
  return found;
}

/** Each variable replaced; `inside` is for values of `env` and `headers`. */
function mapTarget(
  target: Target,
  replace: (variable: string) => string,
  inside: (variable: string) => string,
): Target {
  const text = (given: string) => given.replace(VARIABLE, (variable) => replace(variable));
  const values = (given: Readonly<Record<string, string>>) =>
    Object.fromEntries(
      Object.entries(given).map(([key, value]) => [key, value.replace(VARIABLE, (variable) => inside(variable))]),
    );
  if (target.transport !== "stdio") {
    return { transport: target.transport, url: text(target.url), headers: values(target.headers) };
  }
  const { command, args, env, cwd } = target;
  const rest = cwd === undefined ? {} : { cwd: text(cwd) };
  return { transport: "stdio", command: text(command), args: args.map(text), env: values(env), ...rest };
}

interface Found {
  readonly text: string;
  readonly kind: string;
  readonly name: string;
  readonly value?: string | undefined;
  readonly secret?: boolean;
  readonly input?: InputEntry;
  /** Why there is no value. */
  readonly why?: string;
}

function lookUp(text: string, entry: ServerEntry, sources: VariableSources): Found {
  const [kind = "", ...rest] = text.slice(2, -1).split(":");
  const name = rest.join(":");
  const found = (value: string | undefined, why: string): Found =>
    value === undefined ? { text, kind, name, why } : { text, kind, name, value };
  if (kind === "env") return found(sources.env(name), `The environment variable ${name} is not set.`);
  if (kind === "userHome") return found(sources.home, "There is no home folder.");
  if (kind === "workspaceFolder") return found(folderOf(name, entry, sources), noFolder(name));
  if (kind === "input") return inputOf(text, name, sources);
  return { text, kind, name, why: `${text} is not a variable that can be used here.` };
}

/** Without a name: the folder whose file it is, else the first. */
function folderOf(name: string, entry: ServerEntry, { folders }: VariableSources): string | undefined {
  if (name !== "") return folders.find((each) => each.name === name)?.path;
  return entry.folder ?? folders[0]?.path;
}

function noFolder(name: string): string {
  return name === "" ? "No folder is open." : `No folder named ${name} is open.`;
}

function inputOf(text: string, id: string, { inputs, input: answer }: VariableSources): Found {
  const described = inputs.find((each) => each.id === id);
  // Nobody says that its value may be seen, so it may not.
  const input = described ?? { id, description: "", secret: true };
  const value = answer(id);
  const found = { text, kind: "input", name: id, input, secret: input.secret };
  return value === undefined ? { ...found, why: `The input ${id} was not entered yet.` } : { ...found, value };
}
