import { basename, dirname, join } from "node:path";
import { ToolError } from "../../core/operations/failure";
import type { ProgramEnd, RunProgram } from "../program";
import { endingsOf } from "./globs";

/** Where and with what ripgrep runs. */
export interface Ripgrep {
  readonly run: RunProgram;
  readonly path: string;
  readonly env: Readonly<Record<string, string>>;
}

/** A folder is searched from inside, a file from beside: its answers are relative to `cwd`. */
export interface Target {
  readonly cwd: string;
  readonly name: string;
}

const TIMEOUT_MS = 60_000;
const MAX_COMPLAINT = 1_000;

/** No settings of the user's; hidden files but not Git's; ignore files count everywhere, but only those of the tree. */
const ALWAYS = ["--no-config", "--hidden", "--glob=!.git", "--no-require-git", "--no-ignore-global", "--no-messages"];

export function targetOf(path: string, isFile: boolean): Target {
  return isFile ? { cwd: dirname(path), name: `./${basename(path)}` } : { cwd: path, name: "./" };
}

/** Absolute, from what ripgrep says of a file. */
export function placeOf({ cwd }: Target, said: string): string {
  return join(cwd, said);
}

export async function runRipgrep(
  { run, path, env }: Ripgrep,
  { cwd, name }: Target,
  glob: string | undefined,
  args: readonly string[],
  onOutput: Parameters<RunProgram>[1],
  signal: AbortSignal,
): Promise<void> {
  const all = [...ALWAYS, ...typesOf(glob), ...args, "--", name];
  const end = await run({ path, args: all, cwd, env, timeoutMs: TIMEOUT_MS }, onOutput, signal);
  if (end.how === "timeout") throw tooLong();
  const complaint = complaintOf(end);
  if (complaint !== undefined) throw new ToolError("invalid_argument", complaint);
  if (end.how === "killed") throw new ToolError("internal", "ripgrep was killed.");
}

function typesOf(glob: string | undefined): readonly string[] {
  const endings = endingsOf(glob);
  if (!endings) return [];
  return [...endings.map((ending) => `--type-add=wanted:${ending}`), "--type=wanted"];
}

/** Files it can't open are not said (`--no-messages`): then what it says is of the pattern. */
function complaintOf({ code, stderr }: ProgramEnd): string | undefined {
  if (code !== 2 || stderr.trim() === "") return undefined;
  // Its advice, in a paragraph of its own, is about options that nobody here can give.
  const [said = ""] = stderr.trim().split(/\n\n(?=Consider )/);
  return said.replace(/^rg: /, "").slice(0, MAX_COMPLAINT);
}

export function tooLong(): ToolError {
  const hint = "Search a smaller folder, or give a glob.";
  return new ToolError("timeout", `The search took more than ${TIMEOUT_MS / 1000} s.`, hint);
}
