import * as l10n from "@vscode/l10n";
import type { CallItem } from "../../../src/shared/messages/chatItems";
import { visible } from "../../../src/shared/visible";
import { useView } from "../view";
import type { Renderer } from "./renderer";

export const text: Renderer = { Body: TextBody };
export const generic: Renderer = { Body: GenericBody };

/** More than this in one element makes scrolling slow; the whole opens in an editor. */
const MAX_SHOWN = 20_000;

/** Of older calls the host sends no more than this. */
const MAYBE_CUT = 1_000;

function GenericBody({ item }: { item: CallItem }) {
  return (
    <>
      <Input item={item} />
      <TextBody item={item} />
    </>
  );
}

/** What the call was given, where nothing else in its card says it. */
export function Input({ item: { input } }: { item: CallItem }) {
  if (!input || input === "{}") return null;
  return (
    <section class="call-input" aria-label={l10n.t("Arguments")}>
      <pre class="command">{visible(input, "\n\t")}</pre>
    </section>
  );
}

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
