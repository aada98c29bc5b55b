import * as l10n from "@vscode/l10n";
import type { CallItem, Program, ProgramRow } from "../../../src/shared/messages/chatItems";
import { countsOf } from "../../../src/shared/programRows";
import { visible } from "../../../src/shared/visible";
import { refusalWords } from "../../ui/endWords";

/** "12 calls · 1 failed · 2 refused". */
export function countWords(program: Program): string {
  const { calls, failed, refused } = countsOf(program);
  return [
    calls === 1 ? l10n.t("1 call") : l10n.t("{0} calls", calls),
    failed > 0 && l10n.t("{0} failed", failed),
    refused > 0 && l10n.t("{0} refused", refused),
  ]
    .filter((part) => part !== false)
    .join(" · ");
}

/** How many calls there are between two words about it. */
const SAID_EACH = 25;

export function progressWords({ rows }: Program): string {
  const calls = rows.length - (rows.length % SAID_EACH);
  return calls === 0 ? "" : l10n.t("{0} calls so far", calls);
}

/** Why there is nothing that it returned; empty when there is. */
export function endWords(end: Program["end"], state: CallItem["state"]): string {
  if (state === "interrupted") return l10n.t("interrupted; it may have taken effect");
  if (end?.timedOut) return l10n.t("out of time");
  if (state === "cancelled") return l10n.t("stopped");
  if (!end) return state === "failed" ? l10n.t("failed") : "";
  switch (end.how) {
    case "returned":
      return "";
    case "threw":
      return l10n.t("ended by an error");
    case "rejected":
      return l10n.t("not run");
    case "killed":
      return l10n.t("ended early");
    default:
      return end.how satisfies never;
  }
}

/** What a row adds to tool and subject; empty when all is as usual. */
export function rowWords(row: ProgramRow, asks: boolean): string {
  const approved = row.decision === "approved" && l10n.t("approved");
  return [rowStateWords(row, asks), approved, row.truncated && l10n.t("cut")].filter(Boolean).join(" · ");
}

function rowStateWords({ state, reviewing, denied, note = "" }: ProgramRow, asks: boolean): string {
  switch (state) {
    case "waiting":
      return asks ? l10n.t("waits for your answer") : reviewing ? l10n.t("Auto-Review looks at it") : l10n.t("waiting");
    case "running":
    case "ok":
      return "";
    case "failed":
      return visible(note, "") || l10n.t("failed");
    case "refused":
      return visible(denied ? refusalWords(denied) : note, "");
    case "in_flight":
      return l10n.t("in flight when the program ended; it may have run in part");
    default:
      return state satisfies never;
  }
}

/** For a screen reader, in the place of the icon. */
export function spokenState({ state, decision }: ProgramRow): string {
  switch (state) {
    case "waiting":
      return l10n.t("waiting");
    case "running":
      return l10n.t("running");
    case "ok":
      return l10n.t("done");
    case "failed":
      return l10n.t("failed");
    case "refused":
      return decision === "denied" ? l10n.t("denied") : l10n.t("refused");
    case "in_flight":
      return l10n.t("cancelled");
    default:
      return state satisfies never;
  }
}
