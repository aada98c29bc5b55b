import * as z from "zod";
import type { ApprovalNote, Preview } from "../../shared/approval";
import type { DiffDetails } from "../../shared/results";
import type { FileSnapshot, Splice } from "../operations/files";
import type { FileEdits } from "../operations/ports";
import { counted } from "../results/sizes";
import { applySplices } from "../results/splices";
import { diffOfSplices } from "../results/unified";
import { changedOnSave } from "./changedOnSave";
import { columnOf, languageOf, placeInput, placeSubject, untilStopped } from "./codePlace";
import { combinedDiff } from "./manyDiffs";
import { defineTool, type PrepareContext, type RunContext, ToolError, type ToolOutput } from "./tool";
import { writeNotes } from "./writeNotes";

/** A card with more files is one that nobody reads. */
const MAX_FILES = 200;

const input = z.strictObject({ ...placeInput, newName: z.string().min(1) });

interface Change {
  readonly snapshot: FileSnapshot;
  readonly splices: readonly Splice[];
  readonly after: string;
  readonly diff: DiffDetails;
}

/**
 * Renames a symbol wherever it is used. The language services say which edits that takes; they are shown
 * together, and `run` makes exactly those, file by file. It renames no files.
 */
export const rename = defineTool<typeof input, readonly Change[]>({
  name: "rename",
  title: "Rename",
  description:
    "Rename the symbol at a place in a file, in every file that uses it: by meaning, not by text. Renames no files.",
  input,
  capabilities: ["write"],
  offer: "deferred",
  kind: "builtin",
  worker: "main-process-proxy",
  ports: ["language"],
  renderer: "diff",
  parallel: false,

  subject: (asked) => `${placeSubject(asked)} → ${asked.newName}`,

  async prepare(asked, context) {
    const edits = await editsOf(asked, context);
    const changes: Change[] = [];
    for (const each of edits) changes.push(...changeOf(each, await context.files.snapshot(each.path, context.signal)));
    if (changes.length === 0) throw nothingToDo();
    changes.sort((a, b) => (a.snapshot.path.shown < b.snapshot.path.shown ? -1 : 1));
    const writes = changes.map(({ snapshot }) => ({ path: snapshot.path.real, hash: snapshot.hash }));
    return {
      effects: { reads: [], writes, commands: [] },
      preview: preview(changes),
      notes: notes(changes),
      plan: changes,
    };
  },

  async run({ newName }, context) {
    const done: { readonly diff: DiffDetails; readonly notes: readonly string[] }[] = [];
    const failed: { readonly path: string; readonly error: ToolError }[] = [];
    for (const change of context.plan) {
      const result = await apply(change, context);
      if (result instanceof ToolError) failed.push({ path: change.diff.path, error: result });
      else done.push(result);
    }
    const [first] = failed;
    if (done.length === 0 && first)
      throw first.error.code === "internal" ? (first.error.cause ?? first.error) : first.error;
    return told(newName, done, failed);
  },
});

async function editsOf(asked: z.output<typeof input>, context: PrepareContext): Promise<readonly FileEdits[]> {
  const { text, exists, path } = await context.files.snapshot(asked.path, context.signal);
  if (!exists) throw new ToolError("not_found", `There is no file at ${asked.path}.`);
  const place = { path: path.real, line: asked.line, column: columnOf(asked, text.split(LINE_END)[asked.line - 1]) };
  const edits = await untilStopped(languageOf(context).renameEdits(place, asked.newName), context.signal);
  if (edits.length <= MAX_FILES) return edits;
  throw new ToolError("unsupported", `This would change ${counted(edits.length, "file")}; ${MAX_FILES} are the most.`);
}

function nothingToDo(): ToolError {
  const advice = "It may have no support for this language; text search and edit may do.";
  return new ToolError("no_change", "The editor would change nothing for this rename.", advice);
}

/** As editors split lines. */
const LINE_END = /\r\n|\r|\n/;

