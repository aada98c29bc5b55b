import type { Spills, SpillWriter } from "../operations/ports";
import { counted } from "../results/sizes";
import { Tail } from "../results/tail";

/** What the model sees of a command's output. */
const LIMITS = { lines: 2_000, bytes: 48 * 1024 };

/**
 * The end of a command's output, and all of it in a spill once that end is not all. A disk that takes
 * no spill must cost neither the command nor what it said: it has run, and the model must know how.
 */
export class KeptOutput {
  readonly #tail = new Tail(LIMITS);
  #spill: SpillWriter | undefined;
  /** The disk did not take it. */
  #lost = false;

  constructor(
    private readonly spills: Spills,
    private readonly owner: string,
  ) {}

  push(text: string): void {
    if (text === "") return;
    if (!this.#spill && !this.#lost && !this.#tail.fits(text)) this.#open();
    this.#spill?.write(text);
    this.#tail.push(text);
  }

  #open(): void {
    try {
      this.#spill = this.spills.open(this.owner);
      this.#spill.write(this.#tail.text());
    } catch {
      this.#lost = true;
    }
  }

  /** The text that is kept, under a line that says what is missing. */
  async finish(): Promise<{
    readonly text: string;
    readonly spill?: { readonly handle: string; readonly bytes: number };
  }> {
    const text = this.#tail.text();
    if (!this.#spill && !this.#lost) return { text };
    const spill = await this.#closed();
    const { droppedLines, droppedBytes, totalBytes } = this.#tail;
    const missing = `${counted(droppedLines, "line")} (${counted(droppedBytes, "byte")})`;
    const where = spill ? `read "${spill.handle}" for all of it` : "the whole could not be kept";
    const all = `[${missing} left out before this; ${where}]\n${text}`;
    return { text: all, ...(spill && { spill: { handle: spill.handle, bytes: totalBytes } }) };
  }

  async #closed(): Promise<SpillWriter | undefined> {
    try {
      await this.#spill?.close();
      return this.#spill;
    } catch {
      return undefined;
    }
  }

  /** The command could not even start. */
  async discard(): Promise<void> {
    await this.#spill?.discard();
  }
}
