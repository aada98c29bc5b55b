import * as l10n from "@vscode/l10n";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Completion } from "../../../src/shared/messages/chat";
import { Icon, type IconName } from "../../ui/icon";
import { handled } from "../../ui/keys";
import type { View } from "../view";
import { rewrite } from "./rewrite";
import { type Trigger, triggerAt } from "./trigger";

export interface Suggestions {
  readonly items: readonly Completion[];
  readonly active: number;
  /** For the field: which option its arrow keys are on. */
  readonly activeId: string | undefined;
  /** The text or the cursor moved. */
  look(field: HTMLTextAreaElement): void;
  /** True when the key was the list's. */
  onKeyDown(event: KeyboardEvent): boolean;
  choose(item: Completion): void;
  close(): void;
}

export const LIST_ID = "composer-suggestions";

/** What may be written at the cursor. The host knows it; the focus stays in the field. */
export function useSuggestions(view: View, field: { readonly current: HTMLTextAreaElement | null }): Suggestions {
  const asked = useRef(view.completions.peek().id);
  const [at, setAt] = useState<Trigger | undefined>(undefined);
  const [active, setActive] = useState(0);
  const answer = view.completions.value;
  const items = at && answer.id === asked.current ? answer.items : [];
  // Before the next key: an arrow key must not be undone.
  useLayoutEffect(() => setActive(0), [answer]);

  const close = () => {
    asked.current++;
    setAt(undefined);
  };
  const look = (element: HTMLTextAreaElement) => {
    const found = element.selectionStart === element.selectionEnd && triggerAt(element.value, element.selectionStart);
    if (!found) return at && close();
    setAt(found);
    view.post({ kind: "complete", id: ++asked.current, trigger: found.trigger, query: found.query });
  };
  const choose = (item: Completion) => {
    const element = field.current;
    if (!element || !at) return;
    const text = element.value.slice(0, at.start) + item.insert + element.value.slice(element.selectionStart);
    const cursor = at.start + item.insert.length;
    rewrite(view, element, text, cursor);
    element.focus();
    close();
    // A command may have choices of its own.
    if (at.trigger === "/") look(element);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const act =
      items.length > 0 && !event.shiftKey && !event.ctrlKey && !event.altKey && !event.metaKey && keys()[event.key];
    if (!act) return false;
    handled(event);
    act();
    return true;
  };
  const keys = (): Readonly<Record<string, (() => void) | undefined>> => {
    const item = items[active];
    // A command that is written out is run by Enter, not completed once more.
    const isWhole = item && at && item.insert.trim() === `${at.trigger}${at.query}`.trim();
    return {
      ArrowDown: () => setActive((active + 1) % items.length),
      ArrowUp: () => setActive((active + items.length - 1) % items.length),
      Tab: () => item && choose(item),
      Enter: isWhole ? undefined : () => item && choose(item),
      Escape: close,
    };
  };
  const activeId = items.length > 0 ? `${LIST_ID}-${active}` : undefined;
  return { items, active, activeId, look, onKeyDown, choose, close };
}

export function SuggestionList({ suggestions: { items, active, choose } }: { suggestions: Suggestions }) {
  if (items.length === 0) return null;
  return (
    <div class="completions" id={LIST_ID} role="listbox" aria-label={l10n.t("Suggestions")}>
      {items.map((item, index) => (
        <Row
          key={`${item.insert}${index}`}
          item={item}
          id={`${LIST_ID}-${index}`}
          active={index === active}
          onChoose={() => choose(item)}
        />
      ))}
    </div>
  );
}

interface RowProps {
  readonly item: Completion;
  readonly id: string;
  readonly active: boolean;
  readonly onChoose: () => void;
}

function Row({ item: { icon, label, detail }, id, active, onChoose }: RowProps) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (active) row.current?.scrollIntoView({ block: "nearest" });
  }, [active]);
  // On `mousedown`, so that the field keeps the focus.
  const onMouseDown = (event: MouseEvent) => {
    handled(event);
    onChoose();
  };
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, `aria-activedescendant` tells.
    <div
      ref={row}
      id={id}
      class={`completion ${active ? "active" : ""}`}
      role="option"
      aria-selected={active}
      onMouseDown={onMouseDown}
    >
      <Icon name={icon as IconName} />
      <span class="completion-label">{label}</span>
      <span class="completion-detail">{detail}</span>
    </div>
  );
}
