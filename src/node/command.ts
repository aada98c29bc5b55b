import { type ChildProcess, execFile, type StdioOptions, spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { errnoOf } from "./errors";
import type { Ended, RunOrder } from "./frames";
import { Collected, closeWriter, type OutputPipe } from "./outputPipe";

/** From asking a group to end to making it end, and from there to giving up on it. */
const GRACE_MS = 500;
const REAP_MS = 1000;
const MAX_TIMER_MS = 2 ** 31 - 1;

export interface Running {
  readonly pid: number;
  readonly output: Collected;
  /** Resolves when the command and its output have ended; never rejects. */
  readonly ended: Promise<Ended>;
  stop(): void;
}

type Early = "stopped" | "timeout";
interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** Starts one command in a process group of its own. Rejects with the system's error when it can't. */
export async function startCommand(
  order: RunOrder,
  pipe: OutputPipe | undefined,
  onOutput: (chunk: Buffer, stream: "stdout" | "stderr") => void,
): Promise<Running> {
  const child = await spawned(order, pipe);
  const streams = pipe ? [pipe.reader] : [child.stdout, child.stderr].filter((stream) => stream !== null);
  const output = new Collected(streams, (chunk, stream) => {
    onOutput(chunk, stream === child.stderr ? "stderr" : "stdout");
  });
  let end: (how: Early) => void = () => {};
  const early = new Promise<Early>((resolve) => {
    end = resolve;
  });
  const timer = setTimeout(() => end("timeout"), Math.min(order.timeoutMs, MAX_TIMER_MS));
  const pid = child.pid ?? 0;
  const ended = life(pid, exitOf(child), early, output).finally(() => clearTimeout(timer));
  return { pid, output, ended, stop: () => end("stopped") };
}

async function spawned(order: RunOrder, pipe: OutputPipe | undefined): Promise<ChildProcess> {
  const input = order.stdin === undefined ? "ignore" : "pipe";
  const stdio: StdioOptions = pipe ? [input, pipe.writer, pipe.writer] : [input, "pipe", "pipe"];
  try {
    const { cwd, env } = order;
    const child = spawn(order.shell, order.args, { cwd, env, stdio, detached: true, windowsHide: true });
    await new Promise((resolve, reject) => child.once("spawn", resolve).once("error", reject));
    // A program that reads nothing of it closes the pipe.
    child.stdin?.on("error", () => {}).end(order.stdin);
    return child;
  } catch (error) {
    pipe?.reader.destroy();
    throw error;
  } finally {
    closeWriter(pipe);
  }
}

async function life(pid: number, exited: Promise<Exit>, early: Promise<Early>, output: Collected): Promise<Ended> {
  const first = await Promise.race([exited, early]);
  const how = typeof first === "string" ? first : undefined;
  const exit = typeof first === "string" ? await endGroup(pid, exited) : first;
  const leftOpen = await output.settle();
  return {
    how: how ?? (exit?.signal ? "killed" : "exited"),
    ...(exit?.code != null && { code: exit.code }),
    ...(exit?.signal && { signal: exit.signal }),
    leftOpen,
  };
}

/** Asks the whole group, then makes it. Gives up on a process that even the system can't end. */
async function endGroup(pid: number, exited: Promise<Exit>): Promise<Exit | undefined> {
  signalGroup(pid, "SIGTERM");
  for (let waited = 0; waited < GRACE_MS && groupLives(pid); waited += 20) await sleep(20);
  signalGroup(pid, "SIGKILL");
  return Promise.race([exited, sleep(REAP_MS, undefined)]);
}

/** Also used by the host for commands whose broker died. */
export function signalGroup(pid: number, signal: NodeJS.Signals): void {
  if (pid <= 0) return;
  // Windows has no groups and no signals; taskkill takes the tree.
  if (process.platform === "win32") execFile("taskkill", ["/PID", String(pid), "/T", "/F"], () => {});
  else tryKill(-pid, signal);
}

function groupLives(pid: number): boolean {
  return process.platform === "win32" ? false : tryKill(-pid, 0);
}

function tryKill(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    return errnoOf(error) === "EPERM";
  }
}

function exitOf(child: ChildProcess): Promise<Exit> {
  return new Promise((resolve) => child.once("exit", (code, signal) => resolve({ code, signal })));
}
