import type { Clock } from "../operations/ports";
import type { OutputStream } from "../operations/processes";
import type { LiveEvent } from "./events";

export interface ProgressSettings {
  readonly enabled: boolean;
  /** 0: at once. */
  readonly flushMs: number;
  readonly flushBytes: number;
}

const PROGRESS_DEFAULTS: ProgressSettings = { enabled: true, flushMs: 50, flushBytes: 16 * 1024 };

export type ProgressStream = OutputStream | "info";

/** Live output of one call. */
export interface ProgressChannel {
  write(text: string, stream: ProgressStream): void;
  /** Flushes every stream, then says `closed`; nothing comes after it. Silent when nothing was written. */
  close(): void;
}

/** Without a reason of its own `abort` makes an exception with a stack, at each call. */
const CLOSED = "closed";

interface Buffer {
  text: string;
  bytes: number;
}

/**
 * Joins small writes per stream, so that a burst of output does not become a burst of events.
 * What comes out is exactly what went in, in the order of each stream. Never stored.
 */
export function openProgress(
  session: string,
  callId: string,
  clock: Clock,
  emit: (event: LiveEvent) => void,
  settings: ProgressSettings = PROGRESS_DEFAULTS,
): ProgressChannel {
  const buffers = new Map<ProgressStream, Buffer>();
  const ended = new AbortController();
  let waiting = false;
  let written = false;

  const send = (stream: ProgressStream, text: string, closed: boolean) =>
    emit({ type: "tool_progress", session_id: session, tool_call_id: callId, text, stream, closed, ts: clock.now() });

  function flush(stream: ProgressStream): void {
    const buffer = buffers.get(stream);
    buffers.delete(stream);
    if (buffer) send(stream, buffer.text, false);
  }

  function flushAll(): void {
    for (const stream of [...buffers.keys()]) flush(stream);
  }

  function flushLater(): void {
    if (waiting) return;
    waiting = true;
    clock.sleep(settings.flushMs, ended.signal).then(
      () => {
        waiting = false;
        flushAll();
      },
      () => undefined, // Closed before the time was up: `close` has flushed.
    );
  }

  return {
    write(text, stream) {
      if (!settings.enabled || ended.signal.aborted || text === "") return;
      written = true;
      const buffer = buffers.get(stream) ?? { text: "", bytes: 0 };
      buffer.text += text;
      buffer.bytes += utf8Length(text);
      buffers.set(stream, buffer);
      if (settings.flushMs <= 0 || buffer.bytes >= settings.flushBytes) flush(stream);
      else flushLater();
    },
    close() {
      if (ended.signal.aborted) return;
      flushAll();
      ended.abort(CLOSED);
      if (written) send("info", "", true);
    },
  };
}

function utf8Length(text: string): number {
  let bytes = text.length;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80) continue;
    // Each half of a surrogate pair counts two, so a pair is four bytes.
    bytes += unit < 0x800 || (unit >= 0xd800 && unit < 0xe000) ? 1 : 2;
  }
  return bytes;
}
