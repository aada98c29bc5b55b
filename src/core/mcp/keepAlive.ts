import type { Clock } from "../operations/ports";
import { McpFailure } from "./failure";
import type { Link } from "./link";

export const PING_EVERY_MS = 30_000;
const PING_MS = 10_000;
const MAX_MISSES = 2;

/** Asks whether a server is still there while nothing else would notice, and ends the link of one that is not. */
export async function keepAlive(link: Link, clock: Clock, isBusy: () => boolean, signal: AbortSignal): Promise<void> {
  for (let misses = 0; !signal.aborted; ) {
    await clock.sleep(PING_EVERY_MS, signal).catch(() => {});
    if (signal.aborted || isBusy()) continue;
    // Whatever it answers, it is there.
    const trouble = await link.request("ping", {}, { ms: PING_MS, signal }).catch((error: unknown) => error);
    const isMiss = trouble instanceof McpFailure && !signal.aborted;
    misses = isMiss ? misses + 1 : 0;
    if (isMiss && trouble.code === "session_lost") link.end(trouble);
    else if (misses >= MAX_MISSES) link.end(new McpFailure("network", "It did not answer two pings.", true));
  }
}
