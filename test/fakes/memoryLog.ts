import type { StoredEvent } from "../../src/core/progress/events";
import type { LogLine, LogWriter, SessionStore } from "../../src/core/sessions/store";

export interface MemoryLog extends LogWriter {
  readonly events: readonly StoredEvent[];
  /** How many events were synced to the disk by the last `flush(true)`. */
  readonly synced: number;
}

export function memoryLog(events: StoredEvent[] = []): MemoryLog {
  let synced = events.length;
  return {
    events,
    get synced() {
      return synced;
    },
    append: (event) => void events.push(structuredClone(event)),
    async flush(sync) {
      if (sync) synced = events.length;
    },
    async close() {
      synced = events.length;
    },
  };
}

/** Sessions in memory, one writer each. */
export function memorySessions(stored: Readonly<Record<string, readonly StoredEvent[]>> = {}): SessionStore {
  const sessions = new Map(Object.entries(stored).map(([id, events]) => [id, [...events]]));
  const locked = new Set<string>();

  function writer(id: string, events: StoredEvent[]): LogWriter {
    locked.add(id);
    const log = memoryLog(events);
    return { append: log.append, flush: log.flush, close: async () => void locked.delete(id) };
  }

  return {
    list: async () =>
      [...sessions].map(([id, events]) => ({
        id,
        title: titleOf(events),
        updatedAt: 0,
        turns: events.filter((event) => event.type === "turn_started").length,
      })),
    async create(id) {
      const events: StoredEvent[] = [];
      sessions.set(id, events);
      return writer(id, events);
    },
    async open(id) {
      const events = sessions.get(id);
      if (!events) return undefined;
      const lines = events.map((event, index): LogLine => ({ v: 1, seq: index + 1, ts: 0, event }));
      return { lines, problems: [], writer: locked.has(id) ? undefined : writer(id, events) };
    },
  };
}

function titleOf(events: readonly StoredEvent[]): string {
  const named = events.findLast((event) => event.type === "session_started" || event.type === "title_changed");
  return named && "title" in named ? named.title : "";
}
