import * as l10n from "@vscode/l10n";
import { count, seconds } from "../ui/words";
import { useNow } from "./frame";
import { useView } from "./view";

/** One quiet line: what waits for a person, tokens and the running turn's time. */
export function StatusLine() {
  const { store } = useView();
  const status = store.status.value;
  const waiting = store.approvals.value.length + store.forms.value.length;
  if (!status || (!status.running && status.tokens === 0 && waiting === 0)) return null;
  return (
    <div class="status-line">
      <span class={waiting > 0 ? "waiting" : ""}>
        {waiting > 0 ? l10n.t("{0} waiting for you", waiting) : status.running ? l10n.t("Working") : ""}
      </span>
      <span>
        {status.isolated === false && (
          <em title={l10n.t("Commands run without a sandbox.")}>{l10n.t("not isolated")} · </em>
        )}
        {status.tokens > 0 && <b>{l10n.t("{0} tokens", count(status.tokens))}</b>}
        {status.running && status.turnStartedAt !== undefined && <Elapsed since={status.turnStartedAt} />}
      </span>
    </div>
  );
}

function Elapsed({ since }: { since: number }) {
  const now = useNow(true);
  return <>{` · ${seconds(Math.max(0, Math.floor((now - since) / 1000)))}`}</>;
}
