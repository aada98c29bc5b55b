import * as l10n from "@vscode/l10n";
import type { ShownTool } from "../../../src/shared/messages/surface";
import { Button } from "../../ui/button";
import { Rows } from "../../ui/rows";
import { Switch } from "../../ui/switch";
import { bytes, count } from "../../ui/words";
import { exact, plain } from "../factWords";
import { useView } from "../view";
import { switchTool } from "./change";
import { effectWords, lockWords, titleWords } from "./toolWords";

/** One line a tool. Space switches it, Enter goes to its details. */
export function ToolList({ shown }: { shown: readonly ShownTool[] }) {
  const view = useView();
  const active = shown.findIndex(({ name }) => name === view.tool.value);
  const onKey = ({ key }: KeyboardEvent) => {
    const row = shown[active];
    if (row && key === " ") switchTool(view, row, !row.enabled);
    if (key === "Enter") document.querySelector<HTMLElement>(".details .switch")?.focus();
    return key === " " || key === "Enter";
  };
  return (
    <Rows
      label={l10n.t("All tools")}
      count={shown.length}
      active={active}
      onActive={(index) => {
        view.tool.value = shown[index]?.name;
      }}
      onKey={onKey}
      rowName={(index) => rowWords(shown[index])}
    >
      {(index) => <Row row={shown[index]} />}
    </Rows>
  );
}

function Row({ row }: { row: ShownTool | undefined }) {
  const view = useView();
  if (!row) return null;
  const tone = row.inEffect ? "" : "off";
  return (
    <div class={`tool-line ${tone}`}>
      <Switch
        label={plain(row.name)}
        on={row.enabled}
        locked={lockWords(row.locks?.[view.scope.value]?.enabled)}
        tabIndex={-1}
        onChange={(on) => switchTool(view, row, on)}
      />
      <code>{plain(row.name)}</code>
      <span class="about">{plain(row.description) || titleWords(row)}</span>
      {row.server !== undefined && <small class="server">{plain(row.server)}</small>}
      <span class={`effect ${row.sent ? "sent" : ""}`}>{effectWords(row)}</span>
      <small class="size">{l10n.t("{0} · {1} tokens", bytes(row.bytes), count(row.tokens))}</small>
    </div>
  );
}

/** Nothing exists, or nothing of it matches. */
export function NoRows({ filtered }: { filtered: boolean }) {
  const view = useView();
  const clear = () => {
    view.filter.value = "";
  };
  if (!filtered) return <p class="none quiet">{l10n.t("There are no tools in this session.")}</p>;
  return (
    <div class="none">
      <p class="quiet">{l10n.t("No tool matches the filter.")}</p>
      <Button onPress={clear}>{l10n.t("Clear the filter")}</Button>
    </div>
  );
}

function rowWords(row: ShownTool | undefined): string {
  if (!row) return "";
  const state = row.enabled ? l10n.t("on") : l10n.t("off");
  const size = l10n.t("{0} bytes", exact(row.bytes));
  return [plain(row.name), state, effectWords(row), row.server ?? "", size].filter((part) => part !== "").join(", ");
}
