import type { ChildProcess } from "node:child_process";
import { Socket } from "node:net";

/** An idle child must not keep its host from ending. */
export function keepsAwake(child: ChildProcess, busy: boolean): void {
  const parts = [child, child.channel, ...child.stdio];
  for (const part of parts) {
    if (part instanceof Socket || part === child || part === child.channel) busy ? refer(part) : unrefer(part);
  }
}

type Referable = { ref?: () => unknown; unref?: () => unknown } | null | undefined;
const refer = (part: Referable): unknown => part?.ref?.();
const unrefer = (part: Referable): unknown => part?.unref?.();

/** The end of what a child wrote to its error output. */
export function lastWords(child: ChildProcess): () => string {
  let words = "";
  const take = (text: string): void => {
    words = (words + text).slice(-2000);
  };
  child.stderr
    ?.setEncoding("utf8")
    .on("data", take)
    .on("error", () => {});
  return () => words.trim();
}
