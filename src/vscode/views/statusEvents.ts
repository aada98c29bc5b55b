import type { EngineEvent } from "../../core/progress/events";
import type { ChatStatus } from "../../shared/messages/chat";

type Of<T extends EngineEvent["type"]> = Extract<EngineEvent, { type: T }>;

/** What an event changes of the session's status. */
export function statusOf(
  event:
    | Of<"session_started">
    | Of<"mode_changed">
    | Of<"posture_changed">
    | Of<"model_changed">
    | Of<"isolation_known">,
): Partial<ChatStatus> {
  switch (event.type) {
    case "session_started":
      return { sessionId: event.id, title: event.title, mode: event.mode, posture: event.posture };
    case "mode_changed":
      return { mode: event.mode };
    case "posture_changed":
      return { posture: event.posture };
    case "model_changed":
      return { model: { id: event.model, label: event.label, scripted: event.scripted } };
    case "isolation_known":
      return { isolated: event.isolation.kind === "sandboxed" };
  }
}
