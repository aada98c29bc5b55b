import { Document, isMap, isNode, isScalar, type Pair, parseDocument } from "yaml";
import * as z from "zod/mini";
import { MODES, Mode } from "../../shared/modes";
import { type Words, words } from "../../shared/words";
import { lineFeeds } from "../results/sizes";

/** An agent that people wrote down: Markdown with front matter. */
export interface Profile {
  /** Path of its file. */
  readonly file: string;
  readonly source: ProfileSource;
  readonly name: string;
  readonly description: string;
  /** As written; absent: the read-only set. */
  readonly tools?: readonly string[];
  /** Never of a workspace's profile: a repository names no model. */
  readonly model?: string;
  readonly mode?: Mode;
  /** The body as it stands in the file. */
  readonly prompt: string;
  /** What stands between the fences; absent in a file without front matter. */
  readonly frontMatter?: string;
}

export type ProfileSource = "workspace" | "home";

export interface ProfileProblem extends Words {
  /** 1-based, in the file. */
  readonly line: number;
}

export interface ParsedProfile {
  readonly profile: Profile;
  readonly problems: readonly ProfileProblem[];
}

/** Total: whatever is wrong is reported with its line, and read the stricter way. */
export function parseProfile(file: string, text: string, source: ProfileSource = "workspace"): ParsedProfile {
  const { matter, body, unclosed } = split(text.replace(/^\uFEFF/, ""));
  const { fields, problems } = readFields(file, matter ?? "", source);
  const open = unclosed ? [{ line: 1, ...words("The front matter has no closing ---.") }] : [];
  const kept = matter === undefined ? {} : { frontMatter: matter };
  return { profile: { file, source, ...fields, prompt: body, ...kept }, problems: [...open, ...problems] };
}

/**
 * The text of the file. Keys that nobody changed stay as they were written, unknown ones and comments
 * too. Front matter that is no YAML can't be changed: it is kept as a comment.
 */
export function writeProfile(profile: Profile): string {
  const { file, source, frontMatter, prompt } = profile;
  const eol = `${frontMatter}${prompt}`.includes("\r\n") ? "\r\n" : "\n";
  const fenced = (matter: string) => `---${eol}${matter}---${eol}${prompt}`;
  if (changedKeys(profile, readFields(file, frontMatter ?? "", source).fields).length === 0) {
    const needsFence = frontMatter !== undefined || split(prompt).matter !== undefined;
    return needsFence ? fenced(frontMatter ?? "") : prompt;
  }
  const document = editable(frontMatter ?? "");
  const was = readFields(file, document.toString(), source).fields;
  for (const key of changedKeys(profile, was)) setKey(document, key, profile[key]);
  const matter = document.toString({ lineWidth: 0, flowCollectionPadding: false });
  return fenced(matter.replaceAll("\n", eol));
}

const OPENING = /^---[ \t]*\r?\n/;
const CLOSING = /^---[ \t]*\r?(?:\n|$(?![\s\S]))/m;

function split(text: string): { readonly matter?: string; readonly body: string; readonly unclosed?: true } {
  const opening = OPENING.exec(text)?.[0];
  if (opening === undefined) return { body: text };
  const rest = text.slice(opening.length);
  const closing = CLOSING.exec(rest);
  if (!closing) return { body: text, unclosed: true };
  return { matter: rest.slice(0, closing.index), body: rest.slice(closing.index + closing[0].length) };
}

const KEYS = ["name", "description", "tools", "model", "mode"] as const;
type Key = (typeof KEYS)[number];
type Fields = Pick<Profile, Key>;

/** Shown on cards and called by: one line, nothing invisible in it. */
const Name = z.string().check(z.trim(), z.regex(/^[^\p{C}\p{Zl}\p{Zp}]{1,64}$/u));
const Names = z.union([z.array(z.string()), z.pipe(z.string(), z.transform(atCommas))]);

function atCommas(text: string): string[] {
  return text.split(",").flatMap((each) => each.trim() || []);
}

function readFields(file: string, matter: string, source: ProfileSource) {
  const front = new FrontMatter(matter);
  const name = front.take("name", Name, words("The name must be one line of at most 64 characters."));
  const description = front.take("description", z.string(), words("The description must be text."));
  const tools = front.take(
    "tools",
    Names,
    words("The tools must be a list of names ([] for none); only reading is left."),
  );
  const model = front.take("model", z.string(), words("The model must be one name."));
  const mode = front.take("mode", Mode, words("The mode must be one of {0}; taken as plan.", MODES.join(", ")), "plan");
  const own = source === "home" ? model : undefined;
  if (model !== own) front.complain("model", words("A workspace's profile can't name a model; it is not used."));
  const fields: Fields = {
    name: name ?? front.takeLine("name", Name) ?? stem(file),
    description: description ?? front.takeLine("description", z.string()) ?? "",
    ...(tools && { tools }),
    ...(own !== undefined && { model: own }),
    ...(mode && { mode }),
  };
  return { fields, problems: front.problems };
}