function changeOf({ text, splices: inEditor }: FileEdits, snapshot: FileSnapshot): readonly Change[] {
  const moved = text === snapshot.text ? inEditor : movedTo(snapshot, text, inEditor);
  const splices = moved
    .map((splice) => ({ ...splice, text: splice.text.replace(/\r\n|\r|\n/g, snapshot.eol) }))
    .filter(({ start, end, text: now }) => snapshot.text.slice(start, end) !== now);
  if (splices.length === 0) return [];
  const diff = diffOfSplices({ path: snapshot.path.shown, created: false }, snapshot.text, splices);
  return [{ snapshot, splices, after: applySplices(snapshot.text, splices), diff }];
}

/** An editor gives all lines of a document one end: line and column are the same, offsets are not. */
function movedTo(snapshot: FileSnapshot, text: string, splices: readonly Splice[]): readonly Splice[] {
  const plain = (each: string): string => each.replace(/\r\n|\r/g, "\n");
  if (plain(text) !== plain(snapshot.text)) {
    throw new ToolError(
      "precondition_failed",
      `The editor has another text of ${snapshot.path.shown} than there is on disk.`,
      "Try again in a moment; it may not have noticed a change yet.",
    );
  }
  const [from, to] = [lineStarts(text), lineStarts(snapshot.text)];
  const move = (offset: number): number => {
    const line = from.findLastIndex((start) => start <= offset);
    return (to[line] ?? 0) + offset - (from[line] ?? 0);
  };
  return splices.map(({ start, end, text: now }) => ({ start: move(start), end: move(end), text: now }));
}

function lineStarts(text: string): number[] {
  return [0, ...[...text.matchAll(/\r\n|\r|\n/g)].map(({ index, 0: end }) => index + end.length)];
}

function preview(changes: readonly Change[]): Preview {
  const texts = (of: (change: Change) => string): string =>
    changes.length === 1
      ? changes.map(of).join("")
      : changes.map((each) => `${each.diff.path}:\n${of(each)}`).join("\n");
  return {
    ...combinedDiff(changes.map(({ diff }) => diff)),
    before: texts(({ snapshot }) => snapshot.text),
    after: texts(({ after }) => after),
  };
}

function notes(changes: readonly Change[]): readonly ApprovalNote[] {
  return [...new Set(changes.flatMap(({ snapshot }) => writeNotes(snapshot)))];
}

/** A failure of one file must not hide what became of the others; a stop leaves those to come as they are. */
async function apply(
  { snapshot, splices, after, diff }: Change,
  { files, permit, signal }: RunContext<readonly Change[]>,
): Promise<{ readonly diff: DiffDetails; readonly notes: readonly string[] } | ToolError> {
  if (signal.aborted) return new ToolError("cancelled", "The turn was stopped before this file.");
  try {
    const written = await files.change(permit, snapshot, splices, signal);
    return changedOnSave(diff, snapshot.text, after, written);
  } catch (error) {
    if (error instanceof ToolError) return error;
    if (signal.aborted) return new ToolError("cancelled", "The turn was stopped at this file.");
    // A fault of ours: the log gets it when it is all there is to tell.
    return new ToolError("internal", "It could not be written.", undefined, { cause: error });
  }
}

function told(
  newName: string,
  done: readonly { readonly diff: DiffDetails; readonly notes: readonly string[] }[],
  failed: readonly { readonly path: string; readonly error: ToolError }[],
): ToolOutput {
  const lines = done.flatMap(({ diff, notes: said }) => [
    `${diff.path}: ${counted(diff.added, "line")} changed`,
    ...said,
  ]);
  const details = combinedDiff(done.map(({ diff }) => diff));
  const head = `Renamed to ${newName} in ${counted(done.length, "file")}`;
  if (failed.length === 0) return { text: [`${head}:`, ...lines].join("\n"), details };
  const missing = failed.map(({ path, error }) => `${path}: NOT changed: ${error.message}`);
  const advice = "The code is half renamed: call rename again for the rest, or edit those files.";
  return {
    text: [`${head}, but not in ${failed.length}:`, ...lines, ...missing, advice].join("\n"),
    status: "failed",
    details,
  };
}
