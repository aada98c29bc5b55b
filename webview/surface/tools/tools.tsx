import * as l10n from "@vscode/l10n";
import { useMemo } from "preact/hooks";
import type { ShownTool } from "../../../src/shared/messages/surface";
import { Icon } from "../../ui/icon";
import { TextField } from "../../ui/textField";
import { bytes, count } from "../../ui/words";
import { exact } from "../factWords";
import { useView } from "../view";
import { matching } from "./filter";
import { Scope } from "./scope";
import { Servers } from "./servers";
import { ToolDetails } from "./toolDetails";
import { NoRows, ToolList } from "./toolList";

/** The second kind of truth: everything that exists, and what settings, trust and servers make of it. */
export function Tools() {
  const view = useView();
  const { rows, omitted } = view.store.parts.tools.value;
  const filter = view.filter.value;
  const shown = useMemo(() => matching(rows, filter), [rows, filter]);
  const chosen = rows.find(({ name }) => name === view.tool.value);
  return (
    <div class="tools">
      <Servers />
      <div class="bar-line">
        <Icon name="search" />
        <TextField
          class="filter"
          value={filter}
          label={l10n.t("Filter by name, description, server or reason")}
          placeholder={l10n.t("Filter by name, description, server or reason")}
          maxLength={200}
          takesFocus={false}
          onChange={(text) => {
            view.filter.value = text;
          }}
        />
        <Scope />
      </div>
      <p class="counts" role="status">
        {countWords(rows, omitted)} {filter.trim() !== "" && l10n.t("{0} match the filter.", exact(shown.length))}
      </p>
      <div class={`list-and-details ${chosen ? "with-details" : ""}`}>
        {shown.length > 0 ? <ToolList shown={shown} /> : <NoRows filtered={rows.length > 0} />}
        {chosen && <ToolDetails key={chosen.name} row={chosen} />}
      </div>
    </div>
  );
}

function countWords(rows: readonly ShownTool[], omitted: number): string {
  const sent = rows.filter(({ sent }) => sent);
  const size = sent.reduce((sum, row) => sum + row.bytes, 0);
  const tokens = sent.reduce((sum, row) => sum + row.tokens, 0);
  const off = rows.filter(({ inEffect }) => !inEffect).length;
  const words = l10n.t(
    "{0} tools: {1} in the next request ({2}, about {3} tokens), {4} not in effect.",
    exact(rows.length + omitted),
    exact(sent.length),
    bytes(size),
    count(tokens),
    exact(off),
  );
  return omitted > 0 ? `${words} ${l10n.t("{0} of them are not listed here.", exact(omitted))}` : words;
}
