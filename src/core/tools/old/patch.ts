import { applyPatch, parsePatch, type StructuredPatch } from "diff";
import * as z from "zod";
import type { DiffDetails } from "../../../shared/results";
import type { FileSnapshot } from "../../operations/files";
import { counted } from "../../results/sizes";
import { splicesBetween } from "../../results/splices";
import { diffOfTexts } from "../../results/unified";
import { changedOnSave } from "../changedOnSave";
import { combinedDiff } from "../manyDiffs";
import { type PrepareContext, type Prepared, type RunContext, type Tool, ToolError } from "../tool";
import { writeNotes } from "../writeNotes";
import { text } from "./fields";

const MAX_FILES = 100;

interface Asked {
  /** The one file of the call: the gate must know it, also when the patch does not fit. */
  readonly path?: string;
  readonly patch: string;
}

/** One file's part of a patch. */
interface Part {
  readonly path: string;
  readonly creates: boolean;
  readonly patch: StructuredPatch;
}

interface Change {
  /** As the patch spells it: the gate judges that too. */
  readonly path: string;
  readonly snapshot: FileSnapshot;
  readonly after: string;
  readonly diff: DiffDetails;
}

let input: z.ZodType<Asked> | undefined;

/** Applies a unified diff to one file or several; what was shown before is what is written. */
export const patch: Tool<z.ZodType<Asked>, readonly Change[] | ToolError> = {
  name: "patch",
  title: "Patch",
  description: "An old name. Applies a unified diff, with edit's and write's care; it moves and deletes nothing.",
  get input() {
    input ??= z.strictObject({ path: text(), patch: z.string().min(1) }).transform(askedOf);
    return input;
  },
  capabilities: ["write"],
  offer: "hidden",
  standsFor: ["edit", "write"],
  kind: "builtin",
  worker: "main-process-proxy",
  renderer: "diff",
  parallel: false,

  subject: ({ path, patch }) => path ?? pathsIn(patch).join(", "),

  async prepare(asked, context) {
    const parts = partsOf(asked);
    try {
      return shown(await changesOf(parts, context));
    } catch (error) {
      if (asked.path !== undefined || !(error instanceof ToolError)) throw error;
      // That it does not fit tells of files' texts: the gate judges it as if it did, and then it fails.
      const writes = parts.map(({ path }) => ({ path, hash: "unread" }));
      return { effects: { reads: [], writes, commands: [] }, body: asked.patch, plan: error };
    }
  },

  async run(_, context) {
    if (context.plan instanceof ToolError) throw context.plan;
    const lines: string[] = [];
    const done: DiffDetails[] = [];
    for (const change of context.plan) {
      try {
        const { diff, notes } = await write(change, context);
        done.push(diff);
        lines.push(`Patched ${diff.path}: ${counted(diff.added, "line")} added, ${diff.removed} removed.`, ...notes);
      } catch (error) {
        if (done.length === 0 || !(error instanceof ToolError)) throw error;
        lines.push(`${change.diff.path}: NOT changed, nor what comes after it in the patch: ${error.message}`);
        return { text: lines.join("\n"), status: "failed", details: combinedDiff(done) };
      }
    }
    return { text: lines.join("\n"), details: combinedDiff(done) };
  },
};

function askedOf({ path, patch: whole }: { readonly path?: string | undefined; readonly patch: string }): Asked {
  const [only, ...others] = path === undefined ? pathsIn(whole) : [path];
  return { patch: whole, ...(only !== undefined && others.length === 0 && { path: only }) };
}

function pathsIn(whole: string): readonly string[] {
  try {
    return partsOf({ patch: whole }).map(({ path }) => path);
  } catch {
    // What is wrong with it `prepare` says.
    return [];
  }
}

/** What the patch itself says, before any file is looked at. */
function partsOf({ path, patch: whole }: Asked): readonly Part[] {
  const parts = parsed(whole)
    .filter(({ hunks, isRename, isCopy, isDelete }) => hunks.length > 0 || isRename || isCopy || isDelete)
    .map((each) => partOf(each, path));
  if (parts.length === 0) throw invalid("It has no hunks: send a unified diff, with its @@ lines.");
  if (parts.length > MAX_FILES) throw invalid(`It is about ${parts.length} files; ${MAX_FILES} are the most.`);
  if (path !== undefined && parts.length > 1) throw invalid("It is about several files: leave out path.");
  return parts;
}

