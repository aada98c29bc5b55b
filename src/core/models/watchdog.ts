import type { Clock } from "../operations/ports";

export interface Watchdog {
  /** Something must happen within `ms` from now; an earlier promise no longer counts. */
  expect(ms: number): void;
  stop(): void;
}

/** Without a reason of its own each `abort` makes an exception with a stack; this runs several times a response. */
const TOLD = "told anew";

/** Calls `onIdle` once when what was expected did not come. One timer, however often it is told. */
export function watchdog(clock: Clock, onIdle: () => void): Watchdog {
  let deadline = 0;
  let wakesAt = Number.POSITIVE_INFINITY;
  let timer = new AbortController();

  async function run(signal: AbortSignal): Promise<void> {
    for (let left = deadline - clock.elapsed(); left > 0; left = deadline - clock.elapsed()) {
      wakesAt = deadline;
      await clock.sleep(left, signal);
    }
    onIdle();
  }

  function start(): void {
    timer.abort(TOLD);
    timer = new AbortController();
    const { signal } = timer;
    run(signal).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
  }

  return {
    expect(ms) {
      deadline = clock.elapsed() + ms;
      if (deadline < wakesAt) start();
    },
    stop: () => timer.abort(TOLD),
  };
}
