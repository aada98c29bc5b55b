import { createHash, randomBytes } from "node:crypto";
import type { Clock, Digest, Ids, Log } from "../core/operations/ports";

export const nodeClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const stop = (): void => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener("abort", stop);
        resolve();
      }, ms);
      signal?.addEventListener("abort", stop, { once: true });
    }),
};

/** Time first, then a count, then what tells processes apart: sortable within a process even when the clock jumps back. */
export function createIds(now: () => number = Date.now): Ids {
  const own = randomBytes(4).toString("hex");
  let last = 0;
  let count = 0;
  return {
    next(prefix) {
      const time = Math.max(last, now());
      count = time === last ? count + 1 : 0;
      last = time;
      return `${prefix}-${time.toString(36).padStart(9, "0")}${count.toString(36).padStart(4, "0")}${own}`;
    },
  };
}

export const nodeIds: Ids = createIds();

export const nodeDigest: Digest = (text) => createHash("sha256").update(text, "utf8").digest("hex");

/** One line a message, for an output channel or a stream. */
export function logTo(write: (line: string) => void): Log {
  const at = (level: string) => (message: string, data?: unknown) => write(`[${level}] ${message}${worded(data)}`);
  return { info: at("info"), warn: at("warn"), error: at("error") };
}

function worded(data: unknown): string {
  if (data === undefined) return "";
  if (data instanceof Error) return `: ${data.stack ?? data.message}`;
  try {
    return `: ${JSON.stringify(data)}`;
  } catch {
    return `: ${String(data)}`;
  }
}
