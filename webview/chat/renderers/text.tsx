import * as l10n from "@vscode/l10n";
import type { CallItem } from "../../../src/shared/messages/chat";
import { visible } from "../../../src/shared/visible";
import { useView } from "../view";
import type { Renderer } from "./renderer";

export const text: Renderer = { Body: TextBody };
export const generic: Renderer = { Body: TextBody };

/** More than this in one element makes scrolling slow; the whole opens in an editor. */
const MAX_SHOWN = 20_000;

/** Of older calls the host sends no more than this. */
const MAYBE_CUT = 1_000;

/** What the model saw. */
export function TextBody({ item }: { item: CallItem }) {
  const { post } = useView();
  const all = item.text ?? "";
  return (
    <>
      {all !== "" && <pre class="output">{visible(all.slice(0, MAX_SHOWN), "\n\t")}</pre>}
      {item.hint && <p class="hint">{visible(item.hint)}</p>}
      {all.length >= MAYBE_CUT && (
        <button type="button" class="text-button" onClick={() => post({ kind: "showFullResult", callId: item.id })}>
          {l10n.t("Open the full result")}
        </button>
      )}
    </>
  );
}
