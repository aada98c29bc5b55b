import type { View } from "../view";

/** Changes the text and the cursor together and at once: a key that comes before the next drawing finds both. */
export function rewrite(view: View, field: HTMLTextAreaElement, text: string, cursor: number): void {
  view.draft.value = text;
  field.value = text;
  field.setSelectionRange(cursor, cursor);
}
