import { words } from "../../shared/words";
import type { Clock } from "../operations/ports";
import { TurnStop } from "./stop";

/** While the clock stands the rest never shrinks: look again at a human pace. */
const MIN_SLEEP_MS = 1000;

/** Time of one turn, with and without what was spent waiting for a person. */
export class TurnClock {
  readonly #started: number;
  readonly #humanBefore: number;

  constructor(
    private readonly clock: Clock,
    private readonly humanMs: () => number,
  ) {
    this.#started = clock.elapsed();
    this.#humanBefore = humanMs();
  }

  /** People included. */
  get total(): number {
    return this.clock.elapsed() - this.#started;
  }

  get spent(): number {
    return this.total - (this.humanMs() - this.#humanBefore);
  }

  /** Resolves to true once `limitMs` are spent; to false when `signal` ends it first. */
  async spends(limitMs: number, signal: AbortSignal): Promise<boolean> {
    try {
      while (this.spent < limitMs) await this.clock.sleep(Math.max(limitMs - this.spent, MIN_SLEEP_MS), signal);
      return true;
    } catch {
      return false;
    }
  }
}

/** Ends the turn when its time is up. */
export function watchTime(clock: TurnClock, limitMs: number, stop: AbortController): AbortController {
  const watch = new AbortController();
  const sentence = words("The turn was ended after {0} s. Send a message to go on.", Math.round(limitMs / 1000));
  clock.spends(limitMs, watch.signal).then((over) => {
    if (over) stop.abort(new TurnStop("time_limit", sentence));
  });
  return watch;
}
