import * as z from "zod";
import { ToolError } from "./tool";

const MAX_LIMIT = 500;
export const input = z.strictObject({
  action: z.enum(["status", "diff", "log", "show", "blame"]),
  path: z.string().min(1).optional().describe("For blame, and for show: the file as it was at ref."),
  paths: z.array(z.string().min(1)).max(100).optional().describe("Only these, for status, diff, log and show."),
  ref: z.string().min(1).max(200).optional().describe("Commit, branch or tag; for diff and log also a..b or a...b."),
  staged: z.boolean().optional().describe("For diff: what is staged."),
  limit: z.int().min(1).max(MAX_LIMIT).optional().describe("Commits of log (20) or lines of blame (100)."),
  line: z.int().min(1).optional().describe("For blame: first line, from 1."),
});
export type GitAsked = z.output<typeof input>;

const COMMITS = 20;
const LINES = 100;
const LOG_FORMAT = "--format=%h %ad %an: %s%d";
const SHOW_FORMAT = "--format=commit %H%nauthor %an <%ae>%ndate %ad%n%n%B";

/** Letters and digits of all scripts, and what git's own names are made of. No `:`: a file is named by its path. */
const REF = /^(?![-.^])[\p{L}\p{N}_./@{}^~+#=!%,-]+$/u;

/** Throws for what would mean nothing, or something else than a commit. */
export function refuseMisuse({ action, path, paths, ref, staged, line, limit }: GitAsked): void {
  const only = (given: unknown, name: string, ...actions: readonly string[]): void => {
    if (given === undefined || actions.includes(action)) return;
    throw new ToolError("invalid_argument", `${name} does not go with ${action}, only with ${actions.join(" and ")}.`);
  };
  only(path, "path", "blame", "show");
  only(paths, "paths", "status", "diff", "log", "show");
  only(ref, "ref", "diff", "log", "show", "blame");
  only(staged, "staged", "diff");
  only(line, "line", "blame");
  only(limit, "limit", "log", "blame");
  if (action === "blame" && path === undefined) throw new ToolError("invalid_argument", "blame needs a path.");
  if (action === "show" && path !== undefined && paths !== undefined) {
    throw new ToolError("invalid_argument", "Give path for a file at ref, or paths for a commit's changes in them.");
  }
  if (ref !== undefined) revision(ref, action === "diff" || action === "log");
}

/** What shows the content of files that nobody named. */
export function needsPatch({ action, path }: GitAsked): boolean {
  return action === "diff" || (action === "show" && path === undefined);
}

/** The names that the patch is about, each ended by a zero. */
export function diffNames(asked: GitAsked, paths: readonly string[]): readonly string[] {
  const format = asked.action === "show" ? ["--format="] : [];
  return [
    asked.action,
    ...format,
    "--name-only",
    "-z",
    "--no-renames",
    ...whatOf(asked),
    "--",
    ...pathspecs(paths, []),
  ];
}

export function commandFor(asked: GitAsked, paths: readonly string[], hidden: readonly string[]): readonly string[] {
  const { action, path, limit, line = 1, ref } = asked;
  const where = ["--", ...pathspecs(paths, hidden)];
  switch (action) {
    case "status":
      return ["status", "--porcelain=v1", "--branch", "-z", "--no-renames", "--untracked-files=normal", ...where];
    case "diff":
      return ["diff", "--patch-with-stat", ...whatOf(asked), ...where];
    case "log":
      return ["log", LOG_FORMAT, "--date=short", `-n${limit ?? COMMITS}`, ...whatOf(asked), ...where];
    case "show":
      if (path !== undefined) return ["show", `${revision(ref ?? "HEAD", false)}:${paths[0]}`];
      return ["show", SHOW_FORMAT, "--date=iso", "--patch-with-stat", ...whatOf(asked), ...where];
    case "blame":
      // Its path is no pathspec.
      return ["blame", "--date=short", `-L${line},+${limit ?? LINES}`, ...whatOf(asked), "--", ...paths];
  }
}

function whatOf({ action, ref, staged }: GitAsked): readonly string[] {
  const cached = staged ? ["--cached"] : [];
  const named = ref ?? (action === "show" ? "HEAD" : undefined);
  return named === undefined ? cached : [...cached, revision(named, action === "diff" || action === "log")];
}

/** As a commit, whatever it names: a name can stand for a file's content as well. */
function revision(ref: string, range: boolean): string {
  const [, from, dots, to] = /^(.*?)(\.{2,3})(.*)$/.exec(ref) ?? [];
  if (dots === undefined) return commit(ref);
  if (range) return `${commit(from || "HEAD")}${dots}${commit(to || "HEAD")}`;
  throw new ToolError("invalid_argument", `A range like ${ref} goes with diff and log.`, "Give one commit.");
}

function commit(name: string): string {
  if (REF.test(name) && !name.includes("..")) return `${name}^{commit}`;
  throw new ToolError("invalid_argument", `${JSON.stringify(name)} is no name of a commit.`);
}

/** Taken literally, from the top: a name may hold stars and colons. */
function pathspecs(paths: readonly string[], hidden: readonly string[]): readonly string[] {
  return [
    ...paths.filter((path) => path !== "").map((path) => `:(top,literal)${path}`),
    ...hidden.map((path) => `:(top,exclude,literal)${path}`),
  ];
}
