import { covers } from "../gate/globs";
import { isWithin } from "../gate/pathNames";
import { judgeRead, pathFactsOf } from "../gate/paths";
import { commandRules } from "../gate/rules/commands";
import type { PathUse, ShellName, ShellRules } from "../gate/shell/analysis";
import type { ShellAnalyser } from "../gate/shell/loader";
import { proposeRules } from "../gate/shell/propose";
import type { GateFacts, JudgedCommand } from "../gate/verdict";
import type { FileBelow, PathFacts } from "../operations/files";
import type { Ports } from "../operations/ports";
import type { Tool } from "../tools/tool";

/** Loaded on first use, once a host. */
export type LoadAnalyser = () => Promise<ShellAnalyser>;

/** Files below a folder that are looked at by name; where there are more, nobody can tell what is read. */
const MAX_FILES = 20_000;

/** Looks into the commands of a call. Nothing where this host has no analysis for its shell, or it does not load. */
export async function judgeCommands(
  commands: readonly string[],
  tool: Tool,
  facts: GateFacts,
  ports: Ports,
  load: LoadAnalyser | undefined,
): Promise<readonly JudgedCommand[] | undefined> {
  const shell = shellName(ports.processes.shell);
  if (commands.length === 0 || shell === undefined || load === undefined) return undefined;
  const analyser = await load().catch((error: unknown) => {
    ports.log.error("The shell analysis can't be loaded: commands ask.", error);
    return undefined;
  });
  if (!analyser) return undefined;
  const rules = commandRules(facts.rules, tool);
  const around: Around = { facts, ports, below: new Map() };
  return Promise.all(commands.map((command) => judgeCommand(command, shell, rules, analyser, around)));
}

/** By the name of the program, as `Processes.shell` has it. */
function shellName(shell: string | undefined): ShellName | undefined {
  const name = shell
    ?.split(/[\\/]/)
    .at(-1)
    ?.toLowerCase()
    .replace(/\.exe$/, "");
  if (name === "pwsh" || name === "powershell") return "pwsh";
  // Others read some of the same text otherwise: `[[ a > b ]]` writes in dash, `*(e:x:)` runs in zsh.
  return name === "bash" ? "bash" : undefined;
}

interface Around {
  readonly facts: GateFacts;
  readonly ports: Ports;
  /** What lies below folders, each looked at once. */
  readonly below: Map<string, Promise<readonly FileBelow[] | undefined>>;
}

async function judgeCommand(
  command: string,
  shell: ShellName,
  rules: ShellRules,
  analyser: ShellAnalyser,
  around: Around,
): Promise<JudgedCommand> {
  const analysis = analyser.analyse(command, shell, rules);
  const { writes, unresolvedReads, gitFolders } = analysis.effects;
  const { reads, tooMany } = bounded(analysis.effects.reads);
  const [read, written, git] = await Promise.all([
    Promise.all(reads.map((use) => readBy(use, around))),
    Promise.all(writes.map((use) => placeOf(use, around))),
    Promise.all(gitFolders.map((folder) => isForeignGit(folder, around))),
  ]);
  const proposal = proposeRules(analysis, rules, (more) => analyser.analyse(command, shell, more));
  return {
    analysis,
    reads: read.flatMap((each) => each ?? []),
    writes: written.flatMap((each) => each ?? []),
    unknownReads: [
      ...unresolvedReads,
      ...tooMany,
      ...reads.filter((_, at) => read[at] === undefined).map(({ path }) => path),
    ],
    foreignGit: gitFolders.filter((_, at) => git[at]).map((folder) => folder || "."),
    ...(proposal && { proposal }),
  };
}

const MAX_READS = 2_000;
/** Each is held against all files. */
const MAX_PATTERNS = 50;

