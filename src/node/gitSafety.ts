/**
 * What in a repository can make a reading git command run a program or read files elsewhere, and how it is closed
 * (data, and why each is here). A repository's settings may come out of an archive that somebody unpacked.
 */

/** Settings that win over the repository's. */
export const SAFE: ReadonlyMap<string, string> = new Map([
  // Programs that `status` and `diff` start.
  ["core.fsmonitor", "false"],
  ["core.hooksPath", "/dev/null"],
  ["diff.external", ""],
  ["interactive.diffFilter", ""],
  // Programs around it.
  ["core.pager", "cat"],
  ["core.editor", "true"],
  ["core.sshCommand", "false"],
  ["core.askPass", "false"],
  ["credential.helper", ""],
  // A signature is checked by a program that the repository names.
  ["log.showSignature", "false"],
  // A partial clone would fetch what it lacks, by a transport of its choice.
  ["protocol.allow", "never"],
  // A submodule has settings of its own, and git looks into it by a process that does not get these.
  ["submodule.recurse", "false"],
  ["diff.ignoreSubmodules", "all"],
  ["diff.submodule", "short"],
  ["status.submoduleSummary", "false"],
  // A folder that looks like a repository is none.
  ["safe.bareRepository", "explicit"],
  // Files anywhere that git would read.
  ["diff.orderFile", "/dev/null"],
  ["log.mailmap", "false"],
  // The output as it is expected.
  ["core.quotePath", "false"],
  ["color.ui", "false"],
  ["diff.noprefix", "false"],
  ["diff.mnemonicPrefix", "false"],
  ["diff.relative", "false"],
]);

export const QUIET_ENVIRONMENT: Readonly<Record<string, string>> = {
  GIT_OPTIONAL_LOCKS: "0",
  GIT_TERMINAL_PROMPT: "0",
  GIT_PAGER: "cat",
  GIT_EDITOR: "true",
  GIT_NO_LAZY_FETCH: "1",
  // Wins over `protocol.<name>.allow` of the repository; there is no such protocol.
  GIT_ALLOW_PROTOCOL: "none",
  // Its complaints are read by a model, in English.
  LC_ALL: "C.UTF-8",
  LANGUAGE: "",
};

/** All that may be asked for. */
export const ALLOWED = {
  commands: new Set(["status", "diff", "log", "show", "blame"]),
  options:
    /^(--porcelain=v1|--branch|-z|--no-renames|--untracked-files=normal|--cached|--patch-with-stat|--name-only|--format=[^\0]*|--date=[a-z-]+|-n\d+|-L\d+,\+\d+)$/,
};

/** So that a list of names leaves none out. */
export const NAMING: ReadonlyMap<string, string> = new Map([
  ...SAFE,
  ["log.showRoot", "true"],
  ["log.follow", "false"],
]);

/**
 * Names of all files in all commits, those of stashes among them, that a reference or a reference's log leads to. What
 * nothing leads to any more is not among them: who knows its hash can still have it.
 */
export const EVER_TRACKED = ["log", "--all", "--reflog", "--format=", "--name-only", "-z", "--no-renames", "-c"];

const NO_PROGRAMS = [
  "--no-ext-diff",
  "--no-textconv",
  "--no-color",
  "--submodule=short",
  "--ignore-submodules=all",
  "--no-relative",
];

const HARDENING: Readonly<Record<string, readonly string[]>> = {
  status: ["--ignore-submodules=all"],
  diff: NO_PROGRAMS,
  log: [...NO_PROGRAMS, "--no-show-signature", "--no-notes", "--encoding=UTF-8"],
  show: [...NO_PROGRAMS, "--no-show-signature", "--no-notes", "--encoding=UTF-8"],
  blame: ["--no-textconv", "--encoding=UTF-8"],
};

export function hardened([command = "", ...rest]: readonly string[]): readonly string[] {
  return [command, ...(HARDENING[command] ?? []), ...rest];
}

/**
 * Settings with names of the repository's choice that must be overridden one by one: filters, which `status`, `diff`
 * and `blame` run on changed files, merge drivers, and files of which a complaint would quote lines.
 */
export function overridesFor(settings: readonly string[]): ReadonlyMap<string, string> {
  return new Map(settings.flatMap((name) => (overrideOf(name) === undefined ? [] : [[name, overrideOf(name) ?? ""]])));
}

function overrideOf(name: string): string | undefined {
  if (name === "core.attributesfile" || name === "mailmap.file") return "/dev/null";
  const [, section, key] = /^(filter|merge|protocol)\.[\s\S]*\.(\w+)$/.exec(name) ?? [];
  if (section === "filter") return key === "required" ? "false" : "";
  if (section === "merge") return key === "driver" ? "false" : undefined;
  return section === "protocol" ? "never" : undefined;
}

/** Nothing overrides this one, and git quotes the first line of such a file that is none. */
const QUOTED = "blame.ignorerevsfile";

/** What git complains of, without warnings, which quote what it read. */
export function complaint(command: string | undefined, settings: readonly string[], stderr: string): string {
  if (command === "blame" && settings.includes(QUOTED)) {
    return "fatal: blame failed. The repository sets blame.ignoreRevsFile: that file, the path or the line may be wrong.";
  }
  return stderr
    .split("\n")
    .filter((line) => line.startsWith("fatal: "))
    .join("\n");
}

/** The user's own, and ours: only what the repository itself sets is not trusted. */
const TRUSTED_SCOPES = new Set(["system", "global", "command"]);

/** Names of what the repository itself sets. `listing` is `git config --list --name-only --show-scope -z`. */
export function ownSettings(listing: string): readonly string[] {
  const fields = listing.split("\0");
  return fields.filter((_, at) => at % 2 === 1 && !TRUSTED_SCOPES.has(fields[at - 1] ?? ""));
}
