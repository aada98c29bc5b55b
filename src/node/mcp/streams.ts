/** Looks at a body while it is read. Either function may throw: the reader then gets that error. */
export interface Watch {
  chunk(bytes: Uint8Array): void;
  /** After its last byte, or with what broke it. Not when the reader gave it up. */
  end(error?: unknown): void;
}

/** The same response, with a body that is watched. */
export function watched(response: Response, watch: Watch): Response {
  if (!response.body) return response;
  const { status, statusText, headers } = response;
  return new Response(watchedBody(response.body, watch), { status, statusText, headers });
}

function watchedBody(body: ReadableStream<Uint8Array>, watch: Watch): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (value) watch.chunk(value);
          if (value) controller.enqueue(value);
          if (!done) return;
          watch.end();
          controller.close();
        } catch (error) {
          watch.end(error);
          controller.error(error);
          await reader.cancel(error).catch(() => {});
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

/** Counts a whole body. */
export function countBytes(limit: number, tooLarge: () => Error): (bytes: Uint8Array) => void {
  let total = 0;
  return (bytes) => {
    total += bytes.length;
    if (total > limit) throw tooLarge();
  };
}

const FEED = 10;
const RETURN = 13;

/**
 * Counts each event of an event stream for itself, since the stream may go on for ever, and tells of
 * event ids: a stream that has one can be taken up again where it ended.
 */
export function countEvents(limit: number, tooLarge: () => Error, onId: () => void): (bytes: Uint8Array) => void {
  let event = 0;
  // Of the line that is being read, its first three bytes.
  let head: number[] = [];
  let length = 0;
  return (bytes) => {
    event += bytes.length;
    let from = 0;
    for (let end = bytes.indexOf(FEED); end >= 0; end = bytes.indexOf(FEED, from)) {
      take(bytes, from, end);
      if (isId(head)) onId();
      if (length === 0 || (length === 1 && head[0] === RETURN)) event = bytes.length - end - 1;
      [head, length, from] = [[], 0, end + 1];
    }
    take(bytes, from, bytes.length);
    if (event > limit) throw tooLarge();
  };

  function take(bytes: Uint8Array, from: number, to: number): void {
    if (head.length < 3) head.push(...bytes.subarray(from, Math.min(to, from + 3 - head.length)));
    length += to - from;
  }
}

/** `id:` */
function isId([first, second, third]: readonly number[]): boolean {
  return first === 0x69 && second === 0x64 && third === 0x3a;
}