/** Who names more than anybody would is asked about the rest. */
function bounded(all: readonly PathUse[]): { reads: readonly PathUse[]; tooMany: readonly string[] } {
  const isWide = ({ pattern, recursive }: PathUse): boolean => pattern === true || recursive === true;
  const wide = all.filter(isWide).slice(0, MAX_PATTERNS);
  const reads = [...wide, ...all.filter((use) => !isWide(use)).slice(0, MAX_READS)];
  return { reads, tooMany: reads.length < all.length ? [`${all.length} paths`] : [] };
}

/** A path as the command has it; nothing where nobody can tell where it starts. */
async function placeOf(
  use: PathUse,
  { facts, ports }: Pick<Around, "facts" | "ports">,
): Promise<PathFacts | undefined> {
  const spelled = spelledOut(use, facts);
  return spelled === undefined ? undefined : placeAt(spelled, facts, ports.files).catch(() => undefined);
}

function spelledOut({ path, folder }: PathUse, { home }: GateFacts): string | undefined {
  if (/^~([\\/]|$)/.test(path)) return home === undefined ? undefined : `${home}${path.slice(1)}`;
  if (path.startsWith("~")) return undefined;
  if (/^([\\/]|[a-z]:[\\/])/i.test(path)) return path;
  return folder === undefined ? undefined : folder === "" ? path : `${folder}/${path}`;
}

/** Behind a link `..` is the folder above the link's target, which only the disk knows. Windows goes by the text. */
async function placeAt(spelled: string, facts: GateFacts, files: Ports["files"]): Promise<PathFacts> {
  const names = spelled.split("/").filter((name) => name !== "" && name !== ".");
  const ups = names.filter((name) => name === "..").length;
  if (facts.windows || ups === 0) return files.inspect(spelled);
  if (ups > MAX_UPS) throw new Error("Nobody needs to go up that often.");
  let path = spelled.startsWith("/") ? "/" : "";
  for (const name of names) {
    const isUp = name === ".." && path !== "" && !path.endsWith("../");
    if (!isUp) path += `${name}/`;
    else path = (await files.inspect(path)).real.replace(/[^/]*$/, "");
  }
  return files.inspect(path);
}

const MAX_UPS = 40;

/** No system has names as long. */
const isNoName = (path: string): boolean => /[^/\\]{256}/.test(path);

/** Nothing where nobody can tell what it reads. */
async function readBy(use: PathUse, around: Around): Promise<readonly PathFacts[] | undefined> {
  if (!use.pattern && isNoName(use.path)) return [];
  const found = use.pattern ? await readByPattern(use, around) : await readByName(use, around);
  if (use.guessed) return found?.filter((path) => isSecret(path, around)) ?? [];
  // A name of git's may be no path at all: outside of the workspace it has nothing to say.
  return use.tracked ? (found ?? []).filter((path) => isSecret(path, around)) : found;
}

/** Asked about or denied for what it is, not for where it is. */
function isSecret(path: PathFacts, { facts }: Around): boolean {
  const verdict = judgeRead(path, facts);
  return verdict?.outcome === "deny" || (verdict?.outcome === "ask" && verdict.kind === "sensitive");
}

async function readByName(use: PathUse, around: Around): Promise<readonly PathFacts[] | undefined> {
  const place = await placeOf(use, around);
  // What is no file of any name does no harm: it is a text to look for. Git still has what was there once.
  if (place?.kind === "missing") return use.tracked ? [place] : [];
  if (place?.kind !== "folder" || !use.recursive) return place && [place];
  const below = await oddOnes(place, use.follows === true, () => "whole", around);
  return below && [place, ...below];
}

