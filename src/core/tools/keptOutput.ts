import type { Spills, SpillWriter } from "../operations/ports";
import { counted } from "../results/sizes";
import { Tail } from "../results/tail";

/** What the model sees of a command's output. */
const LIMITS = { lines: 2_000, bytes: 48 * 1024 };

/** The end of a command's output, and all of it in a spill once that end is not all. */
export class KeptOutput {
  readonly #tail = new Tail(LIMITS);
  #spill: SpillWriter | undefined;

  constructor(
    private readonly spills: Spills,
    private readonly owner: string,
  ) {}

  push(text: string): void {
    if (text === "") return;
    if (!this.#spill && !this.#tail.fits(text)) {
      this.#spill = this.spills.open(this.owner);
      this.#spill.write(this.#tail.text());
    }
    this.#spill?.write(text);
    this.#tail.push(text);
  }

  /** The text that is kept, under a line that says what is missing. */
  async finish(): Promise<{
    readonly text: string;
    readonly spill?: { readonly handle: string; readonly bytes: number };
  }> {
    const text = this.#tail.text();
    if (!this.#spill) return { text };
    await this.#spill.close();
    const { droppedLines, droppedBytes, totalBytes } = this.#tail;
    const missing = `${counted(droppedLines, "line")} (${counted(droppedBytes, "byte")})`;
    const { handle } = this.#spill;
    return {
      text: `[${missing} left out before this; read "${handle}" for all of it]\n${text}`,
      spill: { handle, bytes: totalBytes },
    };
  }

  /** The command could not even start. */
  async discard(): Promise<void> {
    await this.#spill?.discard();
  }
}
