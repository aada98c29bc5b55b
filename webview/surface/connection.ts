import * as l10n from "@vscode/l10n";
import {
  type SurfaceAnswer,
  SurfaceMessage,
  type SurfaceTab,
  type SurfaceView,
} from "../../src/shared/messages/surface";
import type { Store } from "./store";

export interface ConnectionEvents {
  /** Before an update is applied, so that old and new can be compared. */
  changing?(parts: Partial<SurfaceView>): void;
  tab?(tab: SurfaceTab): void;
  answer?(answer: SurfaceAnswer): void;
}

/** Takes what the host posts. After a missed update the panel asks for the whole, once. */
export function connect(store: Store, askAgain: () => void, events: ConnectionEvents = {}) {
  let isAsking = true;
  return (data: unknown): void => {
    const parsed = SurfaceMessage.safeParse(data);
    if (!parsed.success) return;
    const message = parsed.data;
    switch (message.type) {
      case "state":
        l10n.config({ contents: message.l10n });
        isAsking = false;
        store.load(message.state, message.revision);
        break;
      case "update":
        update(message.parts, message.revision);
        break;
      case "failed":
        store.fault.value = message.message;
        break;
      case "tab":
        events.tab?.(message.tab);
        break;
      default:
        events.answer?.(message);
    }
  };

  function update(parts: Partial<SurfaceView>, revision: number): void {
    if (isAsking || revision <= store.revision.peek()) return;
    events.changing?.(parts);
    if (store.update(parts, revision)) return;
    isAsking = true;
    askAgain();
  }
}
