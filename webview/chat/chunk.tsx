import type { RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Item } from "./items/item";

interface ChunkProps {
  readonly ids: readonly string[];
  readonly scroller: RefObject<HTMLElement | null>;
  readonly isLast: boolean;
  /** Drawn from the start, before it is known what is near the window. */
  readonly eager: boolean;
}

/** How far outside of the window a chunk is drawn already, so that scrolling meets no gaps. */
const MARGIN = "1200px 0px";

/** What an item is taken to be high before it was drawn once: one line and its gap. */
const GUESS = 34;

/**
 * A run of items, drawn only near the window; elsewhere it is one empty element of the height it had.
 * So 10,000 items cost a few hundred elements; the browser's scroll anchoring keeps the place when a
 * guess was wrong. The last chunk is always there: it is where things happen.
 */
export function Chunk({ ids, scroller, isLast, eager }: ChunkProps) {
  const element = useRef<HTMLUListElement>(null);
  const [near, setNear] = useState(eager);
  const height = useRef<number>(undefined);
  useEffect(() => {
    if (!element.current) return;
    const watch = new IntersectionObserver(
      (entries) => {
        const entry = entries.at(-1);
        if (!entry) return;
        if (!entry.isIntersecting && entry.boundingClientRect.height > 0)
          height.current = entry.boundingClientRect.height;
        setNear(entry.isIntersecting);
      },
      { root: scroller.current, rootMargin: MARGIN },
    );
    watch.observe(element.current);
    return () => watch.disconnect();
  }, [scroller]);
  const drawn = near || isLast;
  return (
    <ul ref={element} class="chunk" style={drawn ? {} : { height: `${height.current ?? ids.length * GUESS}px` }}>
      {drawn && ids.map((id) => <Item key={id} id={id} />)}
    </ul>
  );
}
