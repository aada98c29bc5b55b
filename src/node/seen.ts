import type { PathFacts } from "../core/operations/files";

/** More than the calls of one response that are planned before the first of them runs. */
const MAX = 64;

/**
 * Plain files that were looked at and have not been read since: the read that follows its plan need not
 * look again before it opens. Only a guess at what is there: who opens a file compares what it got.
 */
export class SeenFiles {
  readonly #facts = new Map<string, PathFacts>();

  /** Paths through links are left out: where they lead is looked at anew each time. */
  note(absolute: string, facts: PathFacts): PathFacts {
    this.#facts.delete(absolute);
    if (facts.kind !== "file" || facts.real !== absolute) return facts;
    this.#facts.set(absolute, facts);
    const [oldest] = this.#facts.keys();
    if (this.#facts.size > MAX && oldest !== undefined) this.#facts.delete(oldest);
    return facts;
  }

  take(absolute: string): PathFacts | undefined {
    const facts = this.#facts.get(absolute);
    this.#facts.delete(absolute);
    return facts;
  }
}
