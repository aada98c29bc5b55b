/** One call of a response or of a program, as the scheduler sees it. */
export interface Job<T> {
  /** May run side by side with its parallel neighbours; else it is a barrier. */
  readonly parallel: boolean;
  /** `turn` resolves when the call may start to work; until then it may only be prepared and asked about. */
  run(turn: () => Promise<Lease>): Promise<T>;
}

/** A place among the running calls; given back when the call has ended. */
export interface Lease {
  release(): void;
}

/**
 * Runs calls as they come: parallel ones side by side, the others each alone and in order.
 * Each is begun at once, so that cards of several calls can stand open together; what they wait for
 * is their turn to work.
 */
export class Schedule<T> {
  readonly #places: Places;
  #barrier: Promise<unknown> = Promise.resolve();
  #sinceBarrier = new Set<Promise<unknown>>();

  constructor(sideBySide: number) {
    this.#places = new Places(sideBySide);
  }

  add(job: Job<T>): Promise<T> {
    const before = job.parallel ? this.#barrier : all([this.#barrier, ...this.#sinceBarrier]);
    const ended = job.run(() => before.then(() => this.#places.take()));
    if (job.parallel) this.#await(ended);
    else {
      // A refused call ends before its turn: what follows still waits for what came before it.
      this.#barrier = all([before, ended]);
      this.#sinceBarrier = new Set();
    }
    return ended;
  }

  /** Until it has ended: a program makes thousands of calls, and their results may not be kept for it. */
  #await(ended: Promise<unknown>): void {
    const open = this.#sinceBarrier;
    open.add(ended);
    const forget = (): unknown => open.delete(ended);
    ended.then(forget, forget);
  }
}

/** Without what they came to. */
const all = (promises: readonly Promise<unknown>[]): Promise<void> => Promise.all(promises).then(() => undefined);

class Places {
  readonly #queue: (() => void)[] = [];
  #free: number;

  constructor(places: number) {
    this.#free = places;
  }

  async take(): Promise<Lease> {
    if (this.#free === 0) await new Promise<void>((resolve) => this.#queue.push(resolve));
    else this.#free -= 1;
    return { release: once(() => this.#give()) };
  }

  #give(): void {
    const next = this.#queue.shift();
    if (next) next();
    else this.#free += 1;
  }
}

function once(action: () => void): () => void {
  let done = false;
  return () => {
    if (!done) action();
    done = true;
  };
}
