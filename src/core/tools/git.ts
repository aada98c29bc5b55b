import type { Git, GitEnd } from "../operations/git";
import { counted } from "../results/sizes";
import { commandFor, diffNames, type GitAsked, input, needsPatch, refuseMisuse } from "./gitCommands";
import { defineTool, type PrepareContext, type RunContext, ToolError, type ToolOutput } from "./tool";

/** A command line has an end. */
const MAX_HIDDEN = 200;

interface Plan {
  /** Real path of its top folder. */
  readonly repository: string;
  /** Relative to it, with `/`. */
  readonly paths: readonly string[];
}

/**
 * Looks at the history of a root's own repository. Elsewhere a repository's settings could run programs, so this
 * refuses and sends the model to `bash`, where a person is asked.
 */
export const git = defineTool<typeof input, Plan>({
  name: "Git",
  title: "Look at history",
  description:
    "Read-only Git in an open folder's own repository: status, diff (of the working tree, or staged, or between commits), log, show (a commit, or a file at ref), blame. Submodules are left out.",
  input,
  capabilities: ["read"],
  offer: "deferred",
  kind: "builtin",
  worker: "local",
  ports: ["git"],
  renderer: "text",
  parallel: true,

  subject: ({ action, ref, path, paths = [] }) => [action, ref, path, ...paths].filter(Boolean).join(" "),

  async prepare(asked, context) {
    refuseMisuse(asked);
    const named = [...(asked.path === undefined ? [] : [asked.path]), ...(asked.paths ?? [])];
    const reals = await Promise.all(named.map(async (path) => (await context.files.inspect(path)).real));
    const repository = await repositoryOf(reals, context);
    const paths = reals.map((real) => relativeTo(repository, real));
    return { effects: { reads: [repository, ...named], writes: [], commands: [] }, plan: { repository, paths } };
  },

  async run(asked, context) {
    const { action, path } = asked;
    const hidden = needsPatch(asked) ? await hiddenNames(asked, context) : [];
    const shows = ({ real }: { real: string }): boolean => context.mayRead(real);
    const end = await execute(commandFor(asked, context.plan.paths, hidden), context);
    if (action === "show" && path !== undefined && end.stdout.includes("\0")) {
      throw new ToolError("unsupported", `${path} is not text there.`);
    }
    const body = action === "status" ? statusText(end.stdout, context.plan.repository, shows) : end.stdout.trimEnd();
    return output(body || nothing(asked), end, hidden.length);
  },
});

/** The one that holds all paths; without any, the first open folder's that has one. */
async function repositoryOf(reals: readonly string[], context: PrepareContext): Promise<string> {
  const port = gitOf(context);
  const places = reals.length > 0 ? reals : context.files.roots().map((root) => root.path);
  const owners = await Promise.all(places.map((place) => port.ownRepository(place)));
  const found = owners.find((owner) => owner !== undefined);
  const all = reals.length === 0 || owners.every((owner) => owner === found);
  if (found !== undefined && all) return found;
  throw new ToolError(
    "precondition_failed",
    "This is not in the own repository of one open folder: there is none, or its git folder lies elsewhere (a worktree, a submodule, a folder above), where settings could run programs.",
    "Run git with bash instead: then the user is asked.",
  );
}

function gitOf({ git: port }: PrepareContext): Git {
  if (!port) throw new ToolError("unsupported", "There is no Git here.");
  return port;
}

async function execute(args: readonly string[], context: RunContext<Plan>): Promise<GitEnd> {
  const end = await gitOf(context).run(context.permit, context.plan.repository, args, context.signal);
  if (end.code === 0) return end;
  const said = end.stderr.trim().replace(/^(fatal|error): /, "");
  throw new ToolError("invalid_argument", `Git says: ${said || `it ended with ${end.code}`}`);
}

/** Names whose content a patch would show although the model may not see it. What the call names was judged. */
async function hiddenNames(asked: GitAsked, context: RunContext<Plan>): Promise<readonly string[]> {
  const { repository, paths } = context.plan;
  const { stdout, cut } = await execute(diffNames(asked, paths), context);
  const names = [...new Set(stdout.split("\0").map((name) => name.replace(/^\n+/, "")))].filter(Boolean);
  const hidden = names.filter((name) => !paths.includes(name) && !context.mayRead(realOf(repository, name)));
  if (cut || hidden.length > MAX_HIDDEN) {
    throw new ToolError("unsupported", "Too many files changed to look at them together.", "Name paths.");
  }
  return hidden;
}

/** `XY name`, one a line, below the branch. */
function statusText(stdout: string, repository: string, shows: (path: { real: string }) => boolean): string {
  const [branch = "", ...entries] = stdout.split("\0").filter(Boolean);
  const shown = entries.filter((entry) => shows({ real: realOf(repository, entry.slice(3).replace(/\/$/, "")) }));
  return [branch.replace(/^## /, "On "), ...(shown.length > 0 ? shown : ["Nothing has changed."])].join("\n");
}

function output(body: string, { cut }: GitEnd, hidden: number): ToolOutput {
  const notes = [
    ...(hidden > 0 ? [`[${counted(hidden, "file")} that must not be read without asking left out.]`] : []),
    ...(cut ? ["[There is more. Name paths, or a smaller range.]"] : []),
  ];
  return { text: [body, ...notes].join("\n"), details: { kind: "text" } };
}

function nothing({ action, path }: GitAsked): string {
  if (action === "log") return "No commits.";
  return action === "diff" ? "No differences." : `(${path ?? action}: empty)`;
}

const slash = (repository: string): string => (repository.startsWith("/") ? "/" : "\\");
const realOf = (repository: string, name: string): string =>
  `${repository}${slash(repository)}${name.replaceAll("/", slash(repository))}`;
const relativeTo = (repository: string, real: string): string =>
  real.slice(repository.length + 1).replaceAll(slash(repository), "/");
