import type { ComponentChildren, RefObject } from "preact";
import { useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { handled } from "./keys";

interface RowsProps {
  readonly label: string;
  readonly count: number;
  /** The row that keys are about; -1 for none. */
  readonly active: number;
  readonly onActive: (index: number) => void;
  /** Keys beyond moving about; true when it was one. */
  readonly onKey?: (event: KeyboardEvent) => boolean;
  /** A row for a screen reader, in one sentence. */
  readonly rowName: (index: number) => string;
  readonly children: (index: number) => ComponentChildren;
}

/** Rows drawn above and below what is seen, so that a fast wheel meets no blank. */
const BEYOND = 8;

/**
 * A list of rows of one height, of which only those in sight are drawn: thousands cost what a screenful does.
 * The focus stays on the list, so that no row takes it along when it is scrolled away.
 */
export function Rows({ label, count, active, onActive, onKey, rowName, children }: RowsProps) {
  const id = useId();
  const { scroller, probe, rowHeight, first, last, seen } = useWindow(count);
  useLayoutEffect(() => intoSight(scroller.current, active, rowHeight), [active, rowHeight]);
  const drawn = Array.from({ length: Math.max(0, last - first) }, (_, index) => first + index);
  if (active >= 0 && active < count && !drawn.includes(active)) drawn.push(active);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return;
    const next = moved(event.key, active, count, seen);
    if (next === undefined ? !onKey?.(event) : false) return;
    handled(event);
    if (next !== undefined) onActive(next);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table can't leave rows out.
    <div
      class="rows"
      role="grid"
      aria-label={label}
      aria-rowcount={count}
      tabIndex={0}
      ref={scroller}
      onKeyDown={onKeyDown}
      {...(active >= 0 ? { "aria-activedescendant": `${id}-${active}` } : {})}
    >
      <div class="row probe" ref={probe} aria-hidden="true" />
      <div class="rows-space" role="presentation" style={{ height: `${count * rowHeight}px` }}>
        {drawn.map((index) => (
          // biome-ignore-start lint/a11y/useSemanticElements: a table can't leave rows out.
          // biome-ignore-start lint/a11y/useFocusableInteractive: the focus stays on the list, `aria-activedescendant` tells.
          <div
            key={index}
            id={`${id}-${index}`}
            class={`row ${index === active ? "active" : ""}`}
            role="row"
            aria-rowindex={index + 1}
            aria-selected={index === active}
            aria-label={rowName(index)}
            style={{ transform: `translateY(${index * rowHeight}px)` }}
            onMouseDown={() => onActive(index)}
          >
            <div class="cell" role="gridcell">
              {children(index)}
            </div>
          </div>
          // biome-ignore-end lint/a11y/useFocusableInteractive: see above.
          // biome-ignore-end lint/a11y/useSemanticElements: see above.
        ))}
      </div>
    </div>
  );
}

interface RowWindow {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly probe: RefObject<HTMLDivElement | null>;
  readonly rowHeight: number;
  readonly first: number;
  readonly last: number;
  /** Rows that fit. */
  readonly seen: number;
}

/** Which rows are in sight, as the list is scrolled and as it and its font change their size. */
function useWindow(count: number): RowWindow {
  const scroller = useRef<HTMLDivElement>(null);
  const probe = useRef<HTMLDivElement>(null);
  const [{ top, height, rowHeight }, measure] = useState({ top: 0, height: 0, rowHeight: 26 });
  useEffect(() => {
    const [list, row] = [scroller.current, probe.current];
    if (!list || !row) return;
    const read = () =>
      measure({ top: list.scrollTop, height: list.clientHeight, rowHeight: Math.max(1, row.offsetHeight) });
    const sizes = new ResizeObserver(read);
    sizes.observe(list);
    sizes.observe(row);
    list.addEventListener("scroll", read, { passive: true });
    read();
    return () => {
      sizes.disconnect();
      list.removeEventListener("scroll", read);
    };
  }, []);
  const seen = Math.max(1, Math.floor(height / rowHeight));
  const start = Math.min(Math.floor(top / rowHeight), Math.max(0, count - seen));
  return {
    scroller,
    probe,
    rowHeight,
    seen,
    first: Math.max(0, start - BEYOND),
    last: Math.min(count, start + seen + BEYOND),
  };
}

function moved(key: string, active: number, count: number, seen: number): number | undefined {
  if (count === 0) return undefined;
  const moves: Readonly<Record<string, number>> = {
    ArrowDown: active + 1,
    ArrowUp: active - 1,
    PageDown: active + seen,
    PageUp: active - seen,
    Home: 0,
    End: count - 1,
  };
  const next = Object.hasOwn(moves, key) ? moves[key] : undefined;
  return next === undefined ? undefined : Math.min(count - 1, Math.max(0, next));
}

function intoSight(list: HTMLElement | null, active: number, rowHeight: number): void {
  if (!list || active < 0) return;
  const top = active * rowHeight;
  if (top < list.scrollTop) list.scrollTop = top;
  else if (top + rowHeight > list.scrollTop + list.clientHeight) list.scrollTop = top + rowHeight - list.clientHeight;
}
