import type { StoredEvent } from "../../../src/core/progress/events";

export function started(title: string): StoredEvent {
  return {
    type: "session_started",
    id: "s1",
    title,
    mode: "work",
    posture: "ask",
    system: "",
    instructions: [],
  } as StoredEvent;
}

export function message(text: string): StoredEvent {
  return { type: "user_message", id: "m1", turn: "t1", text, context: "", steering: false };
}

export const turnStarted: StoredEvent = { type: "turn_started", turn: "t1" };
