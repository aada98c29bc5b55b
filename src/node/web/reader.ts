import { Worker } from "node:worker_threads";
import { ToolError } from "../../core/operations/failure";
import type { ReadablePage } from "./readable";

/** What a worker is told, and what it answers. */
export interface PageJob {
  readonly bytes: Uint8Array;
  /** As the header has it. */
  readonly charset: string | undefined;
  readonly html: boolean;
  readonly url: string;
}
export interface PageRead extends ReadablePage {
  /** There was more text than anybody takes. */
  readonly cut: boolean;
}

/** A page longer than this is not read to its end by any model; and handing over more would hold up the host. */
export const MAX_CHARS = 1 << 20;

/** Pages are built to be read by browsers, or to keep readers busy. */
const MAX_MS = 20_000;
const MAX_MEMORY_MB = 768;

/** Decodes a page and makes it readable, in a thread of its own that ends with it. */
export async function readPage(workerPath: string, job: PageJob, signal: AbortSignal): Promise<PageRead> {
  signal.throwIfAborted();
  const worker = new Worker(workerPath, {
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
  });
  const bounded = AbortSignal.any([signal, AbortSignal.timeout(MAX_MS)]);
  try {
    return await new Promise<PageRead>((resolve, reject) => {
      worker.once("message", resolve).once("error", (error) => reject(unreadable(job.url, error)));
      worker.once("exit", () => reject(unreadable(job.url, undefined)));
      bounded.addEventListener("abort", () => reject(signal.aborted ? signal.reason : tooSlow(job.url)), {
        once: true,
      });
      // Copied once: the bytes may be a part of a larger buffer.
      const bytes = new Uint8Array(job.bytes);
      worker.postMessage({ ...job, bytes }, [bytes.buffer]);
    });
  } finally {
    void worker.terminate();
  }
}

function unreadable(url: string, cause: unknown): ToolError {
  return new ToolError("parse", `The page at ${url} can't be made readable.`, undefined, { cause });
}

function tooSlow(url: string): ToolError {
  return new ToolError("timeout", `The page at ${url} took more than ${MAX_MS / 1000} s to be made readable.`);
}
