import type { Clock } from "../operations/ports";
import type { Model, ModelEvent, ModelRequest } from "./model";
import { historyOf, tourId } from "./tourHistory";
import { nextScene } from "./tourScenes";

export interface TourOptions {
  readonly clock: Clock;
  /** Milliseconds between two words. */
  readonly pace?: number;
  readonly label?: string;
}

const PACE_MS = 25;

/** The built-in script: no key, no network, no intelligence. It plays on the real workspace through the real engine. */
export function createTour({ clock, pace = PACE_MS, label = "Tour (a script, not a model)" }: TourOptions): Model {
  return {
    id: "tour",
    label,
    scripted: true,
    capabilities: () => ({ images: false, contextTokens: undefined }),
    stream: (request, signal) => play(request, signal, clock, pace),
  };
}

async function* play(
  request: ModelRequest,
  signal: AbortSignal,
  clock: Clock,
  pace: number,
): AsyncGenerator<ModelEvent> {
  const { say, calls } = nextScene(request.messages);
  for (const text of say.match(/\S+\s*/g) ?? []) {
    signal.throwIfAborted();
    yield { type: "text", text };
    if (pace > 0) await clock.sleep(pace, signal);
  }
  let { calls: number } = historyOf(request.messages);
  for (const { call, name, args } of calls) {
    yield { type: "call", call: { id: tourId(++number, call), name, arguments: JSON.stringify(args) } };
  }
  yield { type: "finish", reason: calls.length > 0 ? "calls" : "stop" };
}
