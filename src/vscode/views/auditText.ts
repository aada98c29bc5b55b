import { l10n } from "vscode";
import type { AuditRecord } from "../../shared/approval";
import { Mode, Posture } from "../../shared/modes";
import { REASON_WORDS } from "../../shared/reasonWords";
import { REVIEW_FAILURES, type Review, RISK_WORDS } from "../../shared/review";
import { visible } from "../../shared/visible";
import { modeWords, postureWords } from "../statusBar";

/** On one line: a record's lines are our own, and a command of several must not write one. */
const plain = (text: string): string => visible(text, "");

/** The records of a session, oldest first, one paragraph each. What came from a call is shown plain. */
export function auditText(title: string, records: readonly AuditRecord[]): string {
  const head = l10n.t("Gatehouse audit log: {0}", plain(title) || l10n.t("Untitled"));
  const none = l10n.t("Nothing was decided in this session yet.");
  return `${[head, ...(records.length > 0 ? records.map(paragraph) : [none])].join("\n\n")}\n`;
}

function paragraph(record: AuditRecord): string {
  const {
    ts,
    outcome,
    agent,
    tool,
    subject,
    mode,
    posture,
    callId,
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
    `${l10n.t("call")}: ${plain(callId)} · ${l10n.t("arguments")}: sha256 ${argsHash}`,
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
