import { setTimeout as sleep } from "node:timers/promises";

/** Asks again until there is an answer. A failure on the way counts as no answer and is told when time is up. */
export async function until<T>(what: string, ask: () => T | Promise<T>, timeoutMs = 30_000): Promise<NonNullable<T>> {
  let failure: unknown;
  for (const end = Date.now() + timeoutMs; Date.now() < end; await sleep(50)) {
    try {
      const answer = await ask();
      if (answer) return answer;
    } catch (error) {
      failure = error;
    }
  }
  const last = failure instanceof Error ? ` (${failure.message})` : "";
  throw new Error(`Waited ${timeoutMs} ms in vain for: ${what}${last}`, { cause: failure });
}
