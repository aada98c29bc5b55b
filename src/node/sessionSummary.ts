import { open, stat } from "node:fs/promises";
import { join } from "node:path";
import type { SessionSummary } from "../core/sessions/store";
import { readLine } from "./logLine";
import { LOG_FILE } from "./logReader";
import { readAt } from "./open";

/** What the first `bytes` of a log say; only what was added since is read again. */
export interface Cached {
  readonly bytes: number;
  readonly summary: SessionSummary;
}

/** As the writer writes them. Inside of strings quotes are escaped, so these stand nowhere else. */
const TURN = `"event":{"type":"turn_started"`;
const STARTED = `"event":{"type":"session_started"`;

/** Title, time and turns of a session without reading its events one by one. Nothing when the folder has no log. */
export async function summarize(
  folder: string,
  id: string,
  cache: Map<string, Cached>,
): Promise<SessionSummary | undefined> {
  const path = join(folder, LOG_FILE);
  const info = await stat(path).catch(() => undefined);
  if (!info) return undefined;
  const known = cache.get(id);
  if (known?.bytes === info.size) return known.summary;
  const usable = known && known.bytes < info.size ? known : undefined;
  const before = usable ?? { bytes: 0, summary: { id, title: "", updatedAt: info.mtimeMs, turns: 0 } };
  const added = await bytesFrom(path, before.bytes, info.size);
  // A line that is not whole yet is looked at next time.
  const whole = added.subarray(0, added.lastIndexOf(0x0a) + 1);
  const summary = extend(before.summary, whole);
  cache.set(id, { bytes: before.bytes + whole.length, summary });
  return summary;
}

function extend(before: SessionSummary, added: Buffer): SessionSummary {
  const startedAt = added.lastIndexOf(STARTED);
  const started = startedAt < 0 ? undefined : lineAround(added, startedAt);
  const last = added.length > 1 ? lineAround(added, added.length - 2) : undefined;
  const title = started && "title" in started.event ? started.event.title : undefined;
  return {
    ...before,
    title: title ?? before.title,
    updatedAt: last?.ts ?? before.updatedAt,
    turns: before.turns + count(added, TURN),
  };
}

function lineAround(bytes: Buffer, at: number): ReturnType<typeof readLine> {
  const start = bytes.lastIndexOf(0x0a, at) + 1;
  const end = bytes.indexOf(0x0a, at);
  return readLine(bytes.toString("utf8", start, end < 0 ? bytes.length : end));
}

function count(bytes: Buffer, text: string): number {
  let found = 0;
  for (let at = bytes.indexOf(text); at >= 0; at = bytes.indexOf(text, at + text.length)) found += 1;
  return found;
}

async function bytesFrom(path: string, start: number, end: number): Promise<Buffer> {
  const file = await open(path, "r");
  try {
    return await readAt(file, start, end - start);
  } finally {
    await file.close();
  }
}
