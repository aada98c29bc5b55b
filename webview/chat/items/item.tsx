import type { ReadonlySignal } from "@preact/signals";
import type { CallItem, ChatItem } from "../../../src/shared/messages/chatItems";
import { Icon } from "../../ui/icon";
import { worded } from "../../ui/words";
import { ItemBoundary } from "../boundary";
import { useView } from "../view";
import { Assistant } from "./assistant";
import { Call } from "./call";
import { Turn } from "./turn";
import { UserMessage } from "./userMessage";

export function Item({ id }: { id: string }) {
  const source = useView().store.item(id);
  if (!source) return null;
  return (
    <li class="item">
      <ItemBoundary>
        <ByKind source={source} />
      </ItemBoundary>
    </li>
  );
}

function ByKind({ source }: { source: ReadonlySignal<ChatItem> }) {
  // Streaming text is read by its own component, frame by frame; here only the kind matters.
  if (source.peek().kind === "assistant") return <Assistant source={source} />;
  const item = source.value;
  switch (item.kind) {
    case "user":
      return <UserMessage text={item.text} queued={item.queued} />;
    case "assistant":
      return null;
    case "call":
      return <Call item={item satisfies CallItem} />;
    case "notice":
      return <Notice item={item} />;
    case "turn":
      return <Turn item={item} />;
    default:
      return item satisfies never;
  }
}

function Notice({ item }: { item: Extract<ChatItem, { kind: "notice" }> }) {
  return (
    <div class={`notice ${item.level}`}>
      <Icon name={item.level} />
      <span>{worded(item)}</span>
    </div>
  );
}
