import * as l10n from "@vscode/l10n";
import { useState } from "preact/hooks";

/** More of a long message is drawn only when asked for: a megabyte may have been pasted. */
const SHORT = 1_200;
const LONG = 100_000;

export function UserMessage({ text, queued }: { text: string; queued: boolean }) {
  const [open, setOpen] = useState(false);
  const shown = text.slice(0, open ? LONG : SHORT);
  return (
    <div class={`user ${queued ? "queued" : ""}`}>
      <span class="spoken">{l10n.t("You")}</span>
      <div class="user-text">{shown.length < text.length && !open ? `${shown}…` : shown}</div>
      {text.length > SHORT && (
        <button type="button" class="text-button" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? l10n.t("Show less") : l10n.t("Show all")}
        </button>
      )}
      {queued && <small>{l10n.t("Joins at the next step")}</small>}
    </div>
  );
}
