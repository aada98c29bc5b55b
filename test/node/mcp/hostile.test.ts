import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createPool } from "../../../src/core/mcp/createPool";
import { elicitByForm } from "../../../src/core/mcp/elicit";
import type { CallHelp, ServerConfig } from "../../../src/core/mcp/pool";
import { ToolError } from "../../../src/core/operations/failure";
import type { Permit } from "../../../src/core/operations/permit";
import type { Tool, ToolOutput } from "../../../src/core/tools/tool";
import { createTransports } from "../../../src/node/mcp/transports";
import { nodeClock, nodeDigest } from "../../../src/node/ports";
import expected from "../../fixtures/mcp/expect.json";
import { temporaryFolder } from "../support/folder";

/**
 * Every behaviour of the hostile server on every transport it has, against the real pool, with a healthy
 * server in the same pool that must go on answering. What is right stands in `expect.json`.
 */
const SERVER = fileURLToPath(new URL("../../fixtures/mcp/hostile-server.mjs", import.meta.url));
/** In the environment of all that is started here, so that what is left over can be found. */
const TAG = `gatehouse-hostile-${randomUUID()}`;
const env = { GATEHOUSE_TEST_TAG: TAG };
/** Where the server that lies about only reading writes. */
const MARKER = join(temporaryFolder(), "marker");
const TIMES = { connectMs: 20_000, listMs: 20_000, callMs: 20_000 };
const OURS = { source: "user", disabled: false, trusted: false, approved: true } as const;
/** What a naive client needed for this was 1.4 GB; ours grows by about 260 MB. */
const MAX_GROWTH = 400 * 1024;

interface CallEnd {
  readonly text?: string;
  readonly status?: string;
  readonly images?: readonly string[];
  readonly length?: number;
  readonly longest?: number;
  /** Of the error, in place of a result. */
  readonly code?: string;
  readonly hint?: string;
}

interface Case {
  readonly mode?: string;
  readonly args?: readonly string[];
  readonly connectMs?: number;
  readonly listMs?: number;
  readonly callMs?: number;
  /** Each step ends within this time; long enough for a busy machine. */
  readonly within?: number;
  readonly state: string;
  readonly errorCode?: string;
  readonly error?: string;
  readonly warning?: string;
  /** Names without their prefix, or how many; null where it depends on who is faster. */
  readonly tools: readonly string[] | number | null;
  readonly quarantined?: readonly string[];
  readonly description?: string;
  readonly tier?: string;
  readonly calls: readonly CallEnd[];
  /** What happens between two calls. */
  readonly between?: "down";
  /** How often a person is asked. */
  readonly asked?: number;
  readonly askedAtMost?: number;
}

type Cases = Record<string, Case & { readonly stdio?: Partial<Case>; readonly http?: Partial<Case> }>;

const cases = expected as Cases;
const modes = execFileSync(process.execPath, [SERVER, "--list"], { encoding: "utf8" })
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as { mode: string; transport: "both" | "stdio" | "http" });
const pairs = Object.entries(cases).flatMap(([name, { stdio, http, ...both }]) => {
  const mode = both.mode ?? name;
  const has = modes.find((each) => each.mode === mode)?.transport;
  const kinds = (["stdio", "http"] as const).filter((kind) => has === "both" || has === kind);
  return kinds.map((kind) => ({ name, mode, kind, right: { ...both, ...(kind === "stdio" ? stdio : http) } }));
});

const silent = { info: () => {}, warn: () => {}, error: () => {} };
const pool = createPool({
  connect: createTransports(nodeClock),
  clock: nodeClock,
  digest: nodeDigest,
  log: silent,
  clientInfo: { name: "gatehouse-test", version: "0" },
  builtinNames: ["read_file"],
  check: () => {},
  answers: { elicit: elicitByForm },
});
const configs = new Map<string, ServerConfig>();
const rejections: unknown[] = [];
const noteRejection = (reason: unknown) => rejections.push(reason);
const memoryBefore = process.resourceUsage().maxRSS;
const never = new AbortController().signal;

function configure(config: ServerConfig | string): void {
  if (typeof config === "string") configs.delete(config);
  else configs.set(config.name, config);
  pool.configure([...configs.values()]);
}

const stdioConfig = (name: string, args: readonly string[], times: Partial<typeof TIMES> = {}): ServerConfig => ({
  ...{ ...OURS, ...TIMES, ...times },
  ...{ name, transport: "stdio", command: process.execPath, args: [SERVER, ...args], env },
});

