import { commandRules } from "../gate/rules/commands";
import { type PathUse, type ShellName, type ShellRules, shellNameOf } from "../gate/shell/analysis";
import type { ShellAnalyser } from "../gate/shell/loader";
import { proposeRules } from "../gate/shell/propose";
import type { GateFacts, JudgedCommand } from "../gate/verdict";
import type { Ports } from "../operations/ports";
import type { Tool } from "../tools/tool";
import { type Around, placeOf, readBy } from "./commandPaths";
import { secretsPrinted } from "./gitPrints";

/** Loaded on first use, once a host. */
export type LoadAnalyser = () => Promise<ShellAnalyser>;

/** Looks into the commands of a call. Nothing where this host has no analysis for its shell, or it does not load. */
export async function judgeCommands(
  commands: readonly string[],
  tool: Tool,
  facts: GateFacts,
  ports: Ports,
  load: LoadAnalyser | undefined,
): Promise<readonly JudgedCommand[] | undefined> {
  const shell = shellNameOf(ports.processes.shell);
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

async function judgeCommand(
  command: string,
  shell: ShellName,
  rules: ShellRules,
  analyser: ShellAnalyser,
  around: Around,
): Promise<JudgedCommand> {
  const analysis = analyser.analyse(command, shell, rules);
  const { writes, unresolvedReads, gitFolders, gitPrints } = analysis.effects;
  const { reads, tooMany } = bounded(analysis.effects.reads);
  const [read, written, git, printed] = await Promise.all([
    Promise.all(reads.map((use) => readBy(use, around))),
    Promise.all(writes.map((use) => placeOf(use, around))),
    Promise.all(gitFolders.map((folder) => isForeignGit(folder, around))),
    Promise.all(gitPrints.map((print) => secretsPrinted(print, around))),
  ]);
  const proposal = proposeRules(analysis, rules, (more) => analyser.analyse(command, shell, more));
  return {
    analysis,
    reads: [...read, ...printed].flatMap((each) => each ?? []),
    writes: written.flatMap((each) => each ?? []),
    unknownReads: [
      ...unresolvedReads,
      ...tooMany,
      ...gitPrints.filter((_, at) => printed[at] === undefined).map(({ folder }) => `git: ${folder || "."}`),
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

/** Git reads there what some other repository says, which can run programs. */
async function isForeignGit(folder: string, { ports }: Around): Promise<boolean> {
  const place = await ports.files.inspect(folder || ".").catch(() => undefined);
  if (!place || !ports.git) return true;
  return (await ports.git.ownRepository(place.real).catch(() => undefined)) === undefined;
}
