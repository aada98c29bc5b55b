import type { ReadonlySignal } from "@preact/signals";
import * as l10n from "@vscode/l10n";
import type { VNode } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import type { ChatItem } from "../../../src/shared/messages/chatItems";
import { onMarkdownPress } from "../../ui/links";
import { renderMarkdown } from "../../ui/markdown";
import { blockSplitter } from "../blocks";
import { useFrame } from "../frame";
import { colourCode } from "../highlighter";
import { useView } from "../view";

/** Markdown as it streams: finished blocks are drawn once, only the growing one again, once a frame. */
export function Assistant({ source }: { source: ReadonlySignal<ChatItem> }) {
  const item = useFrame(source);
  const { post, polite } = useView();
  const draw = useMemo(blockDrawer, [source]);
  if (item.kind !== "assistant") return null;
  const onPress = (event: Event) => onMarkdownPress(event, post, () => (polite.value = l10n.t("Copied")));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: presses on links and buttons inside come up to here.
    <div class={`assistant ${item.streaming ? "streaming" : ""}`} onClick={onPress} onKeyDown={onPress}>
      {draw(item.text, item.streaming)}
    </div>
  );
}

/** Keeps the elements of finished blocks: Preact passes over an element it has seen already. */
function blockDrawer() {
  const split = blockSplitter();
  let kept: VNode<BlockProps>[] = [];
  return (text: string, streaming: boolean) => {
    const { done, tail } = split(text);
    kept = done.map((source, index) =>
      kept[index]?.props.source === source ? kept[index] : <Block key={index} source={source} finished />,
    );
    return [...kept, tail.trim() !== "" && <Block key={done.length} source={tail} finished={!streaming} />];
  };
}

interface BlockProps {
  readonly source: string;
  readonly finished: boolean;
}

function Block({ source, finished }: BlockProps) {
  const element = useRef<HTMLDivElement>(null);
  const html = useMemo(() => renderMarkdown(source), [source]);
  useEffect(() => (finished && element.current ? colourCode(element.current) : undefined), [finished, html]);
  // The HTML is sanitised by `renderMarkdown`.
  return <div class="block" ref={element} dangerouslySetInnerHTML={{ __html: html }} />;
}
