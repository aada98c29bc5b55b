import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Scenario, type ScriptedModel, startScriptedModel } from "../test/support/scriptedModel";

/** The checkout; the bench runs as `dist/bench.mjs`, one level below it as its source is. */
export const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** One of the two that are compared: the least possible loop, and ours. */
export interface Peer {
  readonly name: "floor" | "headless";
  command(url: string, workspace: string, prompt: string): readonly string[];
}

export const FLOOR: Peer = {
  name: "floor",
  // It wants the address without `/v1`.
  command: (url, _workspace, prompt) => [join(ROOT, "bench/floor.mjs"), url.replace(/\/v1$/, ""), prompt],
};

export const HEADLESS: Peer = {
  name: "headless",
  command: (url, workspace, prompt) => [
    join(ROOT, "dist/headless.js"),
    "--workspace",
    workspace,
    "--model",
    url,
    "--prompt",
    prompt,
  ],
};

export interface Run {
  readonly server: ScriptedModel;
  /** `performance.now()` when the process was started and when it had ended. */
  readonly started: number;
  readonly ended: number;
  readonly cpuMs: number;
  readonly maxRssMb: number;
}

/** One process from start to end against a scripted model of its own. */
export async function runPeer(peer: Peer, scenario: Scenario, workspace: string): Promise<Run> {
  const server = await startScriptedModel(scenario);
  try {
    const started = performance.now();
    const usage = await spawned(peer.command(server.url, workspace, "Go."), workspace);
    return { server, started, ended: performance.now(), ...usage };
  } finally {
    await server.close();
  }
}

function spawned(args: readonly string[], cwd: string): Promise<{ cpuMs: number; maxRssMb: number }> {
  const child = spawn(process.execPath, ["--require", join(ROOT, "bench/usage.cjs"), ...args], {
    cwd,
    stdio: ["ignore", "pipe", "pipe", "pipe"],
  });
  let usage = "";
  let errors = "";
  child.stdout?.resume();
  child.stderr?.on("data", (chunk) => {
    errors += chunk;
  });
  child.stdio[3]?.on("data", (chunk) => {
    usage += chunk;
  });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) =>
      code === 0 ? resolve(JSON.parse(usage)) : reject(new Error(`${args[0]} ended with ${code}: ${errors}`)),
    );
  });
}

/** One process is mostly start-up and cold code, and varies: an odd number of them, more than the least that would do. */
const ROUNDS = 15;

/** Both peers in turn, so that a busy machine is busy for both; the first round only warms up. */
export async function interleaved(scenario: () => Scenario, workspace: string): Promise<{ floor: Run[]; ours: Run[] }> {
  const floor: Run[] = [];
  const ours: Run[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const pair = [await runPeer(FLOOR, scenario(), workspace), await runPeer(HEADLESS, scenario(), workspace)] as const;
    if (round === 0) continue;
    floor.push(pair[0]);
    ours.push(pair[1]);
  }
  return { floor, ours };
}

export const STEPS = 20;

/** A small workspace with a file for each step, away when `work` has ended. */
export async function withWorkspace<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-bench-"));
  try {
    mkdirSync(join(folder, "src"));
    for (let step = 0; step < 2 * STEPS; step++)
      writeFileSync(join(folder, fileOf(step)), `// File ${step}\n${"export const value = 1;\n".repeat(40)}`);
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export const fileOf = (step: number): string => `src/file${step}.ts`;

/** So many read steps, then a word. */
export const readSteps = (steps = STEPS): Scenario => ({
  kind: "loop",
  steps,
  call: (step: number) => ({ name: "read", args: { path: fileOf(step) } }),
});

/** Server's end of each answer to the arrival of the next request, for the requests from `first` to before `end`. */
export function gapsBetween(server: ScriptedModel, first = 0, end = server.requests.length): number[] {
  const ends = server.ends();
  return server
    .arrivals()
    .slice(first + 1, end)
    .map((arrival, index) => arrival - (ends[first + index] ?? Number.NaN));
}
