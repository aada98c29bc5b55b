import type { Clock } from "../../src/core/operations/ports";

export interface FakeClock extends Clock {
  /** Lets time pass; wakes sleepers in order and lets what they start run before the next wakes. */
  advance(ms: number): Promise<void>;
  /** How many sleep now. */
  readonly sleeping: number;
}

interface Sleeper {
  readonly at: number;
  wake(): void;
}

/** Time that stands still until a test moves it. */
export function fakeClock(start = Date.UTC(2030, 0, 1)): FakeClock {
  let passed = 0;
  const sleepers = new Set<Sleeper>();

  function sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const stop = (): void => {
        sleepers.delete(sleeper);
        reject(signal?.reason);
      };
      const sleeper: Sleeper = {
        at: passed + Math.max(0, ms),
        wake: () => {
          sleepers.delete(sleeper);
          signal?.removeEventListener("abort", stop);
          resolve();
        },
      };
      sleepers.add(sleeper);
      signal?.addEventListener("abort", stop, { once: true });
    });
  }

  async function advance(ms: number): Promise<void> {
    const target = passed + ms;
    for (;;) {
      await settle();
      const due = [...sleepers].filter((sleeper) => sleeper.at <= target).sort((a, b) => a.at - b.at)[0];
      if (!due) break;
      passed = Math.max(passed, due.at);
      due.wake();
    }
    passed = target;
    await settle();
  }

  return {
    now: () => start + passed,
    elapsed: () => passed,
    sleep,
    advance,
    get sleeping() {
      return sleepers.size;
    },
  };
}

/** Lets promises that are ready run, with what they start. */
async function settle(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}
