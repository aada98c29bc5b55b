import { execFileSync } from "node:child_process";
import type { Server } from "./server";
import { until } from "./until";

interface Running {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

/** Every process that came from this server, itself included. */
export function processesOf(server: Server): Running[] {
  const all = listProcesses();
  const found = all.filter(({ pid }) => pid === server.pid);
  // The list grows while it is walked: children of children.
  for (const { pid } of found) found.push(...all.filter(({ parent }) => parent === pid));
  return found;
}

/** The process in which the extension of this server's only window runs. */
export function findExtensionHost(server: Server): Promise<number> {
  const find = () => processesOf(server).findLast(({ command }) => command.includes("--type=extensionHost"))?.pid;
  return until("the extension host's process", find);
}

/** Kills it as a crash would. VS Code starts another within some 2 seconds, twice in five minutes. Gives the dead one's pid. */
export async function killExtensionHost(server: Server): Promise<number> {
  const pid = await findExtensionHost(server);
  process.kill(pid, "SIGKILL");
  await until("the extension host's end", () => !isAlive(pid));
  return pid;
}

export function isAlive(pid: number): boolean {
  return listProcesses().some((running) => running.pid === pid && !running.command.includes("<defunct>"));
}

function listProcesses(): Running[] {
  const text = execFileSync("ps", ["-axww", "-o", "pid=,ppid=,command="], { encoding: "utf8", maxBuffer: 2 ** 24 });
  return text.split("\n").flatMap((line) => {
    const [, pid, parent, command] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return pid && parent && command ? [{ pid: Number(pid), parent: Number(parent), command }] : [];
  });
}
