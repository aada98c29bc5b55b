import * as nodePath from "node:path";
import { isAllowed, sameName } from "./allowedVariables";
import { isInside, realPlace } from "./paths";

export type Environment = Readonly<Record<string, string | undefined>>;

export interface EnvironmentOptions {
  /** No program is taken from inside of them. */
  readonly roots?: readonly string[];
  /** Names that the user lets through, secrets too; what would run foreign code or is the editor's stays out all the same. */
  readonly pass?: readonly string[];
  readonly platform?: NodeJS.Platform;
}

/** Looks like a secret: only for who names it. */
const SECRET = /TOKEN|KEY|SECRET|PASS|CREDENTIAL/i;

/** What would make a shell or a program run code of somebody else's, and what belongs to the editor's own processes. */
const NEVER =
  /^(VSCODE_|ELECTRON_|BASH_|LD_|DYLD_|NODE_CHANNEL_)|^(NODE_OPTIONS|NODE_EXEC_PATH|NODE_UNIQUE_ID|PROMPT_COMMAND|ENV|SHELLOPTS|BASHOPTS)$/i;

/** No pager, no prompt, no editor, no colours: nobody sits at the other end. */
const FIXED: Readonly<Record<string, string>> = {
  // Git's reading commands run without asking: nothing that a repository says may run a program in them.
  GIT_CONFIG_COUNT: "2",
  GIT_CONFIG_KEY_0: "safe.bareRepository",
  GIT_CONFIG_VALUE_0: "explicit",
  GIT_CONFIG_KEY_1: "core.fsmonitor",
  GIT_CONFIG_VALUE_1: "false",
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

/** What commands get, made from what the host has: an allow list, and what the user names besides. */
export function commandEnvironment(base: Environment, options: EnvironmentOptions = {}): Record<string, string> {
  const { platform = process.platform } = options;
  const named = new Set(options.pass?.map((name) => sameName(name, platform)));
  const isNamed = (name: string): boolean => named.has(sameName(name, platform));
  const kept = keep(base, (name, value) => isNamed(name) || isOrdinary(name, value, platform));
  for (const name of Object.keys(kept)) {
    if (name.toUpperCase() === "PATH") kept[name] = safePath(kept[name] ?? "", options);
  }
  const fixed = Object.entries(FIXED).filter(([name]) => !isNamed(name));
  return { ...kept, ...Object.fromEntries(fixed) };
}

/** What child processes of our own get: as commands, but nothing that only the user named; Electron is told to be Node. */
export function forkEnvironment(base: Environment, platform = process.platform): Record<string, string> {
  return { ...keep(base, (name, value) => isOrdinary(name, value, platform)), ELECTRON_RUN_AS_NODE: "1" };
}

function keep(base: Environment, wanted: (name: string, value: string) => boolean): Record<string, string> {
  const all = Object.entries(base).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
  return Object.fromEntries(all.filter(([name, value]) => !NEVER.test(name) && wanted(name, value)));
}

function isOrdinary(name: string, value: string, platform: NodeJS.Platform): boolean {
  return !SECRET.test(name) && isAllowed(name, value, platform);
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
