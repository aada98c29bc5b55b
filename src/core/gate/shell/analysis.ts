import type { CommandPart, PartOutcome, Why } from "../../../shared/commandParts";

/** Whose grammar and whose section of the rule book applies. */
export type ShellName = "bash" | "pwsh";

/**
 * Which analysis is right for a shell, by what its host calls it (`Processes.shell`); none for others, which read
 * some of the same text otherwise: `[[ a > b ]]` writes in dash, `*(e:x:)` runs in zsh.
 */
export function shellNameOf(shell: string | undefined): ShellName | undefined {
  const names: Readonly<Record<string, ShellName>> = {
    bash: "bash",
    "git bash": "bash",
    powershell: "pwsh",
    pwsh: "pwsh",
  };
  const name = shell?.toLowerCase() ?? "";
  return Object.hasOwn(names, name) ? names[name] : undefined;
}

/** The user's rules for commands, as they are written: added to the built-in policy. */
export interface ShellRules {
  readonly allow: readonly string[];
  readonly ask: readonly string[];
  readonly deny: readonly string[];
}

export const NO_COMMAND_RULES: ShellRules = { allow: [], ask: [], deny: [] };

export type Outcome = PartOutcome;
export type Part = CommandPart;
export type { Why };

/** A path that a command names, as it is written. */
export interface PathUse {
  readonly path: string;
  /** Folder it starts from, relative to the workspace root; absent when that is not known. */
  readonly folder?: string;
  /** Stands for all names that it matches. */
  readonly pattern?: true;
  /** All files below it are read. */
  readonly recursive?: true;
  /** Links below it are followed. */
  readonly follows?: true;
  /** Of git: also what is not there any more, and a pattern of git's own. */
  readonly tracked?: true;
  /** Nobody knows that the program opens it: only secrets and ignored files count. */
  readonly guessed?: true;
}

/** Git prints of the files that it tracks, whatever has changed in them. */
export interface GitPrint {
  /** Where it runs, relative to the workspace root. */
  readonly folder: string;
  /** Of what these name alone, where there are any. */
  readonly paths: readonly string[];
  /** What is there as a file narrows as a path does; all else names a commit. */
  readonly words: readonly string[];
  /** Also of what was tracked once. */
  readonly history: boolean;
}

/** What the commands would touch, as far as the text tells. The gate resolves and judges the paths. */
export interface ShellEffects {
  readonly reads: readonly PathUse[];
  readonly writes: readonly PathUse[];
  /** Words by which some program opens a file whose name is not known. */
  readonly unresolvedReads: readonly string[];
  /** Folders, relative to the workspace root, in which git reads its settings. */
  readonly gitFolders: readonly string[];
  readonly gitPrints: readonly GitPrint[];
}

export interface Analysis {
  readonly shell: ShellName;
  /** The strictest outcome of all parts. */
  readonly outcome: Outcome;
  /** In the order of the text; never empty. */
  readonly parts: readonly Part[];
  readonly effects: ShellEffects;
  /** What "always allow" could save; see `propose.ts`. */
  readonly commands: readonly FoundCommand[];
}

/** One simple command of the line itself: not of a payload or behind a wrapper. */
export interface FoundCommand {
  readonly text: string;
  readonly outcome: Outcome;
  readonly why: Why;
  /** Variables that a rule must spell, then the words; nothing where one of them is not known. */
  readonly words: readonly (string | undefined)[];
}

const RANK: Readonly<Record<Outcome, number>> = { auto: 0, ask: 1, deny: 2 };

export function strictestOutcome(outcomes: readonly Outcome[]): Outcome {
  return outcomes.reduce<Outcome>((most, next) => (RANK[next] > RANK[most] ? next : most), "auto");
}
