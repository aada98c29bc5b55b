import { Worker } from "node:worker_threads";
import type { ProgramLimits } from "../../core/operations/programs";

/**
 * A program's loop stops all else on its thread, so another one watches: it ends the process when the program used up
 * what it may, and when the host is gone. Why is written to the process's error output, where V8 complains too.
 */
export function startGuard(): Guard {
  // The host may be gone by the time the thread looks.
  const worker = new Worker(GUARD, { eval: true, env: {}, workerData: process.ppid });
  return {
    ready: new Promise((resolve) => worker.once("online", resolve)),
    watch: ({ heapMb, cpuMs }) => worker.postMessage({ cpuMs, rssBytes: (heapMb + BESIDE_HEAP_MB) * 2 ** 20 }),
  };
}

export interface Guard {
  /** No program may start before: its loop could keep the thread from starting. */
  readonly ready: Promise<void>;
  watch(limits: ProgramLimits): void;
}

const BESIDE_HEAP_MB = 400;
const IDLE_MS = 500;
const RUNNING_MS = 40;

const GUARD = `
const { parentPort, workerData: parent } = require("node:worker_threads");
const { writeSync } = require("node:fs");
const end = (why) => {
  try { writeSync(2, why); } catch {}
  process.kill(process.pid, "SIGKILL");
};
const spent = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
const orphaned = () => {
  if (process.ppid !== parent) end("orphan");
};
setInterval(orphaned, ${IDLE_MS});
parentPort.once("message", ({ cpuMs, rssBytes }) => {
  const before = spent();
  setInterval(() => {
    if (process.memoryUsage.rss() > rssBytes) end("limit: memory");
    if (spent() - before > cpuMs) end("limit: cpu");
  }, ${RUNNING_MS});
});
`;
