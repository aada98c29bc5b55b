export interface Turns {
  /** Whether it got one: not when it was stopped. Each that was taken is given back. */
  take(signal: AbortSignal): Promise<boolean>;
  give(): void;
}

/** So many at once; the others wait in the order they came. */
export function createTurns(atOnce: number): Turns {
  const waiting: (() => void)[] = [];
  let taken = 0;
  return {
    take(signal) {
      if (signal.aborted) return Promise.resolve(false);
      if (taken < atOnce) {
        taken += 1;
        return Promise.resolve(true);
      }
      return new Promise((resolve) => {
        const stop = (): void => {
          waiting.splice(waiting.indexOf(go), 1);
          resolve(false);
        };
        const go = (): void => {
          signal.removeEventListener("abort", stop);
          resolve(true);
        };
        signal.addEventListener("abort", stop, { once: true });
        waiting.push(go);
      });
    },
    give() {
      const next = waiting.shift();
      if (next) next();
      else taken -= 1;
    },
  };
}
