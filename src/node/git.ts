import { lstat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { assertMay } from "../core/gate/permit";
import { ToolError } from "../core/operations/failure";
import type { Root } from "../core/operations/files";
import type { Git, GitEnd } from "../core/operations/git";
import {
  ALLOWED,
  complaint,
  EVER_TRACKED,
  hardened,
  NAMING,
  overridesFor,
  ownSettings,
  QUIET_ENVIRONMENT,
  SAFE,
} from "./gitSafety";
import { isInside } from "./paths";
import { outputOf, type RunProgram } from "./program";
import { findProgram, here } from "./shell";

export interface GitOptions {
  /** `NodeProcesses.program`. */
  readonly run: RunProgram;
  /** Git's own program, absolute. */
  readonly git: string;
  /** `commandEnvironment`. */
  readonly env: () => Readonly<Record<string, string>>;
  /** By their real paths. */
  readonly roots: () => readonly Root[];
}

/** Nothing when there is none in a safe folder of PATH. */
export function findGit(env: Readonly<Record<string, string>>): string | undefined {
  return findProgram(here(env), "git");
}

const MAX_BYTES = 4 << 20;
const TIMEOUT_MS = 30_000;
/** Looked at before a command runs: who has more is asked. */
const MAX_NAMES_BYTES = 16 << 20;
const NAMES_TIMEOUT_MS = 5_000;

/**
 * Git's reading commands in a root's own repository. What would run a program there is overridden: see `gitSafety.ts`.
 * The folder's settings are looked at before each call; who can change them in between runs programs anyhow.
 */
export function createGit({ run, git, env, roots }: GitOptions): Git {
  async function ownRepository(path: string): Promise<string | undefined> {
    const [root] = roots()
      .filter((each) => isInside(path, each.path))
      .sort((a, b) => b.path.length - a.path.length);
    if (!root || (await nearestWithGit(path, root.path)) !== root.path) return undefined;
    return (await isOwn(join(root.path, ".git"))) ? root.path : undefined;
  }

  async function start(
    repository: string,
    args: readonly string[],
    config: ReadonlyMap<string, string>,
    signal: AbortSignal,
    limits = { bytes: MAX_BYTES, timeoutMs: TIMEOUT_MS },
  ): Promise<GitEnd> {
    const how = { path: git, args: ["--no-pager", ...args], cwd: repository, timeoutMs: limits.timeoutMs };
    const order = { ...how, env: environment(env(), repository, config) };
    const end = await outputOf(run, order, limits.bytes, signal);
    if (end.how === "timeout") {
      throw new ToolError(
        "timeout",
        `Git took more than ${limits.timeoutMs / 1000} s.`,
        "Name paths, or a smaller range.",
      );
    }
    const cut = end.how === "enough";
    return { code: end.code ?? (cut ? 0 : 1), stdout: end.stdout, stderr: end.stderr, cut };
  }

  async function names(repository: string, args: readonly string[]): Promise<readonly string[] | undefined> {
    const limits = { bytes: MAX_NAMES_BYTES, timeoutMs: NAMES_TIMEOUT_MS };
    const end = await start(repository, args, NAMING, new AbortController().signal, limits);
    if (end.code !== 0 || end.cut) return undefined;
    return end.stdout.split("\0").flatMap((name) => name.replace(/^\n+/, "") || []);
  }

  return {
    ownRepository,

    async trackedNames(repository, history) {
      if ((await ownRepository(repository)) !== repository) return undefined;
      const lists = await Promise.all([
        names(repository, ["ls-files", "-z"]),
        ...(history ? [names(repository, EVER_TRACKED)] : []),
      ]);
      return lists.some((list) => list === undefined) ? undefined : [...new Set(lists.flatMap((list) => list ?? []))];
    },

    async run(permit, repository, args, signal) {
      assertMay(permit, { read: repository });
      refuseUnknown(args);
      if ((await ownRepository(repository)) !== repository) throw notOwn(repository);
      const listing = ["config", "--list", "--name-only", "--show-scope", "-z"];
      const listed = await start(repository, listing, SAFE, signal);
      if (listed.code !== 0) return listed;
      const settings = ownSettings(listed.stdout);
      const end = await start(repository, hardened(args), new Map([...SAFE, ...overridesFor(settings)]), signal);
      return { ...end, stderr: end.code === 0 ? "" : complaint(args[0], settings, end.stderr) };
    },
  };
}

/** No option but these few is passed on, whoever asks. */
function refuseUnknown([command = "", ...rest]: readonly string[]): void {
  const end = rest.indexOf("--");
  const options = (end < 0 ? rest : rest.slice(0, end)).filter((arg) => arg.startsWith("-"));
  const wrong = options.find((option) => !ALLOWED.options.test(option));
  if (!ALLOWED.commands.has(command) || wrong !== undefined) {
    throw new ToolError("internal", `Git is not run with ${wrong ?? command} here.`);
  }
}

async function nearestWithGit(path: string, top: string): Promise<string | undefined> {
  for (let at = path; ; at = dirname(at)) {
    if (await kindOf(join(at, ".git"))) return at;
    if (at !== top && (await isBare(at))) return at;
    if (at === top || at === dirname(at)) return undefined;
  }
}

/** Git takes a folder for a repository by what is in it, and reads its settings: any workspace can hold such files. */
async function isBare(folder: string): Promise<boolean> {
  const [head, ...stores] = await Promise.all(
    ["HEAD", "objects", "commondir"].map((name) => kindOf(join(folder, name))),
  );
  return head !== undefined && stores.some((kind) => kind !== undefined);
}

/** Folders, files, and what may be a file or missing. Any link, or a pointer to another store, makes it somebody else's. */
const FOLDERS = ["", "objects", "refs"];
const MAYBE_FOLDERS = ["objects/info", "objects/pack"];
const MAYBE_FILES = ["config", "config.worktree", "index", "packed-refs"];
const POINTERS = ["commondir", "gitdir", "objects/info/alternates", "objects/info/http-alternates"];

async function isOwn(folder: string): Promise<boolean> {
  const all = async (names: readonly string[], ...kinds: readonly Kind[]): Promise<boolean> => {
    const found = await Promise.all(names.map((name) => kindOf(join(folder, name))));
    return found.every((kind) => kinds.includes(kind));
  };
  const checks = await Promise.all([
    all(FOLDERS, "folder"),
    all(["HEAD"], "file"),
    all(MAYBE_FOLDERS, "folder", undefined),
    all(MAYBE_FILES, "file", undefined),
    all(POINTERS, undefined),
  ]);
  return checks.every(Boolean);
}

type Kind = "file" | "folder" | "other" | undefined;

async function kindOf(path: string): Promise<Kind> {
  const info = await lstat(path).catch(() => undefined);
  if (!info) return undefined;
  if (info.isDirectory()) return "folder";
  return info.isFile() ? "file" : "other";
}

function environment(
  base: Readonly<Record<string, string>>,
  repository: string,
  config: ReadonlyMap<string, string>,
): Record<string, string> {
  const settings = [...config].flatMap(([key, value], at) => [
    [`GIT_CONFIG_KEY_${at}`, key],
    [`GIT_CONFIG_VALUE_${at}`, value],
  ]);
  return {
    ...base,
    ...QUIET_ENVIRONMENT,
    // Whatever `core.worktree` says; and nothing above is taken for the repository.
    GIT_WORK_TREE: repository,
    GIT_CEILING_DIRECTORIES: dirname(repository),
    GIT_CONFIG_COUNT: String(config.size),
    ...Object.fromEntries(settings),
  };
}

function notOwn(repository: string): ToolError {
  return new ToolError("precondition_failed", `${repository} is no repository of an open folder's own.`);
}
