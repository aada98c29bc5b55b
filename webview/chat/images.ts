import type { ChatIntent, ChatMessage } from "../../src/shared/messages/chat";
import type { ImageAnswer } from "../../src/shared/messages/chatItems";

/** Images that open cards wait for. An answer is handed on and kept nowhere: a card that is opened again asks again. */
export interface Images {
  /** Asks the host; the function given back ends the waiting. */
  want(callId: string, index: number, take: (answer: ImageAnswer) => void): () => void;
  arrived(message: Extract<ChatMessage, { type: "image" }>): void;
}

export function createImages(post: (intent: ChatIntent) => void): Images {
  const waiting = new Map<string, Set<(answer: ImageAnswer) => void>>();
  const keyOf = (callId: string, index: number) => `${index} ${callId}`;
  return {
    want(callId, index, take) {
      const key = keyOf(callId, index);
      const takers = waiting.get(key) ?? new Set();
      waiting.set(key, takers.add(take));
      if (takers.size === 1) post({ kind: "loadImage", callId, index });
      return () => {
        takers.delete(take);
        if (takers.size === 0 && waiting.get(key) === takers) waiting.delete(key);
      };
    },
    arrived({ callId, index, image }) {
      const takers = waiting.get(keyOf(callId, index)) ?? [];
      waiting.delete(keyOf(callId, index));
      for (const take of takers) take(image);
    },
  };
}
