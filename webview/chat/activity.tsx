import * as l10n from "@vscode/l10n";
import type { ChatStatus } from "../../src/shared/messages/chat";
import { visible } from "../../src/shared/visible";
import { Icon } from "../ui/icon";
import { bytes, seconds, worded } from "../ui/words";
import { useNow } from "./frame";
import type { Store } from "./store";
import { useView } from "./view";

/** What the model does when nothing in the list says it: thinking, writing a call, waiting to try again. */
export function Activity() {
  const { store } = useView();
  const status = store.status.value;
  if (!status?.running) return null;
  if (status.retry) return <Retry retry={status.retry} />;
  if (status.growing) {
    const { name, bytes: size } = status.growing;
    return <Line text={l10n.t("Writing a call of {0}", visible(name, ""))} tail={bytes(size)} />;
  }
  return isQuiet(store) ? <Line text={l10n.t("Thinking…")} /> : null;
}

function Line({ text, tail = "" }: { text: string; tail?: string }) {
  return (
    <div class="activity">
      <Icon name="loading" spin />
      <span>{text}</span>
      <small>{tail}</small>
    </div>
  );
}

function Retry({ retry }: { retry: NonNullable<ChatStatus["retry"]> }) {
  const now = useNow(true);
  const left = Math.max(0, Math.ceil((retry.until - now) / 1000));
  return (
    <div class="activity retry">
      <Icon name="history" />
      <span>
        {l10n.t("{0} Trying again in {1}", worded({ ...retry, text: retry.reason }), seconds(left))}
        <small> {l10n.t("attempt {0} of {1}", retry.attempt, retry.maxAttempts)}</small>
      </span>
    </div>
  );
}

/** True when neither streaming text nor an unfinished call shows that something is going on. */
function isQuiet(store: Store): boolean {
  const order = store.order.value;
  for (let index = order.length - 1; index >= 0; index--) {
    const item = store.item(order[index] ?? "")?.value;
    if (item?.kind === "assistant" && item.streaming) return item.text === "";
    if (item?.kind !== "call") return true;
    if (item.state === "running" || item.state === "waiting") return false;
  }
  return true;
}
