import { figure } from "../results/sizes";

const MAX_PAGES = 100;
const MAX_ENTRIES = 10_000;

export interface Paged {
  readonly entries: readonly unknown[];
  /** Why it is not the whole list. */
  readonly stopped?: string;
}

/**
 * All pages of one of a server's lists, as far as it goes: a list that comes back to a cursor, has too
 * many pages or too many entries ends there.
 */
export async function listAll(key: string, page: (cursor: string | undefined) => Promise<unknown>): Promise<Paged> {
  const seen = new Set<string>();
  const entries: unknown[] = [];
  let cursor: string | undefined;
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const answer = (await page(cursor)) as Record<string, unknown>;
    const more = answer[key];
    for (const entry of Array.isArray(more) ? more : []) entries.push(entry);
    if (entries.length > MAX_ENTRIES) {
      return {
        entries: entries.slice(0, MAX_ENTRIES),
        stopped: `Only its first ${figure(MAX_ENTRIES)} ${key} are used.`,
      };
    }
    const next = answer["nextCursor"];
    if (typeof next !== "string" || next === "") return { entries };
    if (seen.has(next)) return { entries, stopped: `Its list of ${key} goes round in a circle; it was read once.` };
    seen.add(next);
    cursor = next;
  }
  return { entries, stopped: `Its list of ${key} has no end; ${MAX_PAGES} pages were read.` };
}
