import * as l10n from "@vscode/l10n";
import type { Denial } from "../../src/shared/messages/chatItems";
import type { ErrorCode } from "../../src/shared/results";
import { reasonWords } from "./reasonWords";

/** How a turn ended, when it did not simply end well. */
export function turnEndWords(end: string): string {
  switch (end) {
    case "completed":
      return l10n.t("Done");
    case "stopped":
      return l10n.t("You stopped this turn");
    case "failed":
      return l10n.t("This turn failed");
    case "step_limit":
      return l10n.t("Stopped at the limit of steps");
    case "time_limit":
      return l10n.t("Stopped at the limit of time");
    case "repeated_call":
      return l10n.t("Stopped: the model kept repeating one call");
    case "budget":
      return l10n.t("Stopped: the goal's token budget is spent");
    case "interrupted":
      return l10n.t("This turn was interrupted");
    default:
      return end.replaceAll("_", " ");
  }
}

/** Why a call did not run: who said no, and the rule. One sentence. */
export function refusalWords(decision: Denial | undefined): string {
  if (!decision) return l10n.t("The call was refused.");
  if (decision.by === "user") {
    return decision.note ? l10n.t("You denied it: {0}", decision.note) : l10n.t("You denied it.");
  }
  if (decision.by === "expiry") return l10n.t("Nobody answered in time.");
  return reasonWords(decision.reason);
}

/** What went wrong, short enough for the end of a line. */
export function errorWords(code: ErrorCode | undefined): string {
  switch (code) {
    case "invalid_argument":
      return l10n.t("wrong arguments");
    case "not_found":
      return l10n.t("not found");
    case "permission_denied":
      return l10n.t("the system denied access");
    case "safety_blocked":
      return l10n.t("blocked for safety");
    case "multiple_matches":
      return l10n.t("the text is there more than once");
    case "no_match":
      return l10n.t("the text is not there");
    case "no_change":
      return l10n.t("nothing would change");
    case "timeout":
      return l10n.t("out of time");
    case "sandbox":
      return l10n.t("blocked by the sandbox");
    case "network":
      return l10n.t("network trouble");
    case "parse":
      return l10n.t("could not be parsed");
    case "precondition_failed":
      return l10n.t("the file has changed since it was read");
    case "unsupported":
      return l10n.t("not supported");
    case "not_offered":
      return l10n.t("not offered to the model");
    case "blocked_by_route":
      return l10n.t("not on this route");
    case "denied":
      return l10n.t("denied");
    case "cancelled":
      return l10n.t("cancelled");
    case "internal":
      return l10n.t("a fault in Gatehouse");
    case undefined:
      return l10n.t("failed");
    default:
      return code satisfies never;
  }
}
