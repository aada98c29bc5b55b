import { words } from "../../shared/words";
import type { CallRequest, FinishReason, Model, ModelEvent, ModelRequest, Usage } from "../models/model";
import { ModelError } from "../models/model";
import type { LiveEvent } from "../progress/events";

/** One response of the model; what is in it when the stream breaks is what was said until then. */
export interface Answer {
  text: string;
  reasoning: string;
  calls: CallRequest[];
  usage: Usage | undefined;
  finish: FinishReason | undefined;
}

export function emptyAnswer(): Answer {
  return { text: "", reasoning: "", calls: [], usage: undefined, finish: undefined };
}

export interface Place {
  readonly turn: string;
  readonly step: number;
}

/** Fills `answer` as the response arrives. Throws `ModelError`, or the signal's reason when stopped. */
export async function receive(
  model: Model,
  request: ModelRequest,
  signal: AbortSignal,
  answer: Answer,
  place: Place,
  tell: (event: LiveEvent) => void,
): Promise<void> {
  for await (const event of model.stream(request, signal)) take(answer, event, place, tell);
  signal.throwIfAborted();
  if (answer.finish === undefined)
    throw new ModelError("broken_stream", words("The model's answer ended in the middle. Send the message again."));
}

function take(answer: Answer, event: ModelEvent, { turn, step }: Place, tell: (event: LiveEvent) => void): void {
  switch (event.type) {
    case "text":
      answer.text += event.text;
      tell({ type: "text_delta", turn, step, text: event.text });
      return;
    case "reasoning":
      answer.reasoning += event.text;
      tell({ type: "reasoning_delta", turn, step, text: event.text });
      return;
    case "call_growing":
      tell({ type: "call_growing", turn, step, name: event.name, bytes: event.bytes });
      return;
    case "call":
      answer.calls.push(event.call);
      return;
    case "usage":
      answer.usage = event.usage;
      return;
    case "retry":
      Object.assign(answer, emptyAnswer());
      tell({ ...event, type: "step_restarted", turn, step });
      return;
    case "finish":
      answer.finish = event.reason;
      return;
    default:
      event satisfies never;
  }
}
