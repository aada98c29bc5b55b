import type { Clock } from "../operations/ports";

/**
 * A time limit that can be moved: progress puts it off, up to a total, and while a person is asked it
 * stands still. Its `signal` is aborted with the reason that is given.
 */
export class Deadline {
  readonly #controller = new AbortController();
  readonly #over = new AbortController();
  #began: number;
  #due: number;
  #last: number;
  #paused: { readonly since: number; readonly resumed: Promise<void>; resume(): void } | undefined;
  #pauses = 0;

  constructor(
    private readonly clock: Clock,
    private readonly ms: number,
    totalMs: number,
    /** Made with the time that has passed, pauses left out. */
    private readonly reason: (ms: number) => Error,
  ) {
    this.#began = clock.elapsed();
    this.#due = this.#began + ms;
    this.#last = this.#began + totalMs;
    void this.#watch();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  putOff(): void {
    this.#due = this.clock.elapsed() + this.ms;
  }

  pause(): void {
    this.#pauses += 1;
    if (this.#paused) return;
    const { promise, resolve } = waiting();
    this.#paused = { since: this.clock.elapsed(), resumed: promise, resume: resolve };
  }

  resume(): void {
    this.#pauses -= 1;
    if (!this.#paused || this.#pauses > 0) return;
    const stood = this.clock.elapsed() - this.#paused.since;
    this.#began += stood;
    this.#due += stood;
    this.#last += stood;
    this.#paused.resume();
    this.#paused = undefined;
  }

  end(): void {
    this.#over.abort();
    this.#paused?.resume();
  }

  async #watch(): Promise<void> {
    const { signal } = this.#over;
    while (!signal.aborted) {
      const left = Math.min(this.#due, this.#last) - this.clock.elapsed();
      if (this.#paused) await this.#paused.resumed;
      else if (left <= 0) return this.#controller.abort(this.reason(this.clock.elapsed() - this.#began));
      else await this.clock.sleep(left, signal).catch(() => {});
    }
  }
}

function waiting(): { readonly promise: Promise<void>; resolve(): void } {
  let resolve: () => void = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

/** `work`, or the reason of the first signal that is aborted. What it still does then is nobody's. */
export async function until<T>(work: Promise<T>, ...signals: readonly AbortSignal[]): Promise<T> {
  // Whoever no longer waits for it does not hear how it ends.
  work.catch(() => {});
  const signal = AbortSignal.any([...signals]);
  signal.throwIfAborted();
  let stop: () => void = () => {};
  const stopped = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    signal.addEventListener("abort", stop, { once: true });
  });
  try {
    return await Promise.race([work, stopped]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
