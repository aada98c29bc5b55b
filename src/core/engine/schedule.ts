/** One call of a response, as the scheduler sees it. */
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

export const SIDE_BY_SIDE = 10;

/**
 * Runs the calls of one response: parallel ones side by side, the others each alone and in order.
 * All are begun at once, so that cards of several calls can stand open together; what they wait for
 * is their turn to work. Results come back in call order.
 */
export function schedule<T>(jobs: readonly Job<T>[]): Promise<T[]> {
  const places = new Places(SIDE_BY_SIDE);
  const started: Promise<T>[] = [];
  let barrier: Promise<unknown> = Promise.resolve();
  let sinceBarrier: Promise<T>[] = [];
  for (const job of jobs) {
    const before = job.parallel ? barrier : Promise.all([barrier, ...sinceBarrier]);
    const ended = job.run(() => before.then(() => places.take()));
    started.push(ended);
    if (job.parallel) sinceBarrier.push(ended);
    else {
      // A refused call ends before its turn: what follows still waits for what came before it.
      barrier = Promise.all([before, ended]);
      sinceBarrier = [];
    }
  }
  return Promise.all(started);
}

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
