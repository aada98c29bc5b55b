import * as l10n from "@vscode/l10n";
import { useEffect, useRef } from "preact/hooks";
import { IconButton } from "../ui/button";
import { Activity } from "./activity";
import { Chunk } from "./chunk";
import { usePinned } from "./pinned";
import { useView } from "./view";

/** Items drawn or put aside together; see `chunk.tsx`. */
const CHUNK = 40;

/** The conversation. It stays at its newest end unless a person scrolls up. */
export function List() {
  const { store } = useView();
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const { away, toEnd } = usePinned(scroller, content);
  const order = store.order.value;
  const newest = order.at(-1) ?? "";
  // What a person has just sent is what they want to see, wherever they were.
  useEffect(() => {
    if (store.item(newest)?.peek().kind === "user") toEnd();
  }, [newest]);
  const starts = Array.from({ length: Math.ceil(order.length / CHUNK) }, (_, index) => index * CHUNK);
  return (
    <div class="list">
      <section class="scroll" ref={scroller} aria-label={l10n.t("Conversation")}>
        <div class="content" ref={content}>
          {starts.map((start) => (
            <Chunk
              key={start}
              ids={order.slice(start, start + CHUNK)}
              scroller={scroller}
              isLast={start + CHUNK >= order.length}
              eager={start + 2 * CHUNK >= order.length}
            />
          ))}
          <Activity />
        </div>
      </section>
      {away && <IconButton class="to-end" icon="arrow-down" label={l10n.t("Jump to newest")} onPress={toEnd} />}
    </div>
  );
}
