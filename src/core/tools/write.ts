import * as z from "zod";
import type { DiffDetails } from "../../shared/results";
import type { FileSnapshot } from "../operations/files";
import { figure } from "../results/sizes";
import { diffOfTexts } from "../results/unified";
import { changedOnSave } from "./changedOnSave";
import { defineTool } from "./tool";
import { writeNotes } from "./writeNotes";

const input = z.strictObject({ path: z.string(), content: z.string() });

interface Plan {
  readonly snapshot: FileSnapshot;
  readonly content: string;
  readonly diff: DiffDetails;
}

/** Creates or replaces a file. Charset, mark, mode and atomicity are the port's. */
export const write = defineTool<typeof input, Plan>({
  name: "write",
  title: "Write",
  description: "Create a file, with its folders, or replace all of it. Use edit to change a part.",
  input,
  capabilities: ["write"],
  offer: "eager",
  kind: "builtin",
  worker: "main-process-proxy",
  renderer: "diff",
  parallel: false,

  subject: ({ path }) => path,

  async prepare({ path, content: asked }, { files, signal }) {
    const snapshot = await files.snapshot(path, signal);
    const content = fitted(asked, snapshot);
    const diff = diffOfTexts({ path: snapshot.path.shown, created: !snapshot.exists }, snapshot.text, content);
    return {
      effects: { reads: [], writes: [{ path, hash: snapshot.hash }], commands: [] },
      preview: { ...diff, before: snapshot.text, after: content },
      notes: writeNotes(snapshot),
      plan: { snapshot, content, diff },
    };
  },

  async run({ path }, { plan: { snapshot, content, diff }, files, permit, signal }) {
    const same = snapshot.exists && snapshot.text === content;
    // Unsaved text that is the same still has to reach the disk.
    if (same && snapshot.source === "disk")
      return { text: `Unchanged: ${path} has this content already.`, details: diff };
    const written = await files.write(permit, snapshot, content, signal);
    const lines = written.created
      ? `${figure(diff.added)} lines`
      : `${figure(diff.added)} lines added, ${figure(diff.removed)} removed`;
    const text = `${written.created ? "Created" : "Updated"} ${path}: ${figure(written.bytes)} bytes, ${lines}.`;
    const saved = changedOnSave(diff, snapshot.text, content, written);
    return { text: [text, ...saved.notes].join("\n"), details: saved.diff };
  },
});

/** The mark is the port's business; line feeds become the file's line ends unless the content has its own. */
function fitted(content: string, { eol }: FileSnapshot): string {
  const plain = content.replace(/^\uFEFF+/, "");
  return eol === "\n" || plain.includes("\r\n") ? plain : plain.replaceAll("\n", eol);
}
