import * as l10n from "@vscode/l10n";
import { useState } from "preact/hooks";
import type { CallItem } from "../../../src/shared/messages/chatItems";
import { visible } from "../../../src/shared/visible";
import { errorWords, refusalWords } from "../../ui/endWords";
import { Icon, type IconName } from "../../ui/icon";
import { reasonWords } from "../../ui/reasonWords";
import { duration, subjectLine } from "../../ui/words";
import { rendererOf } from "../renderers";
import { useView } from "../view";
import { ReviewLine } from "./review";

/** One call, one line in words; its body is folded. What waits for a person or was blocked is a card. */
export function Call({ item }: { item: CallItem }) {
  const asks = useView().store.approvals.value.find((approval) => approval.callId === item.id);
  if (asks && item.state === "waiting")
    return <WaitingCall item={item} why={reasonWords(asks.reason)} requestId={asks.id} />;
  if (item.state === "refused") return <RefusedCall item={item} />;
  return <PlainCall item={item} />;
}

function PlainCall({ item }: { item: CallItem }) {
  const { Body, unfolded = false } = rendererOf(item);
  const isLive = item.state === "running" && item.output !== undefined;
  const [chosen, setOpen] = useState<boolean>();
  const open = chosen ?? (unfolded || isLive);
  return (
    <div class={`call ${item.state}`}>
      <button type="button" class="call-line" aria-expanded={open} onClick={() => setOpen(!open)}>
        <StateIcon state={item.state} />
        <span class="call-words">
          <Words item={item} />
        </span>
        <small>{item.ms === undefined ? "" : duration(item.ms)}</small>
      </button>
      {item.decision?.review && <ReviewLine review={item.decision.review} outcome={item.decision.outcome} />}
      {open && (
        <div class="call-body">
          <Body item={item} />
        </div>
      )}
    </div>
  );
}

function Words({ item }: { item: CallItem }) {
  const tail = tailOf(item);
  return (
    <>
      {l10n.t(item.title)} {!rendererOf(item).subjectInBody && <code>{subjectLine(item)}</code>}
      {tail && (
        <>
          {" "}
          <span class="call-tail">{tail}</span>
        </>
      )}
      <span class="spoken">{stateWords(item)}</span>
    </>
  );
}

function tailOf(item: CallItem) {
  const { tail, tellsFailure } = rendererOf(item);
  const own = tail?.(item);
  if (item.state === "failed") return tellsFailure?.(item) ? own : errorWords(item.errorCode);
  if (item.reviewing && item.state === "waiting") return l10n.t("Auto-Review looks at it");
  if (item.state === "cancelled" || item.state === "interrupted") return tellsFailure?.(item) ? own : stateWords(item);
  return own;
}

/** Its buttons are in the dock; this says in place what waits there. */
function WaitingCall({ item, why, requestId }: { item: CallItem; why: string; requestId: string }) {
  const view = useView();
  const show = () => {
    view.chosen.value = requestId;
    view.wanted.value = { target: "approval" };
  };
  return (
    <section class="card warn waiting-call">
      <h3>
        {l10n.t(item.title)} <code>{subjectLine(item)}</code>
      </h3>
      <p class="why">
        {l10n.t("Waits for your answer. {0}", why)}{" "}
        <button type="button" class="text-button" onClick={show}>
          {l10n.t("Answer")}
        </button>
      </p>
    </section>
  );
}

function RefusedCall({ item }: { item: CallItem }) {
  // A command that is the whole call stands in the heading.
  const because = item.decision?.because === item.subject ? undefined : item.decision?.because;
  const byPerson = item.decision?.by === "user";
  return (
    <section class={`card ${byPerson ? "" : "bad"} refused-call`}>
      <h3>
        <Icon name="circle-slash" /> {byPerson ? l10n.t("Denied:") : l10n.t("Blocked:")} {l10n.t(item.title)}{" "}
        <code>{subjectLine(item)}</code>
      </h3>
      <p class="why">
        {visible(refusalWords(item.decision))} {because && <code>{visible(because, "")}</code>}
      </p>
      {item.decision?.review && <ReviewLine review={item.decision.review} outcome="deny" />}
    </section>
  );
}

function StateIcon({ state }: { state: CallItem["state"] }) {
  return <Icon name={ICONS[state]} spin={state === "running"} />;
}

const ICONS: Readonly<Record<CallItem["state"], IconName>> = {
  waiting: "circle-outline",
  running: "loading",
  ok: "check",
  failed: "error",
  refused: "circle-slash",
  cancelled: "circle-slash",
  interrupted: "debug-disconnect",
};

function stateWords({ state, mayHaveRun }: CallItem): string {
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
      return l10n.t("refused");
    case "cancelled":
      return l10n.t("cancelled");
    case "interrupted":
      return mayHaveRun ? l10n.t("interrupted; it may have taken effect") : l10n.t("interrupted");
    default:
      return state satisfies never;
  }
}
