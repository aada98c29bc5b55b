import type { ResultEnvelope } from "../../shared/results";

/** Characters. The log has them all. */
const KEPT = 8 << 20;

/** What programs got of their calls, for a person who wants to see one. The newest are kept. */
export class KeptTexts {
  readonly #texts = new Map<string, string>();
  #size = 0;

  constructor(private readonly room = KEPT) {}

  add(callId: string, { text: said, hint = "" }: Pick<ResultEnvelope, "text" | "hint">): void {
    const text = `${said}\n${hint}`.trimEnd();
    this.#texts.set(callId, text);
    this.#size += text.length;
    for (const [id, old] of this.#texts) {
      if (this.#size <= this.room) return;
      this.#texts.delete(id);
      this.#size -= old.length;
    }
  }

  find(callId: string): string | undefined {
    return this.#texts.get(callId);
  }
}
