import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import type { Hook, HookEnd } from "../../src/core/operations/hooks";
import { commandEnvironment } from "../../src/node/environment";
import { createHooks } from "../../src/node/hooks";
import { createProcesses } from "../../src/node/processes";
import { bundledBroker } from "./support/broker";
import { temporaryFolder } from "./support/folder";

const cwd = temporaryFolder();
const env = () => commandEnvironment(process.env);
const processes = createProcesses({ brokerPath: bundledBroker(), cwd, env });
afterAll(() => processes.close());
const hooks = createHooks({
  program: processes.program,
  env,
  cwd: () => cwd,
  current: () => ({ hooks: [], problems: [] }),
});

function run(command: string, input = "{}", timeoutMs = 20_000): Promise<HookEnd> {
  const hook: Hook = { event: "tool_call_before", command, strict: false, timeoutMs };
  return hooks.run(hook, input, new AbortController().signal);
}

test("it gets the event on its standard input, and its two outputs are apart", async () => {
  const end = await run("cat; echo complaint >&2; pwd >&2", '{"event":"x","text":"\u4e2d"}');
  expect(end).toMatchObject({ how: "exited", code: 0, stdout: '{"event":"x","text":"\u4e2d"}' });
  expect(end.stderr).toContain("complaint");
});

test("a megabyte of input reaches it whole, and one that reads nothing is no fault", async () => {
  const input = JSON.stringify("x".repeat(1_000_000));
  expect((await run("wc -c", input)).stdout.trim()).toBe(String(input.length));
  expect(await run("exit 2", input)).toMatchObject({ how: "exited", code: 2 });
});

test("out of time, it and all that it started are killed", async () => {
  const mark = `hook-${process.pid}`;
  const end = await run(`(exec -a ${mark} sleep 600) & sleep 600`, "{}", 300);
  expect(end.how).toBe("timeout");
  while (alive(mark)) await sleep(20);
});

test("one that prints without end has given no answer", async () => {
  expect(await run("yes")).toMatchObject({ how: "failed", stdout: "" });
});

function alive(name: string): boolean {
  return readdirSync("/proc").some((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, "utf8").startsWith(name);
    } catch {
      return false;
    }
  });
}