/** `review` of `.../review.agent.md`. */
function stem(file: string): string {
  return (file.split(/[\\/]/).at(-1) ?? file).replace(/(\.agent)?\.md$/i, "");
}

/** Front matter beyond this was not written by a person, and checking its keys takes time by their square. */
const MAX_FRONT_MATTER = 16 * 1024;
/** Problems of YAML itself that are told at most. */
const MAX_YAML_PROBLEMS = 5;

class FrontMatter {
  readonly problems: ProfileProblem[] = [];
  readonly #document: Document | undefined;

  constructor(private readonly text: string) {
    const { document, faults } = parse(text);
    this.#document = document;
    for (const { at, why } of faults.slice(0, MAX_YAML_PROBLEMS)) this.#tell(at, why);
  }

  /** The value of a key; nothing when it is absent; `strictest` when it is not what it must be. */
  take<T>(key: Key, schema: z.ZodMiniType<T>, why: Words, strictest?: T): T | undefined {
    const pair = this.#pair(key);
    if (pair === undefined) return undefined;
    const parsed = schema.safeParse(this.#value(pair));
    if (parsed.success) return parsed.data;
    this.complain(key, why);
    return strictest;
  }

  /** Where YAML fails as a whole, a colon in the description mostly, what grants nothing is taken by its line. */
  takeLine(key: Key, schema: z.ZodMiniType<string>): string | undefined {
    if (this.#document) return undefined;
    const line = this.text.split(/\r?\n/).find((each) => each.startsWith(`${key}:`));
    return schema.safeParse(line?.slice(key.length + 1).trim()).data;
  }

  complain(key: Key, why: Words): void {
    const node = this.#pair(key)?.key;
    this.#tell((isNode(node) && node.range?.[0]) || 0, why);
  }

  /** The front matter begins on the file's second line. */
  #tell(at: number, why: Words): void {
    this.problems.push({ line: lineFeeds(this.text, 0, at) + 2, ...why });
  }

  #pair(key: Key): Pair | undefined {
    const contents = this.#document?.contents;
    if (!isMap(contents)) return undefined;
    return contents.items.find((pair) => isScalar(pair.key) && pair.key.value === key);
  }

  #value({ value }: Pair): unknown {
    // Aliases that multiply make it throw.
    try {
      return isNode(value) ? value.toJS(this.#document as Document) : value;
    } catch {
      return undefined;
    }
  }
}

interface Fault {
  readonly at: number;
  readonly why: Words;
}

/** Front matter as a mapping that can be changed and printed again, or what is wrong with it. */
function parse(text: string): { document?: Document; faults: readonly Fault[] } {
  if (text.length > MAX_FRONT_MATTER)
    return { faults: [{ at: 0, why: words("The front matter is longer than 16 KiB.") }] };
  // A second document in it would end the front matter when it is printed.
  const marker = /^(?:---|\.\.\.|%)/m.exec(text);
  if (marker) return { faults: [{ at: marker.index, why: words("The front matter must be one YAML document.") }] };
  try {
    const document = parseDocument(text, { prettyErrors: false });
    const faults = document.errors.map(({ pos, message }) => ({ at: pos[0], why: unreadable(message) }));
    if (faults.length > 0) return { faults };
    const isUsable = document.contents === null || isMap(document.contents);
    return isUsable
      ? { document, faults }
      : { faults: [{ at: 0, why: words("The front matter must be keys with values.") }] };
  } catch (error) {
    return { faults: [{ at: 0, why: unreadable((error as Error).message) }] };
  }
}

/** What the YAML parser says is English. */
const unreadable = (why: string): Words => words("The front matter can't be read: {0}.", why);

/** The keys in which a profile is not what its file says. */
function changedKeys(profile: Fields, was: Fields): Key[] {
  return KEYS.filter((key) => JSON.stringify(profile[key]) !== JSON.stringify(was[key]));
}

function editable(frontMatter: string): Document {
  const text = frontMatter.replaceAll("\r\n", "\n");
  const { document } = parse(text);
  if (document) return document;
  const fresh = new Document({});
  fresh.commentBefore = text.trimEnd().replaceAll(/^/gm, " ");
  return fresh;
}

function setKey(document: Document, key: Key, value: string | readonly string[] | undefined): void {
  if (value === undefined) document.delete(key);
  else document.set(key, typeof value === "string" ? value : document.createNode(value, { flow: true }));
}
