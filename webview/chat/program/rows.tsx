import * as l10n from "@vscode/l10n";
import { useState } from "preact/hooks";
import type { Program, ProgramRow } from "../../../src/shared/messages/chatItems";
import { countsOf } from "../../../src/shared/programRows";
import { visible } from "../../../src/shared/visible";
import { Icon, type IconName } from "../../ui/icon";
import { duration, subjectLine } from "../../ui/words";
import { useView } from "../view";
import { rowWords, spokenState } from "./words";

/** More are shown when a person asks for them, and those that are still open, whatever their place. */
const MAX_ROWS = 20;

/** The calls of a program, one line each. */
export function Rows({ program }: { program: Program }) {
  const [all, setAll] = useState(false);
  const { rows } = program;
  const hidden = countsOf(program).calls - rows.length;
  const shown = all ? rows : rows.filter((row, index) => index < MAX_ROWS || isOpen(row));
  if (rows.length === 0) return null;
  return (
    <>
      <ul class="program-rows" aria-label={l10n.t("Calls of the program")}>
        {shown.map((row) => (
          <Row key={row.id} row={row} />
        ))}
      </ul>
      {rows.length > MAX_ROWS && (
        <button type="button" class="text-button" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? l10n.t("Show fewer") : l10n.t("Show all {0}", rows.length)}
        </button>
      )}
      {hidden > 0 && <small>{l10n.t("{0} more calls, which are kept in the session's log alone", hidden)}</small>}
    </>
  );
}

const isOpen = ({ state }: ProgramRow): boolean => state === "waiting" || state === "running";

function Row({ row }: { row: ProgramRow }) {
  const { store, post } = useView();
  const asks = isOpen(row) ? store.approvals.value.find(({ callId }) => callId === row.id) : undefined;
  const line = <Line row={row} asks={asks !== undefined} />;
  return (
    <li class={`program-row ${row.state}`}>
      {isOpen(row) ? (
        <div class="program-line">{line}</div>
      ) : (
        <button
          type="button"
          class="program-line"
          title={l10n.t("Open the full result")}
          onClick={() => post({ kind: "showFullResult", callId: row.id })}
        >
          {line}
        </button>
      )}
      {asks && <Answer requestId={asks.id} />}
    </li>
  );
}

function Line({ row, asks }: { row: ProgramRow; asks: boolean }) {
  const words = rowWords(row, asks);
  return (
    <>
      <Icon name={asks ? "shield" : ICONS[row.state]} spin={row.state === "running"} />
      <span class="call-words">
        <code>{visible(row.tool, "")}</code> {subjectLine(row)}
        {words && <span class="call-tail"> {words}</span>}
        <span class="spoken">{spokenState(row)}</span>
      </span>
      <small>{row.ms === undefined ? "" : duration(row.ms)}</small>
    </>
  );
}

/** The buttons are in the dock; this leads there. */
function Answer({ requestId }: { requestId: string }) {
  const view = useView();
  const show = () => {
    view.chosen.value = requestId;
    view.wanted.value = { target: "approval" };
  };
  return (
    <button type="button" class="text-button" onClick={show}>
      {l10n.t("Answer")}
    </button>
  );
}

const ICONS: Readonly<Record<ProgramRow["state"], IconName>> = {
  waiting: "circle-outline",
  running: "loading",
  ok: "check",
  failed: "error",
  refused: "circle-slash",
  in_flight: "debug-disconnect",
};
