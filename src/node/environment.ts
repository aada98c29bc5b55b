import * as nodePath from "node:path";
import { isInside, realPlace } from "./paths";

export type Environment = Readonly<Record<string, string | undefined>>;

export interface EnvironmentOptions {
  /** No program is taken from inside of them. */
  readonly roots?: readonly string[];
  /** Names that the user lets through, whatever they look like. */
  readonly pass?: readonly string[];
  readonly platform?: NodeJS.Platform;
}

/** Secrets, what would make a shell run code of somebody else's, and what belongs to the editor's own processes. */
const DROPPED =
  /TOKEN|KEY|SECRET|PASS|CREDENTIAL|^(VSCODE_|ELECTRON_|BASH_|LD_|DYLD_|NODE_CHANNEL_)|^(NODE_OPTIONS|NODE_EXEC_PATH|NODE_UNIQUE_ID|PROMPT_COMMAND|ENV|SHELLOPTS|BASHOPTS|GIT_ASKPASS|SSH_ASKPASS)$/i;

/** No pager, no prompt, no editor, no colours: nobody sits at the other end. */
const FIXED: Readonly<Record<string, string>> = {
  PAGER: "cat",
  GIT_PAGER: "cat",
  GIT_TERMINAL_PROMPT: "0",
  TERM: "dumb",
  NO_COLOR: "1",
  EDITOR: "true",
  GIT_EDITOR: "true",
  PYTHONIOENCODING: "utf-8",
  PYTHONUTF8: "1",
};

/** What commands get, made from what the host has. */
export function commandEnvironment(base: Environment, options: EnvironmentOptions = {}): Record<string, string> {
  const pass = new Set(options.pass);
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(base)) {
    if (value === undefined || (!pass.has(name) && DROPPED.test(name))) continue;
    kept[name] = name.toUpperCase() === "PATH" ? safePath(value, options) : value;
  }
  const fixed = Object.entries(FIXED).filter(([name]) => !pass.has(name));
  return { ...kept, ...Object.fromEntries(fixed) };
}

/** What child processes of our own get: as commands, and Electron is told to be Node. */
export function forkEnvironment(base: Environment): Record<string, string> {
  const kept = Object.entries(base).filter(([name, value]) => value !== undefined && !DROPPED.test(name));
  return { ...(Object.fromEntries(kept) as Record<string, string>), ELECTRON_RUN_AS_NODE: "1" };
}

/** Absolute folders outside of the roots, by where they really are. */
function safePath(value: string, { roots = [], platform = process.platform }: EnvironmentOptions): string {
  const rules = platform === "win32" ? nodePath.win32 : nodePath.posix;
  // A root may be open by a link: both its spelling and its place count.
  const places = roots.flatMap((root) => [root, realPlace(root)]);
  const outside = (folder: string): boolean => !places.some((place) => isInside(folder, place, rules.sep));
  const safe = value.split(rules.delimiter).filter((folder) => {
    return rules.isAbsolute(folder) && outside(rules.normalize(folder)) && outside(realPlace(folder));
  });
  return safe.join(rules.delimiter);
}
