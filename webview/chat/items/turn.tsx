import * as l10n from "@vscode/l10n";
import type { ChatItem } from "../../../src/shared/messages/chatItems";
import { visible } from "../../../src/shared/visible";
import { Button } from "../../ui/button";
import { turnEndWords } from "../../ui/endWords";
import { LineChange } from "../../ui/lineChange";
import { count, duration, worded } from "../../ui/words";
import { useView } from "../view";

type TurnItem = Extract<ChatItem, { kind: "turn" }>;

/** The end of a turn: one quiet line, or a card when files changed or it did not end well. */
export function Turn({ item }: { item: TurnItem }) {
  const ended = item.end === "completed";
  if (ended && item.files.length === 0) return <p class="turn-line">{facts(item)}</p>;
  return (
    <section
      class={`card turn ${ended ? "" : item.end === "failed" ? "bad" : "warn"}`}
      aria-label={l10n.t("End of the turn")}
    >
      <h3>{ended ? l10n.t("This turn") : turnEndWords(item.end)}</h3>
      {item.message && <p class="turn-message">{worded({ ...item, text: item.message })}</p>}
      <p class="why">{facts(item)}</p>
      {item.files.length > 0 && <Files files={item.files} />}
      {!ended && <NextSteps item={item} />}
    </section>
  );
}

function facts(item: TurnItem): string {
  const files = item.files.length;
  return [
    files === 1 ? l10n.t("1 file changed") : files > 1 && l10n.t("{0} files changed", files),
    item.calls === 1 ? l10n.t("1 call") : item.calls > 1 && l10n.t("{0} calls", item.calls),
    item.asked > 0 && l10n.t("{0} asked", item.asked),
    item.blocked > 0 && l10n.t("{0} blocked", item.blocked),
    item.tokens > 0 && l10n.t("{0} tokens", count(item.tokens)),
    duration(item.ms),
  ]
    .filter((part) => part !== false)
    .join(" · ");
}

function Files({ files }: { files: TurnItem["files"] }) {
  const { post } = useView();
  return (
    <ul class="files">
      {files.map((file) => (
        <li key={file.path}>
          <button type="button" class="file-row" onClick={() => post({ kind: "openFile", path: file.path })}>
            <code>{visible(file.path, "")}</code>
            <LineChange added={file.added} removed={file.removed} />
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Only on the newest turn: an old one can't be gone on with. */
function NextSteps({ item }: { item: TurnItem }) {
  const { store, post } = useView();
  const status = store.status.value;
  if (store.order.value.at(-1) !== item.id || status?.running || status?.readOnly) return null;
  return (
    <div class="buttons">
      <Button onPress={() => post({ kind: "send", text: l10n.t("Go on.") })}>{l10n.t("Go on")}</Button>
      {item.end === "failed" && (
        <Button onPress={() => post({ kind: "command", command: "showLogs" })}>{l10n.t("Show logs")}</Button>
      )}
    </div>
  );
}
