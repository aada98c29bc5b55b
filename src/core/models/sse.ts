import { createParser } from "eventsource-parser";

export interface SseEvent {
  readonly event: string | undefined;
  readonly data: string;
}

/**
 * Server-sent events from text that arrives in pieces. Comments, ids and retry hints are left out.
 *
 * Not the `openai` package's reader: it copies the rest of the packet for every event and passes each
 * through three async generators, so that 20,000 deltas cost several times what they do here.
 */
export class SseReader {
  private events: SseEvent[] = [];
  private readonly parser = createParser({
    onEvent: ({ event, data }) => this.events.push({ event, data }),
  });

  feed(text: string): SseEvent[] {
    this.events = [];
    this.parser.feed(text);
    return this.events;
  }

  /** The last event where the endpoint forgot to close it. */
  end(): SseEvent[] {
    return this.feed("\n\n");
  }
}
