import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { extname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { McpFailure } from "../../core/mcp/failure";
import { signalGroup } from "../command";
import { errnoOf } from "../errors";

/** From the end of its input to asking it to end, and from there to making it end. */
const LEAVE_MS = 500;
const TERM_MS = 1_000;
const GONE_MS = 2_000;

export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string | undefined;
  readonly env: Readonly<Record<string, string>>;
}

/** Starts a server in a process group of its own. Rejects with `McpFailure`. */
export async function launch(order: Launch): Promise<ChildProcessWithoutNullStreams> {
  const { command, args } = onThisSystem(order);
  try {
    const child = spawn(command, args, {
      cwd: order.cwd,
      env: order.env,
      stdio: ["pipe", "pipe", "pipe"],
      detached: process.platform !== "win32",
      windowsHide: true,
      windowsVerbatimArguments: command !== order.command,
    });
    await new Promise((resolve, reject) => child.once("spawn", resolve).once("error", reject));
    return child;
  } catch (error) {
    throw cantStart(order, error);
  }
}

function cantStart({ command, cwd }: Launch, error: unknown): McpFailure {
  const errno = errnoOf(error);
  // The system says the same when it is the folder that is missing.
  const place = cwd === undefined ? "" : ` or its folder ${cwd} is missing`;
  if (errno === "ENOENT") return new McpFailure("start", `The command ${command} was not found${place}.`);
  return new McpFailure("start", `The command ${command} can't be started: ${errno ?? String(error)}.`);
}

/** Ends a server that is there no longer for: its input ends, then it is asked, then it is made to. Never rejects. */
export async function endProcess(child: ChildProcessWithoutNullStreams, exited: Promise<unknown>): Promise<void> {
  const pid = child.pid ?? 0;
  const family = descendants(pid);
  child.stdin.end();
  const left = (ms: number) => Promise.race([exited.then(() => false), sleep(ms, true)]);
  if (await left(LEAVE_MS)) {
    signalGroup(pid, "SIGTERM");
    if (await left(TERM_MS)) {
      signalGroup(pid, "SIGKILL");
      await left(GONE_MS);
    }
  }
  // What it had started goes with it, also what left its group.
  signalGroup(pid, "SIGKILL");
  for (const one of family) kill(one);
  for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy();
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has gone by itself.
  }
}

/** Processes below one, where the system tells (Linux). A process that was handed on to init before is not found. */
function descendants(pid: number): number[] {
  try {
    const text = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8");
    return text
      .split(" ")
      .filter(Boolean)
      .map(Number)
      .flatMap((child) => [child, ...descendants(child)]);
  } catch {
    return [];
  }
}

/**
 * Windows starts programs only; `npx` and its like are scripts for its shell, which reads a line its own
 * way: each argument is quoted for the program, then each sign that the shell knows is escaped, twice, since
 * such a script hands the line on to the shell once more.
 */
function onThisSystem({ command, args }: Launch): { readonly command: string; readonly args: readonly string[] } {
  if (process.platform !== "win32" || [".exe", ".com"].includes(extname(command).toLowerCase()))
    return { command, args };
  return { command: process.env["comspec"] ?? "cmd.exe", args: ["/d", "/s", "/c", `"${windowsLine(command, args)}"`] };
}

export function windowsLine(command: string, args: readonly string[]): string {
  const escaped = (text: string): string => text.replace(/[()\][%!^"`<>&|;, *?]/g, "^$&");
  const quoted = args.map((arg) => `"${arg.replace(/(\\*)"/g, '$1$1\\"').replace(/(\\*)$/, "$1$1")}"`);
  return [escaped(command), ...quoted.map((arg) => escaped(escaped(arg)))].join(" ");
}
