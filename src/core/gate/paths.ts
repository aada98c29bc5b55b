import type { PathFacts } from "../operations/files";
import { isIgnored } from "./ignored";
import { isWithin } from "./pathNames";
import { isSensitive } from "./sensitive";
import { strictest } from "./strictest";
import type { Ask, Deny, GateFacts, JudgedCommand, PlannedCall, Verdict } from "./verdict";
import { refusedWindowsForm } from "./windowsForms";

/** Stage 7: every path of the call, judged by where it really leads. Ordinary paths raise no opinion. */
export function paths(call: PlannedCall, facts: GateFacts): Verdict | undefined {
  const { reads, writes } = call.prepared.effects;
  const spelled = [...reads, ...writes.map((write) => write.path)];
  const verdicts = [
    ...spelled.map((path) => judgeSpelling(path, facts)),
    ...call.writes.map((path) => judgeWrite(path, facts)),
    ...call.reads.map((path) => judgeRead(path, facts)),
    ...(call.commands ?? []).flatMap((command) => judgeCommand(command, facts)),
  ];
  return verdicts.reduce<Verdict | undefined>(strictest, undefined);
}

/** What a command reads and writes is judged as any path is; what nobody can tell asks. */
function judgeCommand(command: JudgedCommand, facts: GateFacts): readonly (Verdict | undefined)[] {
  const unknown =
    (reason: Ask["reason"]) =>
    (subject: string): Ask => ({
      outcome: "ask",
      kind: "shell",
      layer: "paths",
      reason,
      subject,
    });
  return [
    ...command.writes.map((path) => judgeWrite(path, facts)),
    ...command.reads.map((path) => judgeRead(path, facts)),
    // What asks anyhow has a better reason.
    ...(command.analysis.outcome === "auto" ? command.unknownReads.map(unknown("shell_reads_unknown")) : []),
    ...(command.analysis.outcome === "auto" ? command.foreignGit.map(unknown("shell_foreign_git")) : []),
  ];
}

type Spelled = Pick<GateFacts, "windows" | "foldsCase" | "roots">;

/** Windows' own limit, the widest there is. */
const MAX_PATH = 32_767;

/** For paths as a call spells them. Dispatch asks it too, before it looks at a path at all. */
export function judgeSpelling(path: string, facts: Spelled): Deny | undefined {
  // To look at it would hold up the host.
  if (path.length > MAX_PATH)
    return { ...deny("path_form", path.slice(0, 100)), advice: `No path has more than ${MAX_PATH} characters.` };
  const why = refusedSpelling(path, facts);
  if (why === undefined) return undefined;
  return {
    ...deny("path_form", path),
    advice: `Windows would open something else than it seems (${why}). Write the plain path.`,
  };
}

/** Why a path can't be used as it is spelled; nothing when it can. The files port refuses the same. */
export function refusedSpelling(path: string, facts: Spelled): string | undefined {
  const why = facts.windows ? refusedWindowsForm(path) : undefined;
  if (why === undefined || facts.roots.some((root) => isInsideSpelledRoot(path, root.path, facts))) return undefined;
  return why;
}

export function judgeWrite(path: PathFacts, facts: GateFacts): Verdict | undefined {
  if (path.dangling) {
    return {
      ...deny("dangling_link", path.shown),
      advice: "The link's target does not exist. Write to the real path.",
    };
  }
  if (isIgnored(path, facts)) return ignored(path);
  if (isSensitive(path, "write", facts)) return ask("sensitive", "sensitive_write", path);
  return path.root ? undefined : (leadsAway(path, facts) ?? ask("outside", "outside_workspace", path));
}

export function judgeRead(path: PathFacts, facts: GateFacts): Verdict | undefined {
  if (isIgnored(path, facts)) return ignored(path);
  const exempt = facts.exemptReads.find((folder) => isWithin(path.real, folder, facts));
  if (exempt !== undefined)
    return holdsSecret(path, exempt, facts) ? ask("sensitive", "sensitive_read", path) : undefined;
  if (isSensitive(path, "read", facts)) return ask("sensitive", "sensitive_read", path);
  return path.root ? undefined : (leadsAway(path, facts) ?? ask("outside", "outside_workspace", path));
}

/** A place that may be read, outside or hidden as it is: names of secrets in it still ask, since a workspace can choose it. */
function holdsSecret(path: PathFacts, place: string, facts: GateFacts): boolean {
  const root = path.root ?? { name: "", path: place };
  return isSensitive({ ...path, root }, "read", { ...facts, home: undefined });
}

/** Of a real path that something came across, such as a search; a folder's ends with a slash. */
export function pathFactsOf(real: string, facts: Pick<GateFacts, "roots" | "foldsCase" | "windows">): PathFacts {
  const root = facts.roots.find(({ path }) => isWithin(real, path, facts));
  const kind = real.endsWith("/") ? "folder" : "file";
  return { shown: real, real, kind, root, size: 0, dangling: false };
}

/** A link may lead to a device or a server although it is spelled plainly. */
const leadsAway = (path: PathFacts, facts: GateFacts): Deny | undefined => judgeSpelling(path.real, facts);

/** A root may itself be a network path that the user opened; what follows it must still be plain. */
function isInsideSpelledRoot(path: string, root: string, facts: Spelled): boolean {
  const rest = path.slice(root.length);
  return isWithin(path, root, facts) && refusedWindowsForm(rest) === undefined;
}

function ignored(path: PathFacts): Deny {
  return { ...deny("ignored_path", path.shown), advice: "The user's .gatehouseignore names this path. Do without it." };
}

function ask(kind: Ask["kind"], reason: Ask["reason"], path: PathFacts): Ask {
  return { outcome: "ask", kind, layer: "paths", reason, subject: path.shown };
}

function deny(reason: Deny["reason"], subject: string): Deny {
  return { outcome: "deny", layer: "paths", reason, subject };
}
