import type { ChatOp } from "../../shared/messages/chat";

/** At most one post to the view in this time. */
const BEAT_MS = 33;

export interface Timer {
  now(): number;
  /** Runs once; the function given back forgets it. */
  after(ms: number, run: () => void): () => void;
}

/** Gathers small changes and hands them on in order, merged where the later one says it all. */
export class Deltas {
  #ops: ChatOp[] = [];
  #lastPost = Number.NEGATIVE_INFINITY;
  #cancel: (() => void) | undefined;

  constructor(
    private readonly post: (ops: readonly ChatOp[]) => void,
    private readonly timer: Timer,
  ) {}

  push(ops: readonly ChatOp[]): void {
    for (const op of ops) this.#add(op);
    if (this.#ops.length === 0 || this.#cancel) return;
    const wait = Math.max(0, this.#lastPost + BEAT_MS - this.timer.now());
    this.#cancel = this.timer.after(wait, () => this.flush());
  }

  /** What is waiting is in the next snapshot already. */
  clear(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#ops = [];
  }

  /** What waits goes out at once, so that nothing which is about it comes first. */
  flush(): void {
    const ops = this.#ops;
    this.clear();
    if (ops.length === 0) return;
    this.#lastPost = this.timer.now();
    this.post(ops);
  }

  #add(op: ChatOp): void {
    const last = this.#ops.at(-1);
    if (op.op === "text" && last?.op === "text" && last.id === op.id) {
      this.#ops[this.#ops.length - 1] = { ...last, text: last.text + op.text };
    } else if (op.op === "output" && last?.op === "output" && last.id === op.id && last.stream === op.stream) {
      this.#ops[this.#ops.length - 1] = { ...last, text: last.text + op.text };
    } else if (op.op === "status" || op.op === "approvals" || op.op === "todos") {
      this.#ops = this.#ops.filter((other) => other.op !== op.op);
      this.#ops.push(op);
    } else {
      this.#ops.push(op);
    }
  }
}
