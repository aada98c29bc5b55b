import { mkdir, open, readdir } from "node:fs/promises";
import { join } from "node:path";
import type { LogWriter, OpenedLog, SessionStore } from "../core/sessions/store";
import { type Words, words } from "../shared/words";
import { errnoOf } from "./errors";
import { takeLock } from "./lock";
import { LOG_FILE, parseLog, quarantine, type ReadLog, readLogFile } from "./logReader";
import { FileLogWriter } from "./logWriter";
import { type Cached, summarize } from "./sessionSummary";

export interface SessionStoreOptions {
  /** Holds one folder a session. */
  readonly folder: string;
  readonly now?: () => number;
  /** Told of failures that nobody waits for: a full disk in the middle of a turn. */
  readonly onError?: (error: unknown) => void;
}

/** Sessions as folders with an append-only log each. Nothing is ever deleted because it did not parse. */
export function createSessionStore(options: SessionStoreOptions): SessionStore {
  const { folder } = options;
  const cache = new Map<string, Cached>();
  return {
    async list() {
      const found = await Promise.all((await sessionIds(folder)).map((id) => summarize(join(folder, id), id, cache)));
      return found.filter((each) => each !== undefined).sort((a, b) => b.updatedAt - a.updatedAt);
    },

    async create(id) {
      refuseBadId(id);
      await mkdir(folder, { recursive: true });
      // Fails when there is such a session: two must not share a log.
      await mkdir(join(folder, id));
      const { writer } = await openLog(join(folder, id), options);
      if (!writer) throw new Error(`The session ${id} is locked though it is new.`);
      return writer;
    },

    async open(id) {
      refuseBadId(id);
      const place = join(folder, id);
      return (await readLogFile(place)) === undefined ? undefined : openLog(place, options);
    },
  };
}

async function openLog(folder: string, options: SessionStoreOptions): Promise<OpenedLog> {
  const release = await takeLock(join(folder, "lock"));
  try {
    // Read under the lock: what a former writer added last belongs to it.
    const log = await parseLog((await readLogFile(folder)) ?? Buffer.alloc(0));
    const writer = release && (await writerOf(folder, log, release, options));
    return { lines: log.lines, problems: await problemsOf(folder, log, writer !== undefined), writer };
  } catch (error) {
    await release?.();
    throw error;
  }
}

async function writerOf(
  folder: string,
  log: ReadLog,
  release: () => Promise<void>,
  { now = Date.now, onError = () => {} }: SessionStoreOptions,
): Promise<LogWriter> {
  const file = await open(join(folder, LOG_FILE), "a", 0o600);
  return new FileLogWriter(file, log.end, { now, release, onError });
}

/** Only the writer copies anything aside: a second window just looks. What was told once is not told again. */
async function problemsOf(folder: string, log: ReadLog, writes: boolean): Promise<readonly Words[]> {
  const damaged = writes ? await quarantine(folder, log.broken) : log.broken;
  const problems = damaged.length > 0 ? [damagedLines(damaged.length, writes)] : [];
  if (log.torn === undefined) return problems;
  // Once something is written after it, it will stand in the middle as one more damaged line.
  if (writes) await quarantine(folder, [log.torn]);
  return [...problems, words("The session's last entry was not written whole and is left out.")];
}

function damagedLines(count: number, kept: boolean): Words {
  return kept
    ? words(
        "The session's log has {0} damaged lines; what they said is missing here. They are kept in quarantine.jsonl.",
        count,
      )
    : words("The session's log has {0} damaged lines; what they said is missing here.", count);
}

async function sessionIds(folder: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory() && isId(entry.name)).map((entry) => entry.name);
  } catch (error) {
    if (errnoOf(error) === "ENOENT") return [];
    throw error;
  }
}

function isId(id: string): boolean {
  return /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,127}$/.test(id);
}

function refuseBadId(id: string): void {
  if (!isId(id)) throw new Error(`This can't be the name of a session: ${JSON.stringify(id)}.`);
}
