/**
 * Entry of the small process from which commands start: starting one from a big host blocks the host by its
 * size. It ends with its host, and takes the commands with it.
 */
import { Socket } from "node:net";
import { Worker } from "node:worker_threads";
import { type Running, signalGroup, startCommand } from "../node/command";
import { errnoOf } from "../node/errors";
import { FRAME, FRAMES_FD, type FrameKind, frame, type Order, type RunOrder } from "../node/frames";
import { type OutputPipe, openPipe } from "../node/outputPipe";
import { confine } from "../node/sandbox/confine";

/** How much may wait for the host before the commands wait too: with less, each chunk waits for the one before. */
const WAITING_BYTES = 1 << 20;
const pipeToHost = { fd: FRAMES_FD, readable: false, writable: true, writableHighWaterMark: WAITING_BYTES };
const frames = new Socket(pipeToHost);
const running = new Map<number, Running>();
/** Stops that came before their command was up. */
const stopped = new Set<number>();
/** Made ahead, so that a command does not wait for it. */
let nextPipe = openPipe();

function send(kind: FrameKind, id: number, body: Buffer): void {
  const more = frames.write(frame(kind, id, body));
  if (!more) for (const { output } of running.values()) output.pause(true);
}

function sendJson(kind: FrameKind, id: number, value: unknown): void {
  send(kind, id, Buffer.from(JSON.stringify(value)));
}

async function run(order: RunOrder): Promise<void> {
  const { id } = order;
  const pipe = order.apart ? undefined : await takePipe();
  let done = (): void => {};
  try {
    const confined = order.confined && (await confine(order.shell, order.confined.command, order.confined.to));
    if (confined) done = confined.ended;
    const command = await startCommand({ ...order, ...confined }, pipe, (chunk, stream) =>
      send(FRAME[stream], id, chunk),
    );
    running.set(id, command);
    tellGuard();
    sendJson(FRAME.started, id, { pid: command.pid });
    if (stopped.has(id)) command.stop();
    const ended = await command.ended;
    running.delete(id);
    tellGuard();
    sendJson(FRAME.ended, id, ended);
  } catch (error) {
    sendJson(FRAME.refused, id, { errno: errnoOf(error) ?? String(error) });
  } finally {
    done();
    stopped.delete(id);
  }
}

function takePipe(): Promise<OutputPipe | undefined> {
  const ready = nextPipe;
  nextPipe = openPipe();
  return ready;
}

function tellGuard(): void {
  guard.postMessage([...running.values()].map(({ pid }) => pid));
}

function leave(): never {
  for (const { pid } of running.values()) signalGroup(pid, "SIGKILL");
  process.exit();
}

/**
 * A loop that never yields would miss the end of the host; a thread does not. It gets the process ids of the
 * commands that run, since it must end them too.
 */
const guard = new Worker(
  `const { parentPort } = require("node:worker_threads");
  const parent = process.ppid;
  let groups = [];
  parentPort.on("message", (pids) => { groups = pids; });
  setInterval(() => {
    if (process.ppid === parent) return;
    for (const pid of [...groups.map((group) => -group), process.pid]) {
      try { process.kill(pid, "SIGKILL"); } catch {}
    }
  }, 500);`,
  { eval: true },
);

frames.on("drain", () => {
  for (const { output } of running.values()) output.pause(false);
});
frames.on("error", leave);
process.on("disconnect", leave);
process.on("message", (order: Order) => {
  if (order.do === "run") void run(order);
  else if (running.has(order.id)) running.get(order.id)?.stop();
  else stopped.add(order.id);
});
