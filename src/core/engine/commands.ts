import { covers } from "../gate/globs";
import { judgeRead, pathFactsOf } from "../gate/paths";
import { commandRules } from "../gate/rules/commands";
import type { PathUse, ShellName, ShellRules } from "../gate/shell/analysis";
import type { ShellAnalyser } from "../gate/shell/loader";
import { proposeRules } from "../gate/shell/propose";
import type { GateFacts, JudgedCommand } from "../gate/verdict";
import type { PathFacts } from "../operations/files";
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
  return Promise.all(commands.map((command) => judgeCommand(command, shell, rules, analyser, { facts, ports })));
}

/** By the name of the program, as `Processes.shell` has it. */
function shellName(shell: string | undefined): ShellName | undefined {
  const name = shell
    ?.split(/[\\/]/)
    .at(-1)
    ?.toLowerCase()
    .replace(/\.exe$/, "");
  if (name === "pwsh" || name === "powershell") return "pwsh";
  return ["bash", "sh", "dash", "zsh"].includes(name ?? "") ? "bash" : undefined;
}

interface Around {
  readonly facts: GateFacts;
  readonly ports: Ports;
}

async function judgeCommand(
  command: string,
  shell: ShellName,
  rules: ShellRules,
  analyser: ShellAnalyser,
  around: Around,
): Promise<JudgedCommand> {
  const analysis = analyser.analyse(command, shell, rules);
  const { reads, writes, unresolvedReads, gitFolders } = analysis.effects;
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
    unknownReads: [...unresolvedReads, ...reads.filter((_, at) => read[at] === undefined).map(({ path }) => path)],
    foreignGit: gitFolders.filter((_, at) => git[at]).map((folder) => folder || "."),
    ...(proposal && { proposal }),
  };
}

/** A path as the command has it; nothing where nobody can tell where it starts. */
async function placeOf(use: PathUse, { facts, ports }: Around): Promise<PathFacts | undefined> {
  const spelled = spelledOut(use, facts);
  return spelled === undefined ? undefined : ports.files.inspect(spelled).catch(() => undefined);
}

function spelledOut({ path, folder }: PathUse, { home }: GateFacts): string | undefined {
  if (/^~([\\/]|$)/.test(path)) return home === undefined ? undefined : `${home}${path.slice(1)}`;
  if (path.startsWith("~")) return undefined;
  if (/^([\\/]|[a-z]:[\\/])/i.test(path)) return path;
  return folder === undefined ? undefined : folder === "" ? path : `${folder}/${path}`;
}

/** Nothing where nobody can tell what it reads. */
async function readBy(use: PathUse, around: Around): Promise<readonly PathFacts[] | undefined> {
  if (use.pattern) return readByPattern(use, around);
  const place = await placeOf(use, around);
  // What is no file of any name does no harm: it is a text to look for.
  if (place?.kind === "missing") return [];
  if (place?.kind !== "folder" || !use.recursive) return place && [place];
  const below = await oddOnes(place, () => true, around);
  return below && [place, ...below];
}

/** All names that a pattern stands for, by the folder that it begins with. */
async function readByPattern(use: PathUse, around: Around): Promise<readonly PathFacts[] | undefined> {
  const { path } = use;
  const literal = path.slice(0, path.search(/[*?[]/));
  const start = literal.slice(0, literal.lastIndexOf("/") + 1);
  const rest = path.slice(start.length);
  const place = await placeOf({ ...use, path: start || "." }, around);
  if (place?.kind !== "folder" || rest.split("/").includes("..")) return undefined;
  // The shell leaves names with a dot in front out, unless the pattern has it.
  const seesHidden = rest.split("/").some((part) => part.startsWith("."));
  const matches = ({ real }: PathFacts): boolean => {
    const inner = {
      shown: real,
      real,
      kind: "file",
      root: { name: "", path: place.real },
      size: 0,
      dangling: false,
    } as const;
    if (!seesHidden && isHidden(real.slice(place.real.length))) return false;
    return use.recursive === true || rest.includes("[") || covers(rest, inner, around.facts);
  };
  const below = await oddOnes(place, matches, around);
  return below && [place, ...below];
}

const isHidden = (below: string): boolean => /(^|[\\/])\.[^\\/]*$/.test(below);

/** Of the files below a folder those that reading asks for or that are denied. */
async function oddOnes(
  folder: PathFacts,
  fits: (path: PathFacts) => boolean,
  { facts, ports }: Around,
): Promise<readonly PathFacts[] | undefined> {
  const all = await ports.files.filesBelow?.(folder.real, MAX_FILES);
  return all
    ?.map((real) => pathFactsOf(real, facts))
    .filter((path) => judgeRead(path, facts) !== undefined && fits(path));
}

/** Git reads there what some other repository says, which can run programs. */
async function isForeignGit(folder: string, { ports }: Around): Promise<boolean> {
  const place = await ports.files.inspect(folder || ".").catch(() => undefined);
  if (!place || !ports.git) return true;
  return (await ports.git.ownRepository(place.real).catch(() => undefined)) === undefined;
}
