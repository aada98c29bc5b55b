import { McpFailure } from "./failure";

const WINDOW_MS = 60_000;
const MAX_IN_WINDOW = 5;
const FIRST_MS = 1_000;
const LONGEST_MS = 30_000;
/** Up for this long, it starts afresh. */
const STABLE_MS = 60_000;

/** How often a server may be started anew by itself: after a longer and longer wait, and not too often in a minute. */
export class Restarts {
  #starts: number[] = [];
  #waits = 0;

  constructor(private readonly now: () => number) {}

  /** Whether one more is allowed within this minute. */
  get allowed(): boolean {
    return this.#recent().length < MAX_IN_WINDOW;
  }

  /** Before the next start that nobody asked for. */
  nextWait(): number {
    const wait = Math.min(LONGEST_MS, FIRST_MS * 2 ** this.#waits);
    this.#waits += 1;
    return wait;
  }

  started(): void {
    this.#starts = [...this.#recent(), this.now()];
  }

  ended(upSince: number): void {
    if (this.now() - upSince >= STABLE_MS) this.#waits = 0;
  }

  /** A person wants it. */
  reset(): void {
    this.#starts = [];
    this.#waits = 0;
  }

  #recent(): number[] {
    return this.#starts.filter((at) => this.now() - at < WINDOW_MS);
  }
}

/** Why a server stays down although the same start may go well later. */
export function tooOften(failure: McpFailure): McpFailure {
  if (failure.message.endsWith(TOO_OFTEN)) return failure;
  return new McpFailure(failure.code, `${failure.message} ${TOO_OFTEN}`, failure.retry);
}

const TOO_OFTEN = "It was started five times within a minute.";
