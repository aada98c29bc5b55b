import type { ResultEnvelope } from "../../shared/results";
import type { Words } from "../../shared/words";
import type { Usage } from "../models/model";
import type { TurnEnd, TurnSummary } from "../progress/events";

/** Counts of one turn, for its summary. */
export class Tally {
  steps = 0;
  asked = 0;
  #calls = 0;
  #blocked = 0;
  #inputTokens = 0;
  #outputTokens = 0;
  readonly #files = new Map<string, { added: number; removed: number }>();

  result(result: ResultEnvelope): void {
    this.#calls += 1;
    if (result.status === "refused") this.#blocked += 1;
    // Only what was written has a diff, also when the turn was stopped meanwhile.
    if (result.details?.kind !== "diff") return;
    for (const { path, added, removed } of result.details.files ?? [result.details]) {
      const known = this.#files.get(path) ?? { added: 0, removed: 0 };
      this.#files.set(path, { added: known.added + added, removed: known.removed + removed });
    }
  }

  usage(usage: Usage): void {
    this.#inputTokens += usage.inputTokens;
    this.#outputTokens += usage.outputTokens;
  }

  summary(end: TurnEnd, sentence: Words | undefined, ms: number): TurnSummary {
    const { text: message, ...places } = sentence ?? {};
    return {
      end,
      ...(message === undefined ? {} : { message, ...places }),
      files: [...this.#files].map(([path, lines]) => ({ path, ...lines })),
      steps: this.steps,
      calls: this.#calls,
      asked: this.asked,
      blocked: this.#blocked,
      ms: Math.round(ms),
      inputTokens: this.#inputTokens,
      outputTokens: this.#outputTokens,
    };
  }
}