function parsed(whole: string): readonly StructuredPatch[] {
  try {
    return parsePatch(whole);
  } catch (error) {
    throw invalid(`It is no unified diff: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function partOf(each: StructuredPatch, path: string | undefined): Part {
  const { oldFileName: from, newFileName: to, isRename, isCopy, isDelete } = each;
  const [was, now] = path === undefined ? bare(from, to) : [path, path];
  if (isDelete || to === NOTHING) throw unsupported("deletes", was);
  const creates = from === NOTHING;
  if (isRename || isCopy || (was !== now && !creates)) throw unsupported("moves", was);
  if (!now) throw invalid("It names no file: give path, or --- and +++ lines.");
  return { path: now, creates, patch: each };
}

/** Git writes `a/` and `b/` before names; whoever writes them before one and not before the other means folders. */
function bare(from: string | undefined, to: string | undefined): readonly (string | undefined)[] {
  const old = from === NOTHING || from?.startsWith("a/");
  const now = to === NOTHING || to?.startsWith("b/");
  return old && now ? [from?.replace(/^a\//, ""), to?.replace(/^b\//, "")] : [from, to];
}

const NOTHING = "/dev/null";

const invalid = (message: string): ToolError => new ToolError("invalid_argument", message);

function unsupported(what: string, path: string | undefined): ToolError {
  return new ToolError("unsupported", `The patch ${what} ${path}; this changes texts only.`, "Do that by a command.");
}

async function changesOf(parts: readonly Part[], { files, signal }: PrepareContext): Promise<readonly Change[]> {
  const changes: Change[] = [];
  for (const part of parts) changes.push(changeOf(part, await files.snapshot(part.path, signal)));
  const reals = changes.map(({ snapshot }) => snapshot.path.real);
  const twice = reals.findIndex((real, at) => reals.indexOf(real) !== at);
  if (twice >= 0) throw invalid(`It has two parts for ${changes[twice]?.diff.path}: make them one.`);
  return changes;
}

function changeOf({ path, creates, patch: part }: Part, snapshot: FileSnapshot): Change {
  if (creates && snapshot.exists) throw new ToolError("precondition_failed", `There is a file at ${path} already.`);
  if (!creates && !snapshot.exists) throw new ToolError("not_found", `There is no file at ${path}.`);
  const patched = applyPatch(snapshot.text, part);
  if (patched === false) {
    throw new ToolError("no_match", `The patch does not fit ${path} as it is now.`, "Read the file and make it anew.");
  }
  const after = creates ? patched.replace(/\r?\n/g, snapshot.eol) : patched;
  if (after === snapshot.text) throw new ToolError("no_change", `The patch changes nothing in ${path}.`);
  const diff = diffOfTexts({ path: snapshot.path.shown, created: creates }, snapshot.text, after);
  return { path, snapshot, after, diff };
}

function shown(changes: readonly Change[]): Prepared<readonly Change[]> {
  const texts = (of: (change: Change) => string): string =>
    changes.map((each) => (changes.length === 1 ? of(each) : `${each.diff.path}:\n${of(each)}`)).join("\n");
  const writes = changes.map(({ path, snapshot }) => ({ path, hash: snapshot.hash }));
  return {
    effects: { reads: [], writes, commands: [] },
    preview: {
      ...combinedDiff(changes.map(({ diff }) => diff)),
      before: texts(({ snapshot }) => snapshot.text),
      after: texts(({ after }) => after),
    },
    notes: [...new Set(changes.flatMap(({ snapshot }) => writeNotes(snapshot)))],
    plan: changes,
  };
}

async function write({ snapshot, after, diff }: Change, { files, permit, signal }: RunContext<unknown>) {
  signal.throwIfAborted();
  const written = snapshot.exists
    ? await files.change(permit, snapshot, splicesBetween(snapshot.text, after), signal)
    : await files.write(permit, snapshot, after, signal);
  return changedOnSave(diff, snapshot.text, after, written);
}
