import { l10n } from "vscode";
import type { AuditRecord } from "../../shared/approval";
import { Mode, Posture } from "../../shared/modes";
import { REASON_WORDS } from "../../shared/reasonWords";
import { REVIEW_FAILURES, type Review, RISK_WORDS } from "../../shared/review";
import { visible } from "../../shared/visible";
import { ranUnasked } from "../auditFilter";
import { modeWords, postureWords } from "../statusBar";

/** On one line: a record's lines are our own, and a command of several must not write one. */
const plain = (text: string): string => visible(text, "");

/** What of all records the text is about. */
export interface AuditAbout {
  /** In words; none: all of the session. */
  readonly filter?: string;
  /** Lines of logs that are no records, and logs that are left out. */
  readonly broken?: number;
  readonly leftOut?: number;
}

/** The records, oldest first, one paragraph each, below what they come to. What came from a call is shown plain. */
export function auditText(title: string, records: readonly AuditRecord[], about: AuditAbout = {}): string {
  const { filter, broken = 0, leftOut = 0 } = about;
  const head = [
    l10n.t("Gatehouse audit log: {0}", plain(title) || l10n.t("Untitled")),
    ...(filter === undefined ? [] : [`${l10n.t("Filter")}: ${plain(filter)}`]),
    ...(broken > 0 ? [l10n.t("{0} lines of the logs are no records and are left out.", broken)] : []),
    ...(leftOut > 0 ? [l10n.t("{0} logs are too large or can't be read and are left out.", leftOut)] : []),
  ];
  const none =
    filter === undefined ? l10n.t("Nothing was decided in this session yet.") : l10n.t("No record fits the filter.");
  const several = new Set(records.map(({ session }) => session)).size > 1;
  const body = records.length > 0 ? [summary(records), ...records.map((each) => paragraph(each, several))] : [none];
  return `${[head.join("\n"), ...body].join("\n\n")}\n`;
}

/** How much was decided, and what of it ran without a person being asked, and why. */
function summary(records: readonly AuditRecord[]): string {
  const count = (is: (record: AuditRecord) => boolean) => records.filter(is).length;
  const unasked = records.filter(ranUnasked);
  return [
    l10n.t(
      "{0} decisions: {1} allowed, {2} denied; you answered {3}.",
      records.length,
      count(({ outcome }) => outcome === "allow"),
      count(({ outcome }) => outcome === "deny"),
      count(({ by }) => by === "user"),
    ),
    l10n.t("Ran without asking you: {0}", unasked.length),
    ...reasonsOf(unasked).map(([why, times]) => `    ${times} × ${why}`),
  ].join("\n");
}

/** The commonest first. */
function reasonsOf(records: readonly AuditRecord[]): readonly [string, number][] {
  const counts = new Map<string, number>();
  for (const record of records) {
    const { layer, reason, by } = record;
    const why = `${l10n.t(REASON_WORDS[reason].text)} [${layer}/${reason}]`;
    const line = by === "gate" ? why : `${why} ${l10n.t("by")}: ${byWords(record)}`;
    counts.set(line, (counts.get(line) ?? 0) + 1);
  }
  return [...counts].sort(([, a], [, b]) => b - a);
}

function paragraph(record: AuditRecord, withSession: boolean): string {
  const {
    ts,
    outcome,
    agent,
    tool,
    subject,
    mode,
    posture,
    callId,
    session,
    argsHash,
    reason,
    layer,
    because,
    note,
    saved = [],
    hooks,
    review,
  } = record;
  const decided = outcome === "allow" ? l10n.t("ALLOWED") : l10n.t("DENIED");
  const lines = [
    `${new Date(ts).toISOString()}  ${decided}  ${plain(tool)} ${plain(subject)}`,
    `${l10n.t("by")}: ${byWords(record)}${record.asked ? ` (${l10n.t("asked")})` : ""}`,
    `${l10n.t("why")}: ${l10n.t(REASON_WORDS[reason].text)} [${layer}/${reason}]${because === undefined ? "" : ` ${plain(because)}`}`,
    ...(note === undefined ? [] : [`${l10n.t("note")}: ${plain(note)}`]),
    ...saved.map((rule) => `${l10n.t("rule saved")}: ${plain(rule)}`),
    ...(hooks === undefined ? [] : [`${l10n.t("hooks")}: ${hooks.map(plain).join(" · ")}`]),
    ...(review === undefined ? [] : [`${l10n.t("review")}: ${reviewOf(review)}`]),
    `${l10n.t("mode")}: ${modeOf(mode)} · ${l10n.t("posture")}: ${postureOf(posture)} · ${l10n.t("agent")}: ${plain(agent)}`,
    `${withSession ? `${l10n.t("session")}: ${plain(session)} · ` : ""}${l10n.t("call")}: ${plain(callId)} · ${l10n.t("arguments")}: sha256 ${argsHash}`,
  ];
  return lines.join("\n    ");
}

function reviewOf({ risk, reason, failure, again, model, inputTokens, outputTokens, ms }: Review): string {
  const said = failure ? l10n.t(REVIEW_FAILURES[failure].text) : plain(reason);
  return [
    ...(risk === undefined ? [] : [l10n.t(RISK_WORDS[risk].text)]),
    said,
    ...(again ? [l10n.t("denied before in this turn")] : []),
    ...(model === undefined ? [] : [plain(model), l10n.t("{0} tokens", inputTokens + outputTokens), `${ms} ms`]),
  ].join(" · ");
}

function byWords({ by }: AuditRecord): string {
  const words: Record<AuditRecord["by"], () => string> = {
    gate: () => l10n.t("the gate"),
    user: () => l10n.t("you"),
    posture: () => l10n.t("the posture"),
    guardian: () => l10n.t("the guardian"),
    expiry: () => l10n.t("nobody in time"),
  };
  return words[by]();
}

function modeOf(mode: string): string {
  const known = Mode.safeParse(mode);
  return known.success ? modeWords(known.data) : plain(mode);
}

function postureOf(posture: string): string {
  const known = Posture.safeParse(posture);
  return known.success ? postureWords(known.data) : plain(posture);
}
