import * as l10n from "@vscode/l10n";
import type { CallItem } from "../../../src/shared/messages/chatItems";
import { visible } from "../../../src/shared/visible";
import type { Renderer } from "./renderer";
import { TextBody } from "./text";

export const questionnaire: Renderer = { tail, Body: AnswersBody };

function tail(item: CallItem): string | undefined {
  return item.details?.kind === "answers" ? howWords(item.details.how) : undefined;
}

type How = Extract<NonNullable<CallItem["details"]>, { kind: "answers" }>["how"];

function howWords(how: How): string {
  switch (how) {
    case "answered":
      return l10n.t("answered");
    case "declined":
      return l10n.t("declined");
    case "expired":
      return l10n.t("nobody answered in time");
    case "closed":
      return l10n.t("nobody was there");
    case "stopped":
      return l10n.t("taken back");
    default:
      return how satisfies never;
  }
}

function AnswersBody({ item }: { item: CallItem }) {
  if (item.details?.kind !== "answers" || item.details.answers.length === 0) return <TextBody item={item} />;
  return (
    <dl class="answers">
      {item.details.answers.map(({ question, answer }, index) => (
        <div key={index}>
          <dt>{visible(question)}</dt>
          {answer.length === 0 ? (
            <dd class="quiet">{l10n.t("no answer")}</dd>
          ) : (
            answer.map((each) => <dd key={each}>{visible(each)}</dd>)
          )}
        </div>
      ))}
    </dl>
  );
}
