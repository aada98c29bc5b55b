import { type SseEvent, SseReader } from "./sse";

/** What one packet of a response brought. */
export interface Batch {
  readonly chunks: readonly unknown[];
  /** The endpoint said `[DONE]`; nothing after it counts. */
  readonly done: boolean;
  /** The connection was cut, or what came was no JSON. It is the last batch then. */
  readonly broken?: unknown;
}

/** Reads a response to its end, so that its connection can serve again. */
export async function* batchesOf(response: Response): AsyncGenerator<Batch> {
  if (/json/i.test(response.headers.get("content-type") ?? "")) return yield await whole(response);
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  const events = new SseReader();
  while (reader) {
    const { bytes, broken } = await next(reader);
    const text = decoder.decode(bytes, { stream: bytes !== undefined });
    const ended = bytes === undefined && broken === undefined;
    yield parsed(ended ? [...events.feed(text), ...events.end()] : events.feed(text), broken);
    if (bytes === undefined) return;
  }
}

/** Neither bytes nor `broken`: the end. */
async function next(
  reader: ReadableStreamDefaultReader<Uint8Array>,
): Promise<{ bytes?: Uint8Array; broken?: unknown }> {
  try {
    const { value } = await reader.read();
    return value ? { bytes: value } : {};
  } catch (error) {
    return { broken: error ?? "cut" };
  }
}

/** An endpoint that did not stream, or streams under a wrong name. */
async function whole(response: Response): Promise<Batch> {
  try {
    const text = await response.text();
    if (text.trimStart().startsWith("{")) return { chunks: [JSON.parse(text)], done: true };
    const events = new SseReader();
    return parsed([...events.feed(text), ...events.end()], undefined);
  } catch (error) {
    return { chunks: [], done: false, broken: error ?? "cut" };
  }
}

function parsed(events: readonly SseEvent[], broken: unknown): Batch {
  const chunks: unknown[] = [];
  for (const { event, data } of events) {
    if (data.startsWith("[DONE]")) return { chunks, done: true };
    if (data === "") continue;
    try {
      const chunk: unknown = JSON.parse(data);
      chunks.push(event === "error" ? { error: errorOf(chunk) } : chunk);
    } catch (error) {
      return { chunks, done: false, broken: error };
    }
  }
  return { chunks, done: false, ...(broken !== undefined && { broken }) };
}

function errorOf(chunk: unknown): unknown {
  return (typeof chunk === "object" && chunk !== null && "error" in chunk && chunk.error) || chunk;
}
