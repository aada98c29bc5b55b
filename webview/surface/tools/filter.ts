import type { ShownTool } from "../../../src/shared/messages/surface";
import { effectWords, titleWords } from "./toolWords";

/** Rows come as new objects when they change, so what was made of one stays true of it. */
const searched = new WeakMap<ShownTool, string>();

/** Rows that have each word of the filter in their name, title, description, server or reason. */
export function matching(rows: readonly ShownTool[], filter: string): readonly ShownTool[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return rows;
  return rows.filter((row) => {
    const text = textOf(row);
    return words.every((word) => text.includes(word));
  });
}

function textOf(row: ShownTool): string {
  let text = searched.get(row);
  if (text === undefined) {
    const parts = [row.name, titleWords(row), row.description, row.server ?? "", effectWords(row), row.reason ?? ""];
    text = parts.join("\n").toLowerCase();
    searched.set(row, text);
  }
  return text;
}
