import * as l10n from "@vscode/l10n";
import type { FormRequest } from "../../src/shared/forms";
import type { ApprovalCard, ChatOp, ChatStatus } from "../../src/shared/messages/chat";
import { visible } from "../../src/shared/visible";
import { reasonWords } from "../ui/reasonWords";
import { subjectLine, titleWords, worded } from "../ui/words";
import { faultWords } from "./faultWords";
import { formWords } from "./forms/words";
import type { View } from "./view";

/** A whole answer read aloud helps nobody. */
const MAX_SPOKEN = 400;

/** Messages are announced once they are finished, approvals at once. Called before `ops` are applied. */
export function announce(view: View, ops: readonly ChatOp[]): void {
  for (const op of ops) {
    if (op.op === "item" && op.item.kind === "assistant" && !op.item.streaming) spoken(view, op.item.id, op.item.text);
    if (op.op === "item" && op.item.kind === "notice") view.polite.value = worded(op.item);
    if (op.op === "status") view.polite.value = newFaults(view, op.status) || view.polite.peek();
    if (op.op === "approvals") for (const card of added(view, op.approvals)) view.urgent.value = approvalWords(card);
    if (op.op === "forms")
      for (const form of addedForms(view, op.forms)) view.urgent.value = formWords(form).slice(0, MAX_SPOKEN);
  }
}

function spoken(view: View, id: string, text: string): void {
  const before = view.store.item(id)?.peek();
  if (before?.kind === "assistant" && !before.streaming) return;
  view.polite.value = text.length > MAX_SPOKEN ? `${text.slice(0, MAX_SPOKEN)}…` : text;
}

/** All that are new in one text: the region says only its last. */
function newFaults(view: View, { faults = [] }: ChatStatus): string {
  const known = new Set(view.store.status.peek()?.faults?.map(faultWords));
  const words = faults.map(faultWords).filter((each) => !known.has(each));
  return words.join(" ");
}

function added(view: View, approvals: readonly ApprovalCard[]): readonly ApprovalCard[] {
  const known = new Set(view.store.approvals.peek().map((card) => card.id));
  return approvals.filter((card) => !known.has(card.id));
}

function addedForms(view: View, forms: readonly FormRequest[]): readonly FormRequest[] {
  const known = new Set(view.store.forms.peek().map(({ id }) => id));
  return forms.filter(({ id }) => !known.has(id));
}

function approvalWords(card: ApprovalCard): string {
  const what = `${titleWords(card)} ${card.command === undefined ? subjectLine(card) : visible(card.command)}`;
  return l10n.t("Approval needed: {0}. {1}", what.slice(0, MAX_SPOKEN), reasonWords(card.reason));
}
