import * as l10n from "@vscode/l10n";
import { useEffect, useRef, useState } from "preact/hooks";
import { Icon } from "../../ui/icon";
import { handled, isComposing } from "../../ui/keys";
import { takeWish, useView, type View } from "../view";
import { createHistory } from "./history";
import { Pickers } from "./pickers";
import { rewrite } from "./rewrite";
import { LIST_ID, SuggestionList, useSuggestions } from "./suggestions";

/** As much as the host takes. */
const MAX_TEXT = 4_000_000;

/** The second Escape within this time stops the turn. */
const TWICE_MS = 1_000;

/** Where a person writes. What is written here is always a message, never an answer to a card. */
export function Composer() {
  const view = useView();
  const field = useRef<HTMLTextAreaElement>(null);
  const status = view.store.status.value;
  const running = status?.running ?? false;
  const readOnly = status?.readOnly ?? false;
  const send = useSend(view);
  const escaping = useEscape(view, running);
  const onHistory = useHistory(view);
  const suggestions = useSuggestions(view, field);
  useWantedFocus(view, field);

  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event) || suggestions.onKeyDown(event)) return;
    if (event.key !== "Enter" || event.shiftKey || event.altKey) return onHistory(event);
    handled(event);
    suggestions.close();
    if (!event.repeat) send();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape works in all of the composer.
    <div class="composer" onKeyDown={escaping.onKeyDown}>
      <SuggestionList suggestions={suggestions} />
      <textarea
        ref={field}
        aria-autocomplete="list"
        aria-controls={LIST_ID}
        aria-activedescendant={suggestions.activeId}
        rows={2}
        maxLength={MAX_TEXT}
        value={view.draft.value}
        readOnly={readOnly}
        aria-label={l10n.t("Message")}
        placeholder={placeholder(running, readOnly)}
        onInput={(event) => {
          view.draft.value = event.currentTarget.value;
          suggestions.look(event.currentTarget);
        }}
        onBlur={suggestions.close}
        onKeyDown={onKeyDown}
      />
      <div class="composer-row">
        <Pickers />
        <span class="space" />
        {escaping.armed && <small role="status">{l10n.t("Escape again stops")}</small>}
        {running && (
          <button
            type="button"
            class="act stop"
            title={l10n.t("Stop (Escape twice)")}
            onClick={() => view.post({ kind: "stop" })}
          >
            <Icon name="debug-stop" /> {l10n.t("Stop")}
          </button>
        )}
        <SendButton running={running} readOnly={readOnly} onSend={send} />
      </div>
    </div>
  );
}

/** While a turn runs it is there only when there is something to queue. */
function SendButton({ running, readOnly, onSend }: { running: boolean; readOnly: boolean; onSend: () => void }) {
  const { draft } = useView();
  const empty = draft.value.trim() === "";
  if (running && empty) return null;
  return (
    <button
      type="button"
      class="act send"
      disabled={readOnly || empty}
      title={running ? l10n.t("Queue: joins at the next step (Enter)") : l10n.t("Send (Enter)")}
      onClick={onSend}
    >
      <Icon name="send" /> {running ? l10n.t("Queue") : l10n.t("Send")}
    </button>
  );
}

function placeholder(running: boolean, readOnly: boolean): string {
  if (readOnly) return l10n.t("This session is read-only here");
  return running ? l10n.t("Add a message; it joins at the next step") : l10n.t("Ask, or say what to do");
}

function useSend(view: View): () => void {
  return () => {
    const status = view.store.status.peek();
    const text = view.draft.peek();
    if (text.trim() === "" || status?.readOnly) return;
    if (!status?.model) return view.post({ kind: "command", command: "selectModel" });
    view.post({ kind: "send", text });
    view.draft.value = "";
  };
}

function useEscape(view: View, running: boolean) {
  const [armed, setArmed] = useState(false);
  useEffect(() => {
    if (!armed) return;
    const timer = setTimeout(() => setArmed(false), TWICE_MS);
    return () => clearTimeout(timer);
  }, [armed]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (!running || event.key !== "Escape" || isComposing(event)) return;
    handled(event);
    if (event.repeat) return;
    setArmed(!armed);
    if (armed) view.post({ kind: "stop" });
  };
  return { armed, onKeyDown };
}

/** Arrow up at the start of the text, or on the first line while browsing; arrow down on the last line. */
function useHistory(view: View): (event: KeyboardEvent) => void {
  const history = useRef(createHistory()).current;
  return (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return history.reset();
    const field = event.currentTarget as HTMLTextAreaElement;
    const up = event.key === "ArrowUp";
    if (!(up ? isAtStart(field, history.browsing) : isOnLastLine(field))) return;
    const text = up ? history.older(sentTexts(view), view.draft.peek()) : history.newer(sentTexts(view));
    if (text === undefined) return;
    handled(event);
    rewrite(view, field, text, text.length);
  };
}

function isAtStart(field: HTMLTextAreaElement, browsing: boolean): boolean {
  if (field.selectionStart !== field.selectionEnd) return false;
  return field.selectionStart === 0 || (browsing && !field.value.slice(0, field.selectionStart).includes("\n"));
}

function isOnLastLine(field: HTMLTextAreaElement): boolean {
  return field.selectionStart === field.selectionEnd && !field.value.slice(field.selectionEnd).includes("\n");
}

function sentTexts({ store }: View): readonly string[] {
  const items = store.order.peek().map((id) => store.item(id)?.peek());
  return items.flatMap((item) => (item?.kind === "user" ? [item.text] : []));
}

function useWantedFocus(view: View, field: { readonly current: HTMLTextAreaElement | null }): void {
  const wanted = view.wanted.value;
  const hasCards = view.store.approvals.value.length > 0 || view.store.forms.value.length > 0;
  useEffect(() => {
    if (!wanted || (wanted.target === "approval" && hasCards)) return;
    if (takeWish(view, wanted)) field.current?.focus();
  }, [wanted, hasCards]);
}
