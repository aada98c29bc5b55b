import type { ApprovalAnswer, ApprovalEnd, ApprovalRequest } from "../../shared/approval";
import { isSameRule, type Rule } from "../../shared/rules";
import type { Clock, Ids } from "../operations/ports";
import type { ApprovalDetails } from "./describe";
import type { HumanTime } from "./humanTime";

/** After this long without an answer a request is refused. */
export const APPROVAL_MS = 30 * 60_000;

export interface ApprovalOptions {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly expiryMs: number;
  readonly human: HumanTime;
  /** Shows a request. Never awaited. */
  readonly onRequest: (request: ApprovalRequest) => void;
  /** Takes it away again, whatever ended it. */
  readonly onSettle: (request: ApprovalRequest, end: ApprovalEnd) => void;
}

/** The one broker of a session: what waits for a person, and what a person said for the session. */
export interface Approvals {
  /** Resolves once, and never rejects. `signal` is the turn's: aborted, the request ends as `stopped`. */
  request(details: ApprovalDetails, signal: AbortSignal): Promise<ApprovalEnd>;
  /** False, and nothing happens, when the request is settled or did not offer this answer. */
  answer(id: string, answer: ApprovalAnswer): boolean;
  /** Oldest first. */
  pending(): readonly ApprovalRequest[];
  /** For `GateFacts.sessionApprovals`. */
  readonly sessionKeys: ReadonlySet<string>;
  /** What decides has changed (mode, posture, rules, laws): every waiting request ends, and its call is decided again. */
  replan(): void;
  /** Refuses what is open and whatever comes later. */
  close(): void;
}

interface Waiting {
  readonly request: ApprovalRequest;
  readonly sessionKey: string | undefined;
  end(end: ApprovalEnd): void;
}

export function createApprovals(options: ApprovalOptions): Approvals {
  const { clock } = options;
  const waiting = new Map<string, Waiting>();
  const sessionKeys = new Set<string>();
  let closed = false;

  function open(details: ApprovalDetails, settled: (end: ApprovalEnd) => void, signal: AbortSignal): Waiting {
    const request = { ...details.request, id: options.ids.next("approval"), expiresAt: clock.now() + options.expiryMs };
    const timer = new AbortController();
    const waited = options.human.open();
    const stop = (): void => entry.end({ answer: "stopped" });
    const entry: Waiting = {
      request,
      sessionKey: details.sessionKey,
      end(end) {
        if (!waiting.delete(request.id)) return;
        timer.abort();
        signal.removeEventListener("abort", stop);
        waited();
        options.onSettle(request, end);
        settled(end);
      },
    };
    waiting.set(request.id, entry);
    signal.addEventListener("abort", stop);
    clock.sleep(options.expiryMs, timer.signal).then(
      () => entry.end({ answer: "expired" }),
      () => undefined,
    );
    return entry;
  }

  function endAll(answer: "replanned" | "closed", which: (entry: Waiting) => boolean = () => true): void {
    for (const entry of [...waiting.values()].filter(which)) entry.end({ answer });
  }

  return {
    sessionKeys,
    request(details, signal) {
      if (closed) return Promise.resolve({ answer: "closed" });
      if (signal.aborted) return Promise.resolve({ answer: "stopped" });
      return new Promise((settled) => {
        const entry = open(details, settled, signal);
        options.onRequest(entry.request);
      });
    },
    answer(id, answer) {
      const entry = waiting.get(id);
      if (!entry || !offers(entry.request, answer)) return false;
      // A machine that slept wakes with its timers late: the wall clock decides.
      if (clock.now() >= entry.request.expiresAt) {
        entry.end({ answer: "expired" });
        return false;
      }
      const key = answer.answer === "session" ? entry.sessionKey : undefined;
      if (key !== undefined) sessionKeys.add(key);
      entry.end(answer);
      // Others that ask for exactly the same thing need nobody any more.
      if (key !== undefined) endAll("replanned", (other) => other.sessionKey === key);
      return true;
    },
    pending: () => [...waiting.values()].map((entry) => entry.request),
    replan: () => endAll("replanned"),
    close() {
      closed = true;
      endAll("closed");
    },
  };
}

/** "Always" saves exactly what the card showed. */
function offers({ choices, proposedRules = [] }: ApprovalRequest, answer: ApprovalAnswer): boolean {
  if (!choices.includes(answer.answer)) return false;
  if (answer.answer !== "always") return true;
  const { rules } = answer;
  return (
    rules.length === proposedRules.length && proposedRules.every((rule, at) => isSameRule(rule, rules[at] as Rule))
  );
}
