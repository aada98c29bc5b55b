import type { Analysis, FoundCommand, ShellRules } from "./analysis";
import { looseProgram } from "./command";
import { isAssignmentText } from "./word";

/** What "always allow" would save: shown before it is. */
export interface Proposal {
  readonly rules: readonly string[];
  /** One of them lets a program run what files of the workspace say. */
  readonly runsWorkspaceCode: boolean;
}

/**
 * Rules by which this very command would run without asking, made from its parsed parts: the verb of programs that
 * have verbs, else exactly these words. Nothing where no rule can cover it: a write, a place that nobody can judge,
 * the always-ask list, a rule of the user's own.
 */
export function proposeRules(
  analysis: Analysis,
  rules: ShellRules,
  analyse: (rules: ShellRules) => Analysis,
): Proposal | undefined {
  if (analysis.outcome !== "ask") return undefined;
  const asking = analysis.commands.filter(({ outcome }) => outcome === "ask");
  for (const form of [verbRule, exactRule]) {
    const proposed = asking.map(form);
    if (proposed.length === 0 || proposed.includes(undefined)) continue;
    const added = [...new Set(proposed as readonly string[])];
    if (analyse({ ...rules, allow: [...rules.allow, ...added] }).outcome !== "auto") continue;
    return { rules: added, runsWorkspaceCode: asking.some(runsWorkspaceCode) };
  }
  return undefined;
}

/** How many words say what the program is to do. */
const VERBS: ReadonlyMap<string, number> = new Map([
  ..."git npm pnpm yarn bun cargo go docker kubectl dotnet poetry uv pip pip3 brew apt helm terraform deno mvn gradle"
    .split(" ")
    .map((program) => [program, 2] as const),
  ...["npm run", "pnpm run", "yarn run", "bun run", "gh", "docker compose", "uv run", "deno task"].map(
    (verb) => [verb, 3] as const,
  ),
]);

function verbRule(command: FoundCommand): string | undefined {
  const program = command.words.find((word) => word === undefined || !isAssignmentText(word));
  if (program === undefined) return undefined;
  const start = command.words.indexOf(program);
  const two = `${looseProgram(program)} ${command.words[start + 1] ?? ""}`;
  const count = VERBS.get(two) ?? VERBS.get(looseProgram(program));
  if (count === undefined) return exactRule(command);
  const words = command.words.slice(0, start + count);
  const isVerb = words.slice(start).every((word) => word !== undefined && !word.startsWith("-"));
  return isVerb && words.length === start + count ? written(words) : exactRule(command);
}

function exactRule({ words }: FoundCommand): string | undefined {
  return written(words);
}

/** Nothing where a word is not known, or cannot be written in a rule. */
function written(words: readonly (string | undefined)[]): string | undefined {
  const quoted = words.map((word) => (word === undefined ? undefined : quote(word)));
  return quoted.includes(undefined) || quoted.length === 0 ? undefined : quoted.join(" ");
}

function quote(word: string): string | undefined {
  if (/^[^\s"']+$/.test(word)) return word;
  if (!word.includes("'")) return `'${word}'`;
  return word.includes('"') ? undefined : `"${word}"`;
}

const RUNNERS: ReadonlySet<string> = new Set(
  `npm pnpm yarn bun npx make cmake ninja cargo go dotnet gradle mvn deno node python python3 ruby perl php bash sh
   dash zsh pwsh uv poetry pytest jest vitest tsx ts-node java tox rake just`.split(/\s+/),
);

/** It reads what to do from files that may have changed since: a script, a project file, a test. */
function runsWorkspaceCode({ words }: FoundCommand): boolean {
  const program = words.find((word) => word === undefined || !isAssignmentText(word)) ?? "";
  return program.includes("/") || RUNNERS.has(looseProgram(program));
}
