import { askRank } from "./postures";
import type { Verdict } from "./verdict";

const OUTCOMES = { allow: 0, ask: 1, deny: 2 } as const;

/** The stricter of two verdicts; the first one where they are equal. No opinion is the loosest. */
export function strictest(first: Verdict | undefined, next: Verdict | undefined): Verdict | undefined {
  if (!first || !next) return first ?? next;
  return strictness(next) > strictness(first) ? next : first;
}

function strictness(verdict: Verdict): number {
  return OUTCOMES[verdict.outcome] + (verdict.outcome === "ask" ? askRank(verdict.kind) : 0);
}
