const { setTimeout: start, clearTimeout: stop } = globalThis;

type Callback = (...args: unknown[]) => void;

/** Timers of a program: numbers, not Node's objects. `onThrown` hears of what a callback throws. */
export function createTimers() {
  const running = new Map<number, NodeJS.Timeout>();
  let lastId = 0;
  let thrown = (_thrown: unknown): void => {};

  function attempt(callback: Callback, args: readonly unknown[]): void {
    try {
      callback(...args);
    } catch (error) {
      thrown(error);
    }
  }

  return {
    setTimeout(callback: unknown, ms?: unknown, ...args: unknown[]): number {
      if (typeof callback !== "function") throw new TypeError("setTimeout needs a function.");
      const delay = Number(ms ?? 0);
      lastId += 1;
      const id = lastId;
      const run = (): void => {
        running.delete(id);
        attempt(callback as Callback, args);
      };
      running.set(id, start(run, delay));
      return id;
    },
    clearTimeout(id: unknown): void {
      stop(running.get(id as number));
      running.delete(id as number);
    },
    queueMicrotask(callback: unknown): void {
      if (typeof callback !== "function") throw new TypeError("queueMicrotask needs a function.");
      void Promise.resolve().then(() => attempt(callback as Callback, []));
    },
    onThrown(listener: (thrown: unknown) => void): void {
      thrown = listener;
    },
  };
}
