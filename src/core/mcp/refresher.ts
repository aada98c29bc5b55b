import type { Clock } from "../operations/ports";

const SHORTEST_MS = 2_000;
const LONGEST_MS = 60_000;

/**
 * Does again what was announced as changed: the first time at once, then at most once in 2 s, and
 * more and more seldom while the announcements turn out to be empty.
 */
export class Refresher {
  #wanted = false;
  #running = false;

  constructor(
    private readonly clock: Clock,
    /** Whether something was different. Never rejects. */
    private readonly refresh: () => Promise<boolean>,
    private readonly signal: AbortSignal,
  ) {}

  trigger(): void {
    this.#wanted = true;
    if (!this.#running) void this.#run();
  }

  async #run(): Promise<void> {
    this.#running = true;
    let wait = SHORTEST_MS;
    while (this.#wanted && !this.signal.aborted) {
      this.#wanted = false;
      const different = await this.refresh();
      await this.clock.sleep(wait, this.signal).catch(() => {});
      wait = different ? SHORTEST_MS : Math.min(LONGEST_MS, 2 * wait);
    }
    this.#running = false;
  }
}
