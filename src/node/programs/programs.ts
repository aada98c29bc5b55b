import type { ProgramEnd, Programs } from "../../core/operations/programs";
import { Sandbox, type SandboxSettings } from "./sandbox";
import { createTurns } from "./turns";

export interface NodePrograms extends Programs {
  /** Ends all programs; later ones would start anew. */
  close(): void;
  /** Settles when the sandbox that was made ahead is ready; at once before the first program. */
  warm(): Promise<void>;
}

const AT_ONCE = 4;
/** Text of a program; the host itself writes it for the wall. */
const MAX_SOURCE = 1 << 20;
/** A sandbox that nobody needs costs memory. */
const IDLE_MS = 600_000;

const STOPPED: ProgramEnd = { how: "killed", by: "stopped", message: "The program was stopped before it ran." };

/** Programs in processes of their own. After the first one, the sandbox of the next is made ahead. */
export function createPrograms(settings: SandboxSettings): NodePrograms {
  const turns = createTurns(AT_ONCE);
  const used = new Set<Sandbox>();
  let warm: Sandbox | undefined;
  let warming = Promise.resolve();
  let idle: NodeJS.Timeout | undefined;
  let closed = false;

  function take(heapMb: number): Sandbox {
    const ready = warm;
    if (ready?.isFree && ready.heapMb === heapMb) {
      warm = undefined;
      return ready;
    }
    return new Sandbox(settings, heapMb);
  }

  function warmUp(heapMb: number): void {
    if (closed) return;
    if (!warm?.isFree || warm.heapMb !== heapMb) {
      warm?.kill();
      warm = new Sandbox(settings, heapMb);
    }
    clearTimeout(idle);
    idle = setTimeout(cool, IDLE_MS).unref();
  }

  function cool(): void {
    warm?.kill();
    warm = undefined;
  }

  return {
    async run(source, limits, host, signal) {
      if (source.length > MAX_SOURCE)
        return { how: "rejected", message: `The program has ${source.length} characters, more than ${MAX_SOURCE}.` };
      if (!(await turns.take(signal))) return STOPPED;
      const sandbox = take(limits.heapMb);
      used.add(sandbox);
      try {
        return await sandbox.start(source, limits, host, signal);
      } finally {
        used.delete(sandbox);
        turns.give();
        // Who waits for the end does not wait for a process to start.
        warming = new Promise((resolve) => setImmediate(() => resolve(warmUp(limits.heapMb))));
      }
    },
    async warm() {
      await warming;
      await warm?.ready();
    },
    close() {
      closed = true;
      clearTimeout(idle);
      cool();
      for (const sandbox of used) sandbox.kill();
    },
  };
}
