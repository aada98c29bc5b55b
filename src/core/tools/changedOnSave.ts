import type { DiffDetails } from "../../shared/results";
import type { Written } from "../operations/files";
import { diffOfTexts } from "../results/unified";

/** What the model gets to see of a formatter's work. */
const MAX_BYTES = 2_048;

/** How the file differs from what was written, since the editor may format on save: for the model and in the diff. */
export function changedOnSave(
  diff: DiffDetails,
  before: string,
  expected: string,
  written: Written,
): { readonly notes: readonly string[]; readonly diff: DiffDetails } {
  const notes = written.savedUnsaved ? ["The user's own unsaved changes in this file were saved with it."] : [];
  if (written.text === expected) return { notes, diff };
  const { unified } = diffOfTexts(diff, expected, written.text, MAX_BYTES);
  notes.push(`On save the editor changed more:\n${unified.trimEnd()}`);
  return { notes, diff: diffOfTexts(diff, before, written.text) };
}
