import type { PlannedCall } from "../gate/verdict";
import type { Lease } from "./schedule";

/** What the calls of one response, or of one program, know of each other. */
export class Step {
  #effects = 0;
  readonly #claims = new Map<number, readonly string[]>();
  #planning: Promise<unknown> = Promise.resolve();

  /** `around`: the step that a program's own call is of. */
  constructor(private readonly around?: Step) {}

  /** Calls with effects that have run. */
  get effects(): number {
    return this.#effects;
  }

  hadEffects(): void {
    this.#effects += 1;
    this.around?.hadEffects();
  }

  /** Plans are made one by one in call order, so that a later one sees what an earlier one claims. */
  plan(order: number, make: () => Promise<PlannedCall>): Promise<PlannedCall> {
    const planned = this.#planning.then(make).then((call) => this.#claim(order, call));
    this.#planning = planned.catch(() => undefined);
    return planned;
  }

  /** An earlier call that has not ended will write where this one does: its card would show what is about to change. */
  overlaps(order: number, planned: PlannedCall): boolean {
    const reals = new Set(planned.writes.map((path) => path.real));
    return [...this.#claims].some(([other, claimed]) => other < order && claimed.some((real) => reals.has(real)));
  }

  ended(order: number): void {
    this.#claims.delete(order);
  }

  #claim(order: number, call: PlannedCall): PlannedCall {
    if (call.writes.length > 0)
      this.#claims.set(
        order,
        call.writes.map((path) => path.real),
      );
    return call;
  }
}

/** The turn of one call to work, taken at most once. */
export class OwnTurn {
  #lease: Promise<Lease> | undefined;
  #come = false;

  constructor(private readonly take: () => Promise<Lease>) {}

  get hasCome(): boolean {
    return this.#come;
  }

  async come(): Promise<void> {
    this.#lease ??= this.take();
    await this.#lease;
    this.#come = true;
  }

  async release(): Promise<void> {
    (await this.#lease)?.release();
  }
}
