import type { ResultEnvelope } from "../../shared/results";
import type { CallRequest } from "../models/model";

const NOTICE_AT = 3;
const STOP_AT = 5;

export type Repetition = "none" | "notice" | "stop";

/** Sees a model that calls the same thing again and again and gets the same answer each time. */
export class RepeatGuard {
  #last = "";
  #count = 0;

  /** Takes each call of the turn with its result, in call order. */
  see(call: CallRequest, result: ResultEnvelope): Repetition {
    const key = JSON.stringify([call.name, call.arguments, result.status, comparable(result.text)]);
    this.#count = key === this.#last ? this.#count + 1 : 1;
    this.#last = key;
    if (this.#count >= STOP_AT) return "stop";
    return this.#count === NOTICE_AT ? "notice" : "none";
  }
}

/** Run times and spill handles differ between runs that are otherwise the same. */
function comparable(text: string): string {
  return text.replace(/\b\d+(\.\d+)? ?(ms|s|min)\b/g, "<time>").replace(/spill:[\w-]+/g, "<spill>");
}
