import type { StoredEvent } from "../../src/core/progress/events";
import type { LogWriter } from "../../src/core/sessions/store";

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
