import type { IgnoreFile } from "../gate/verdict";
import type { Files, PathFacts, Root } from "../operations/files";
import type { Log } from "../operations/ports";
import { utf8Bytes } from "../results/sizes";
import { type Folder, foldersAtHand, separatorOf } from "./atHand";

const MAX_BYTES = 32 * 1024;
const MAX_IGNORE_BYTES = 1024 * 1024;
const FILES = ["AGENTS.md", "CLAUDE.md", ".github/copilot-instructions.md"];
const RULES_FOLDER = ".gatehouse/rules";

export interface Instructions {
  /** As shown to the model, nearest last. */
  readonly paths: readonly string[];
  /** Ready for the first message; empty when there are none. */
  readonly block: string;
  /** Not all fitted into the bound. */
  readonly cut: boolean;
}

interface Found {
  readonly path: string;
  readonly real: string;
  readonly text: string;
}

export const NO_INSTRUCTIONS: Instructions = { paths: [], block: "", cut: false };

/**
 * The rule files of a trusted workspace, in each folder from the roots to the files at hand. They are
 * read once, when the session's first message goes out: their text is part of that message, so that
 * later changes, also of what is at hand, change no byte already sent. No call asks for them, so only
 * what any call might read unasked is followed: a link to a key is not.
 */
export async function readInstructions(
  files: Files,
  log: Log,
  atHand: readonly string[] = [],
  mayRead: (path: PathFacts) => boolean = ({ root }) => root !== undefined,
): Promise<Instructions> {
  const several = files.roots().length > 1;
  const folders = await foldersAtHand(files, atHand);
  const found = await Promise.all(
    folders.map(async (folder) => {
      const read = (await pathsIn(files, folder)).map((path) => readOne(files, log, path, mayRead));
      const there = (await Promise.all(read)).filter((each) => each !== undefined);
      return there.map((each) => ({ ...each, path: shown(each.path, folder.root, several) }));
    }),
  );
  return bounded(onceEach(found.flat()));
}

async function pathsIn(files: Files, { path: folder }: Folder): Promise<readonly string[]> {
  const rules = await files.listInstructions(`${folder}/${RULES_FOLDER}`).catch(() => []);
  return [...FILES.map((name) => `${folder}/${name}`), ...rules];
}

/** One name is often a link to another: such a text is given once. */
function onceEach(found: readonly Found[]): readonly Found[] {
  const first = new Map(found.toReversed().map((each) => [each.real, each]));
  return found.filter((each) => first.get(each.real) === each);
}

/**
 * `.gatehouseignore` of each root, trusted or not, read anew for each turn. It only tightens: what was
 * in force before stays in force beside it. One that can't be read whole names everything meanwhile.
 */
export async function readIgnoreFiles(
  files: Files,
  log: Log,
  before: readonly IgnoreFile[],
): Promise<readonly IgnoreFile[]> {
  const now = await Promise.all(files.roots().map(({ path }) => readIgnoreFile(files, log, path)));
  const kept = before.filter(({ unread }) => !unread);
  const isKnown = (file: IgnoreFile): boolean =>
    kept.some(({ root, text }) => root === file.root && text === file.text);
  return [...kept, ...now.flatMap((file) => (file === undefined || isKnown(file) ? [] : [file]))];
}

async function readIgnoreFile(files: Files, log: Log, root: string): Promise<IgnoreFile | undefined> {
  try {
    const text = await files.readInstruction(`${root}/.gatehouseignore`, MAX_IGNORE_BYTES + 1);
    if (text === undefined) return undefined;
    if (utf8Bytes(text) > MAX_IGNORE_BYTES) throw new Error("It has more than 1 MiB.");
    return { root, text };
  } catch (error) {
    log.warn("A .gatehouseignore could not be read: nothing of its folder can be.", error);
    return { root, text: "*", unread: true };
  }
}

async function readOne(
  files: Files,
  log: Log,
  path: string,
  mayRead: (path: PathFacts) => boolean,
): Promise<Found | undefined> {
  try {
    const facts = await files.inspect(path);
    if (facts.kind === "missing") return undefined;
    if (!mayRead(facts)) {
      log.warn(`An instruction file leads where reading needs approval, and was left out: ${path}`);
      return undefined;
    }
    const text = await files.readInstruction(facts.real, MAX_BYTES + 1);
    return text?.trim() ? { path, real: facts.real, text: text.trimEnd() } : undefined;
  } catch (error) {
    log.warn(`An instruction file could not be read: ${path}`, error);
    return undefined;
  }
}

function shown(path: string, root: Root, several: boolean): string {
  if (!path.startsWith(root.path)) return path;
  const inside = path.slice(root.path.length).replaceAll(separatorOf(root), "/").replace(/^\//, "");
  return several ? `${root.name}/${inside}` : inside;
}

/** The nearest files stand last and matter most: what does not fit is cut from the first. */
function bounded(found: readonly Found[]): Instructions {
  let left = MAX_BYTES;
  const kept: Omit<Found, "real">[] = [];
  for (const { path, text } of found.toReversed()) {
    const part = headOf(text, left);
    left -= utf8Bytes(part);
    if (part !== "") kept.unshift({ path, text: part });
  }
  if (kept.length === 0) return { ...NO_INSTRUCTIONS, cut: found.length > 0 };
  const whole = found.reduce((sum, { text }) => sum + utf8Bytes(text), 0);
  const parts = kept.map(({ path, text }) => `<file path="${path.replace(/["<>]/g, "?")}">\n${text}\n</file>`);
  return {
    paths: kept.map(({ path }) => path),
    block: `<instructions>\n${parts.join("\n")}\n</instructions>`,
    cut: whole > MAX_BYTES,
  };
}

/** As many whole characters as fit. */
function headOf(text: string, bytes: number): string {
  const encoded = new TextEncoder().encode(text);
  if (encoded.length <= bytes) return text;
  return new TextDecoder().decode(encoded.subarray(0, Math.max(0, bytes)), { stream: true });
}
