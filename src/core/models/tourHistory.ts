import type { Message } from "./model";

/** The calls of the tour, by what they are for. */
export type TourCall =
  | ("plan" | "package" | "first" | "second" | "search" | "change" | "check")
  | ("program" | "find" | "skill" | "goal" | "use" | "reached" | "settled");

export interface Outcome {
  readonly status: "ok" | "failed" | "refused" | "stopped";
  /** What the result says, as the model would see it. */
  readonly text: string;
}

/** All that the script knows: what became of its own calls. */
export interface TourHistory {
  readonly outcomes: ReadonlyMap<TourCall, Outcome>;
  /** Calls of the conversation so far, whoever made them. */
  readonly calls: number;
  /** The last word has been said. */
  readonly over: boolean;
}

/** What is known of the workspace, from results alone. */
export interface Place {
  /** The small workspace that Gatehouse is tried on. */
  readonly sample: boolean;
  /** Its fault: there, mended, or not seen. */
  readonly fault: "there" | "mended" | "unknown";
  /** The command that tests it, when package.json names one. */
  readonly test: string | undefined;
}

/** An id says which call of the tour it is, so that a reopened session goes on where it was. */
export function tourId(number: number, call: TourCall): string {
  return `tour_${number}_${call}`;
}

export function historyOf(messages: readonly Message[]): TourHistory {
  const outcomes = new Map<TourCall, Outcome>();
  let calls = 0;
  let over = false;
  for (const message of messages) {
    if (message.role === "assistant") {
      calls += message.calls.length;
      over ||= message.calls.length === 0 && outcomes.has("settled");
    }
    const call = message.role === "tool" ? /^tour_\d+_(.+)$/.exec(message.callId)?.[1] : undefined;
    if (message.role === "tool" && call !== undefined) outcomes.set(call as TourCall, outcomeOf(message.text));
  }
  return { outcomes, calls, over };
}

const REFUSED = /^(?:denied|safety_blocked|blocked_by_route|not_offered): /;
const FAILED =
  /^(?:invalid_argument|not_found|permission_denied|multiple_matches|no_match|no_change|timeout|sandbox|network|parse|precondition_failed|unsupported|internal): /;
/** How a command's result ends when it did not end well. */
const BAD_END = /(?:^|\n)(?:exit (?!0 in )\w+ in [\d.]+ s|timed out after \d+ s|killed by \S+)\s*$/;
/** How a program's result begins when it did not return. */
const BAD_RECEIPT = /^\{"success":false,/;

function outcomeOf(text: string): Outcome {
  if (REFUSED.test(text)) return { status: "refused", text };
  if (/^cancelled: |(?:^|\n)stopped by the user\s*$/.test(text)) return { status: "stopped", text };
  return { status: FAILED.test(text) || BAD_END.test(text) || BAD_RECEIPT.test(text) ? "failed" : "ok", text };
}
