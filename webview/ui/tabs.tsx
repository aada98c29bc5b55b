import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import { handled } from "./keys";

export interface TabWords<T extends string> {
  readonly id: T;
  readonly label: string;
  /** Said more quietly after the label: how much is behind it. */
  readonly note?: string;
}

interface TabsProps<T extends string> {
  readonly label: string;
  readonly tabs: readonly TabWords<T>[];
  readonly chosen: T;
  readonly onChoose: (id: T) => void;
}

const MOVES: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at + count - 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** One tab stop; arrow keys choose. Ours and not the toolkit's panels, whose indicator needs a style attribute. */
export function Tabs<T extends string>({ label, tabs, chosen, onChoose }: TabsProps<T>) {
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const move = Object.hasOwn(MOVES, event.key) ? MOVES[event.key] : undefined;
    const at = tabs.findIndex(({ id }) => id === chosen);
    const next = move && tabs[move(at, tabs.length)];
    if (!next) return;
    handled(event);
    onChoose(next.id);
    list.current?.querySelector<HTMLElement>(`#${tabId(next.id)}`)?.focus();
  };
  return (
    <div class="tabs" role="tablist" aria-label={label} ref={list} onKeyDown={onKeyDown}>
      {tabs.map(({ id, label: words, note }) => (
        <button
          key={id}
          type="button"
          id={tabId(id)}
          class="tab"
          role="tab"
          aria-selected={id === chosen}
          aria-controls={panelId(id)}
          tabIndex={id === chosen ? 0 : -1}
          onClick={() => onChoose(id)}
        >
          {words}
          {note && <small>{note}</small>}
        </button>
      ))}
    </div>
  );
}

/** What belongs to the chosen tab; only that one is drawn. */
export function TabPanel({ id, children }: { id: string; children: ComponentChildren }) {
  return (
    <div class="tab-panel" role="tabpanel" id={panelId(id)} aria-labelledby={tabId(id)}>
      {children}
    </div>
  );
}

const tabId = (id: string): string => `tab-${id}`;
const panelId = (id: string): string => `panel-${id}`;
