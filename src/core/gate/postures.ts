import type { Posture } from "../../shared/modes";
import type { AskKind } from "./verdict";

/** Who or what answers an ask: a person, the guardian, or the posture itself. */
export type Answer = "ask" | "guardian" | "allow" | "deny";

interface Row {
  readonly answers: Readonly<Record<Posture, Answer>>;
  /** A user's allow rule may stand in for this ask. */
  readonly ruleable: boolean;
  /** "For this session" is offered and remembered. */
  readonly session: boolean;
}

const row = (ask: Answer, autoReview: Answer, fullAccess: Answer, more: Partial<Row> = {}): Row => ({
  answers: { ask, "auto-review": autoReview, "full-access": fullAccess },
  ruleable: false,
  session: false,
  ...more,
});

const COVERABLE = { ruleable: true, session: true };

/**
 * The decision table of the gate: what each posture does with the ask that was folded.
 *
 * Loosest row first: no row is looser than one above it in any posture, so that of two asks the
 * later row stands for both (a test holds this).
 */
export const ASKS = {
  workspace_edit: row("ask", "allow", "allow", COVERABLE),
  agent_write: row("ask", "allow", "allow", COVERABLE),
  network: row("ask", "guardian", "allow", COVERABLE),
  mcp: row("ask", "guardian", "allow", COVERABLE),
  shell: row("ask", "guardian", "allow", COVERABLE),
  always_ask: row("ask", "deny", "allow"),
  outside: row("ask", "deny", "allow"),
  sensitive: row("ask", "deny", "allow"),
  // Nobody could look into the command, so nothing but a person may answer for it.
  shell_unknown: row("ask", "deny", "ask", { session: true }),
  unknown: row("ask", "deny", "ask"),
  user_rule: row("ask", "deny", "ask"),
  hook: row("ask", "deny", "ask"),
  law: row("ask", "deny", "deny"),
} as const satisfies Record<AskKind, Row>;

const ORDER = Object.keys(ASKS) as AskKind[];

/** Between 0 and 1: the place of an ask among asks, by strictness. */
export const askRank = (kind: AskKind): number => ORDER.indexOf(kind) / ORDER.length;

export const answerOf = (kind: AskKind, posture: Posture): Answer => ASKS[kind].answers[posture];