/** All names that a pattern stands for, by the folder that it begins with. */
async function readByPattern(use: PathUse, around: Around): Promise<readonly PathFacts[] | undefined> {
  const { path } = use;
  const literal = path.slice(0, path.search(/[*?[]/));
  const start = literal.slice(0, literal.lastIndexOf("/") + 1);
  const rest = path.slice(start.length);
  const place = await placeOf({ ...use, path: start || "." }, around);
  if (use.tracked && place?.kind === "missing") return [];
  if (place?.kind !== "folder" || rest.split("/").includes("..")) return undefined;
  const fits = use.tracked ? fitsGit(rest) : fitsShell(use, rest, around.facts);
  const below = await oddOnes(place, !use.tracked, fits, around);
  return below && [place, ...below];
}

/** How a path below a folder stands to a pattern: the pattern names it, or something below it. */
type Fit = "whole" | "above" | undefined;
type Fits = (below: string) => Fit;

function fitsShell(use: PathUse, rest: string, facts: GateFacts): Fits {
  // The shell leaves names with a dot in front out, unless the pattern has it.
  const parts = rest.split("/").filter((part) => part !== "" && part !== ".");
  const seesHidden = parts.some((part) => part.startsWith("."));
  // What the two readers of patterns could take for different things.
  const isOdd = (!use.guessed && /[[\\{}!]/.test(rest)) || rest.split("*").length > MAX_STARS;
  return (below) => {
    if (use.recursive) return "whole";
    const names = below.split("/");
    if (!seesHidden && names.at(-1)?.startsWith(".")) return undefined;
    if (isOdd || covers(parts.join("/"), plainFile(below), facts)) return "whole";
    return names.length < parts.length && covers(parts.slice(0, names.length).join("/"), plainFile(below), facts)
      ? "above"
      : undefined;
  };
}

/** More of them could take a matcher for ever. */
const MAX_STARS = 5;

const plainFile = (below: string): PathFacts => ({
  ...{ shown: below, real: `/${below}`, kind: "file", root: { name: "", path: "/" }, size: 0, dangling: false },
});

/** Git's stars stand for slashes too, and what fits a folder fits all that is in it. */
function fitsGit(rest: string): Fits {
  const parts = rest.split(/\*+|\?|\[[\s\S]*/).map((part) => part.replace(/[.+^${}()|\\[\]]/g, "\\$&"));
  if (parts.length > MAX_STARS) return () => "whole";
  const pattern = new RegExp(`^(?:\\./)*${parts.join("[\\s\\S]*")}(?:/|$)`);
  return (below) => (pattern.test(below) ? "whole" : undefined);
}

/** Of the files below a folder those that reading asks for or that are denied; nothing where nobody can tell. */
async function oddOnes(
  folder: PathFacts,
  follows: boolean,
  fits: Fits,
  around: Around,
): Promise<readonly PathFacts[] | undefined> {
  const { facts, below, ports } = around;
  const known = below.get(folder.real) ?? ports.files.filesBelow?.(folder.real, MAX_FILES);
  if (!known) return undefined;
  below.set(folder.real, known);
  const found: PathFacts[] = [];
  const start = folder.real === "/" ? 1 : folder.real.length + 1;
  for (const { real, link } of (await known) ?? []) {
    const fit = link && !follows ? undefined : fits(real.slice(start).replaceAll("\\", "/"));
    if (fit === undefined) continue;
    const path = link ? await ports.files.inspect(real).catch(() => undefined) : pathFactsOf(real, facts);
    if (!path) return undefined;
    if (path.kind === "folder" && !(fit === "whole" && isWithin(path.real, folder.real, facts))) {
      // All that is in it is read under other names.
      if (judgeRead(path, facts) === undefined) return undefined;
    }
    if ((fit === "whole" || path.kind === "folder") && judgeRead(path, facts) !== undefined) found.push(path);
  }
  return (await known) && found;
}

/** Git reads there what some other repository says, which can run programs. */
async function isForeignGit(folder: string, { ports }: Around): Promise<boolean> {
  const place = await ports.files.inspect(folder || ".").catch(() => undefined);
  if (!place || !ports.git) return true;
  return (await ports.git.ownRepository(place.real).catch(() => undefined)) === undefined;
}
