import type { EngineEvent } from "../core/progress/events";

export interface Printer {
  print(event: EngineEvent): void;
  /** Resolves when all is written. */
  end(): Promise<void>;
}

/** Nobody sees a shorter wait, and who reads the lines is not woken for each of them. */
const WAIT_MS = 25;

/**
 * One JSON event a line. Text that arrives in one moment is one line, and lines of one moment are
 * one write: a line and a write for each of 20,000 deltas would cost more than all the rest.
 */
export function createPrinter(write: (text: string, done: () => void) => void): Printer {
  const waiting: EngineEvent[] = [];
  let scheduled = false;

  function flush(done: () => void = () => undefined): void {
    scheduled = false;
    const lines = waiting.splice(0).map((event) => `${JSON.stringify(event)}\n`);
    write(lines.join(""), done);
  }

  return {
    print(event) {
      const last = waiting.at(-1);
      const joined = last && join(last, event);
      if (joined) waiting[waiting.length - 1] = joined;
      else waiting.push(event);
      if (scheduled) return;
      scheduled = true;
      setTimeout(() => scheduled && flush(), WAIT_MS);
    },
    end: () => new Promise((resolve) => flush(resolve)),
  };
}

/** Two pieces of the same text as one. */
function join(first: EngineEvent, next: EngineEvent): EngineEvent | undefined {
  if (first.type !== next.type || (first.type !== "text_delta" && first.type !== "reasoning_delta")) return undefined;
  if (next.type !== first.type || next.step !== first.step || next.turn !== first.turn) return undefined;
  return { ...first, text: first.text + next.text };
}
