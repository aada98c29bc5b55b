import * as z from "zod";
import type { DiffDetails } from "../../shared/results";
import type { FileSnapshot, Splice } from "../operations/files";
import type { Diagnostic } from "../operations/ports";
import { counted } from "../results/sizes";
import { diffOfSplices } from "../results/unified";
import { changedOnSave } from "./changedOnSave";
import { resolveEdits } from "./edit/resolve";
import { defineTool, type RunContext, ToolError } from "./tool";
import { writeNotes } from "./writeNotes";

const MAX_DIAGNOSTICS = 20;
const DIAGNOSTICS_MS = 1_500;

const input = z.strictObject({
  path: z.string(),
  edits: z.array(z.strictObject({ oldText: z.string().min(1), newText: z.string() })).min(1),
});

interface Plan {
  readonly snapshot: FileSnapshot;
  readonly splices: readonly Splice[];
  readonly after: string;
  readonly notes: readonly string[];
  readonly diff: DiffDetails;
}

/** Replaces parts of one file. What was shown before is what is written: `run` only applies the plan. */
export const edit = defineTool<typeof input, Plan>({
  name: "edit",
  title: "Edit",
  description:
    "Replace parts of a file. Each oldText must be copied exactly and occur once in the file as it is before the call. Edits must not overlap; all apply or none.",
  input,
  capabilities: ["write"],
  offer: "eager",
  kind: "builtin",
  worker: "main-process-proxy",
  renderer: "diff",
  parallel: false,

  subject: ({ path }) => path,

  async prepare({ path, edits }, { files, signal }) {
    const snapshot = await files.snapshot(path, signal);
    if (!snapshot.exists) throw new ToolError("not_found", `There is no file at ${path}.`, "Use write to create it.");
    const { splices, after, notes } = resolveEdits(snapshot, edits);
    const diff = diffOfSplices({ path: snapshot.path.shown, created: false }, snapshot.text, splices);
    return {
      effects: { reads: [], writes: [{ path, hash: snapshot.hash }], commands: [] },
      preview: { ...diff, before: snapshot.text, after },
      notes: writeNotes(snapshot),
      plan: { snapshot, splices, after, notes, diff },
    };
  },

  async run({ path, edits }, context) {
    const { snapshot, splices, after, notes, diff } = context.plan;
    const known = context.language?.diagnostics(snapshot.path.real) ?? [];
    const written = await context.files.change(context.permit, snapshot, splices, context.signal);
    const saved = changedOnSave(diff, snapshot.text, after, written);
    const problems = await newProblems(snapshot.path.real, known, context);
    const lines = [`Edited ${path}: ${counted(edits.length, "change")}.`, ...notes, ...saved.notes, ...problems];
    return { text: lines.join("\n"), details: saved.diff };
  },
});

async function newProblems(
  path: string,
  known: readonly Diagnostic[],
  { language, signal }: RunContext<Plan>,
): Promise<readonly string[]> {
  // The file is written: a stop while waiting here must not make the call look undone.
  const waited = language?.newDiagnostics(path, known, DIAGNOSTICS_MS, signal).catch(() => []);
  const found = (await waited) ?? [];
  if (found.length === 0) return [];
  const lines = found.slice(0, MAX_DIAGNOSTICS).map(problemLine);
  const more = found.length - lines.length;
  return [`New problems:`, ...lines, ...(more > 0 ? [`(${more} more)`] : [])];
}

function problemLine({ line, severity, message, source }: Diagnostic): string {
  return `line ${line}: ${severity}: ${message}${source ? ` (${source})` : ""}`;
}
