import * as l10n from "@vscode/l10n";
import { REVIEW_FAILURES, type Review, RISK_WORDS } from "../../../src/shared/review";
import { visible } from "../../../src/shared/visible";
import { Icon } from "../../ui/icon";
import { count, duration, worded } from "../../ui/words";

/** What Auto-Review's guardian said of a call: who decided, the risk, the reason, the cost. */
export function ReviewLine({ review, outcome }: { review: Review; outcome: "allow" | "deny" }) {
  return (
    <p class={`review ${outcome}`}>
      <Icon name="shield" />
      <span>
        <b>{outcome === "allow" ? l10n.t("Auto-Review allowed it") : l10n.t("Auto-Review denied it")}</b>
        {review.risk && ` · ${riskWords(review.risk)}`}
        {` · ${review.failure ? failureWords(review.failure) : visible(review.reason, "")}`}
        <small>{cost(review)}</small>
      </span>
    </p>
  );
}

function cost({ model, inputTokens, outputTokens, ms, again }: Review): string {
  if (again) return l10n.t("The same call was denied before in this turn, so nobody was asked again.");
  if (model === undefined) return "";
  return [visible(model, ""), l10n.t("{0} tokens", count(inputTokens + outputTokens)), duration(ms)].join(" · ");
}

/** A code from a newer host stays readable. */
const riskWords = (risk: string): string =>
  Object.hasOwn(RISK_WORDS, risk) ? worded(RISK_WORDS[risk as keyof typeof RISK_WORDS]) : visible(risk, "");

const failureWords = (failure: string): string =>
  Object.hasOwn(REVIEW_FAILURES, failure)
    ? worded(REVIEW_FAILURES[failure as keyof typeof REVIEW_FAILURES])
    : visible(failure, "");
