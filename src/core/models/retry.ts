import type { Clock } from "../operations/ports";
import { Failure } from "./failure";
import type { ModelEvent } from "./model";

export interface RetryOptions {
  readonly clock: Clock;
  /** 0 to 1. */
  readonly random: () => number;
  readonly maxTries: number;
}

const MAX_MS = 5 * 60_000;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;

/**
 * Runs attempts until one ends, fails for good, or the tries or five minutes since the first
 * failure are used up. Each `retry` event says that all events since the last one are void.
 */
export async function* withRetries(
  attempt: () => AsyncIterable<readonly ModelEvent[]>,
  signal: AbortSignal,
  { clock, random, maxTries }: RetryOptions,
): AsyncGenerator<ModelEvent> {
  let firstFailure: number | undefined;
  for (let tried = 1; ; tried++) {
    try {
      for await (const events of attempt()) yield* events;
      return;
    } catch (error) {
      signal.throwIfAborted();
      firstFailure ??= clock.elapsed();
      const waitMs = nextWait(error, tried, maxTries, random, MAX_MS - (clock.elapsed() - firstFailure));
      if (waitMs === undefined) throw error;
      const { text: reason, ...places } = (error as Failure).said;
      yield {
        type: "retry",
        attempt: tried + 1,
        maxAttempts: triesOf(error, maxTries),
        waitMs,
        reason,
        ...places,
      };
      await clock.sleep(waitMs, signal);
    }
  }
}

/** Nothing: give up. A wait that the endpoint asks for is kept to, never shortened. */
function nextWait(
  error: unknown,
  tried: number,
  maxTries: number,
  random: () => number,
  leftMs: number,
): number | undefined {
  if (!(error instanceof Failure) || tried >= triesOf(error, maxTries)) return undefined;
  const backOff = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (tried - 1));
  const jittered = Math.round(backOff * (0.5 + random() / 2));
  const waitMs = Math.ceil(Math.max(jittered, error.waitMs ?? 0));
  return waitMs <= leftMs ? waitMs : undefined;
}

function triesOf(error: unknown, maxTries: number): number {
  return error instanceof Failure ? Math.min(error.tries, maxTries) : 1;
}
