import * as l10n from "@vscode/l10n";
import { type ChatIntent, ChatMessage, type ChatOp, type Completion } from "../../src/shared/messages/chat";
import type { Store } from "./store";

export interface ConnectionEvents {
  /** Before the operations are applied, so that old and new can be compared. */
  changing?(ops: readonly ChatOp[]): void;
  completions?(id: number, items: readonly Completion[]): void;
  image?(message: Extract<ChatMessage, { type: "image" }>): void;
  draft?(text: string): void;
  focus?(target: "composer" | "approval", id: string | undefined): void;
}

/**
 * Takes what the host posts. A snapshot starts over; deltas count up by one. After a missed one the
 * view knows nothing for sure: it asks for a snapshot and ignores deltas until it comes.
 */
export function connect(store: Store, post: (intent: ChatIntent) => void, events: ConnectionEvents = {}) {
  let last: number | undefined;
  return (data: unknown): void => {
    const parsed = ChatMessage.safeParse(data);
    if (!parsed.success) return;
    const message = parsed.data;
    if (message.type === "focus") {
      events.focus?.(message.target, message.id);
    } else if (message.type === "completions") {
      events.completions?.(message.id, message.items);
    } else if (message.type === "image") {
      events.image?.(message);
    } else if (message.type === "draft") {
      events.draft?.(message.text);
    } else if (message.type === "snapshot") {
      l10n.config({ contents: message.l10n });
      // What holds for all of the session is said to those as well who open the chat now.
      events.changing?.([{ op: "status", status: message.state.status }]);
      store.load(message.state);
      last = message.seq;
    } else if (last !== undefined && message.seq > last) {
      last = message.seq === last + 1 ? accept(message.seq, message.ops) : askAgain();
    }
  };

  function accept(seq: number, ops: readonly ChatOp[]): number {
    events.changing?.(ops);
    store.apply(ops);
    return seq;
  }

  function askAgain(): undefined {
    post({ kind: "ready" });
    return undefined;
  }
}