async function startHttp(args: readonly string[]): Promise<{ url: string; child: ChildProcess; lines: string[] }> {
  const child = spawn(process.execPath, [SERVER, "--http", "0", ...args], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const lines: string[] = [];
  const output = createInterface(child.stdout);
  const first = new Promise<string>((resolve) => output.once("line", resolve));
  const { url } = JSON.parse(await first) as { url: string };
  output.on("line", (line) => lines.push(line));
  return { url, child, lines };
}

function helpOf(asked: unknown[]): CallHelp {
  const people = { ask: async (form: unknown) => ({ action: "decline", asked: asked.push(form) }) as const };
  return { people, agent: "root", callId: "c1", spends: true, progress: () => {} };
}

const toolsOf = (server: string): Tool[] => pool.tools().filter((tool) => tool.server === server);

/** A result, or the error in its place. */
async function call(tool: Tool, asked: unknown[]): Promise<Partial<ToolOutput> & { error?: ToolError }> {
  const permit = {} as Permit;
  return pool.call(permit, tool, { text: "hi" }, helpOf(asked), never).catch((error: unknown) => {
    if (error instanceof ToolError) return { error };
    throw error;
  });
}

function checkCall({ error, text, status, images }: Awaited<ReturnType<typeof call>>, right: CallEnd): void {
  expect(error?.code).toBe(right.code);
  if (right.hint !== undefined) expect(error?.hint).toMatch(right.hint);
  const said = error?.message ?? text ?? "";
  if (right.text !== undefined) expect(said.slice(0, 4_000)).toMatch(new RegExp(right.text));
  expect(status).toBe(right.status);
  expect((images ?? []).map(({ mime }) => mime)).toEqual(right.images ?? []);
  if (right.length !== undefined) expect(said).toHaveLength(right.length);
  expect(said.length).toBeLessThanOrEqual(right.longest ?? 11_000_000);
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const since = performance.now();
  const result = await work;
  expect(performance.now() - since).toBeLessThan(ms);
  return result;
}

/** Until the row of a server is as wanted, with no time of ours in it. */
function until(server: string, isThere: (status: string) => boolean): Promise<void> {
  const now = () => isThere(pool.servers().find(({ name }) => name === server)?.status ?? "");
  return new Promise((resolve) => {
    const stop = pool.onChange(() => now() && done());
    const done = (): void => {
      stop();
      resolve();
    };
    if (now()) done();
  });
}

/** Linux only; elsewhere nothing is found. */
function leftOver(): string[] {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid);
  return pids.filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/environ`, "latin1").includes(TAG);
    } catch {
      return false;
    }
  });
}

beforeAll(async () => {
  process.on("unhandledRejection", noteRejection);
  configure(stdioConfig("healthy", ["--mode", "ok"]));
  await pool.connect(["healthy"], 20_000, never);
});

/** What must hold whatever was played: nothing is left of it. */
afterAll(async () => {
  await pool.close();
  process.off("unhandledRejection", noteRejection);
  expect(rejections).toEqual([]);
  expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  expect(process.resourceUsage().maxRSS - memoryBefore).toBeLessThan(MAX_GROWTH);
  await vi.waitFor(() => expect(leftOver()).toEqual([]), { timeout: 5_000 });
});

test("what is right is written down for every behaviour", () => {
  const covered = new Set(pairs.map(({ mode, kind }) => `${mode} ${kind}`));
  const all = modes.flatMap(({ mode, transport }) =>
    (transport === "both" ? ["stdio", "http"] : [transport]).map((kind) => `${mode} ${kind}`),
  );
  expect(all.filter((pair) => !covered.has(pair))).toEqual([]);
});

describe.concurrent("the hostile server", () => {
  test.each(pairs)("$name over $kind ends as it should", { timeout: 120_000 }, async ({ name, mode, kind, right }) => {
    const server = `${name.replace(/\W+/g, "-")}-${kind}`;
    const args = ["--mode", mode, "--marker", MARKER, ...(right.args ?? [])];
    const { connectMs, listMs, callMs } = { ...TIMES, ...right };
    const http = kind === "http" ? await startHttp(args) : undefined;
    configure(
      http
        ? { ...OURS, name: server, transport: "http", url: http.url, headers: {}, connectMs, listMs, callMs }
        : stdioConfig(server, args, { connectMs, listMs, callMs }),
    );
    const limit = right.within ?? 30_000;
    try {
      const [row] = await within(limit, pool.connect([server], 60_000, never));
      expect(row).toMatchObject({ status: right.state, name: server });
      expect(row?.errorCode).toBe(right.errorCode);
      if (right.error !== undefined) expect(row?.error).toMatch(new RegExp(right.error, "s"));
      if (right.warning !== undefined) expect(row?.warnings.join("\n")).toMatch(new RegExp(right.warning));
      expect(row?.quarantined.map(({ tool }) => tool)).toEqual(right.quarantined ?? []);
      const tools = toolsOf(server);
      if (typeof right.tools === "number") expect(tools).toHaveLength(right.tools);
      else if (right.tools) expect(tools.map((tool) => tool.name.slice(`mcp_${server}_`.length))).toEqual(right.tools);
      for (const tool of tools) expect(tool.name).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
      const [tool] = tools;
      if (right.description !== undefined) expect(tool?.description).toMatch(new RegExp(right.description));
      if (right.tier !== undefined) expect(tool?.mcpTier).toBe(right.tier);

      const asked: unknown[] = [];
      for (const [at, end] of right.calls.entries()) {
        if (at > 0 && right.between === "down") await until(server, (status) => status !== "ready");
        checkCall(await within(limit, call(tool as Tool, asked)), end);
      }
      if (right.asked !== undefined) expect(asked).toHaveLength(right.asked);
      expect(asked.length).toBeLessThanOrEqual(right.askedAtMost ?? right.asked ?? 0);
      const [healthy] = toolsOf("healthy");
      checkCall(await within(30_000, call(healthy as Tool, [])), { text: '^echo: \\{"text":"hi"\\}$' });
      if (mode === "http-redirect") expect(http?.lines).toEqual([]);
    } finally {
      await pool.stop(server);
      configure(server);
      http?.child.kill("SIGKILL");
    }
  });
});

test("a tool that a server changes after a call is another tool, and a permit for the old one is none for it", async () => {
  const http = await startHttp(["--mode", "rug-pull"]);
  configure({ ...OURS, ...TIMES, name: "rug", transport: "http", url: http.url, headers: {} });
  try {
    await pool.connect(["rug"], 30_000, never);
    const [before] = toolsOf("rug");
    expect((await call(before as Tool, [])).error).toBeUndefined();
    await pool.restart("rug");
    const [after] = toolsOf("rug");
    expect(after).toMatchObject({ name: before?.name, mcpTier: "destructive" });
    expect(after?.version).not.toBe(before?.version);
    expect((await call(before as Tool, [])).error?.code).toBe("precondition_failed");
  } finally {
    await pool.stop("rug");
    configure("rug");
    http.child.kill("SIGKILL");
  }
});
