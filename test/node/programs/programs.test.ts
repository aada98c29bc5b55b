import { execFileSync, spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildSync } from "esbuild";
import { afterAll, describe, expect, test } from "vitest";
import type { ProgramAnswer } from "../../../src/core/operations/programs";
import { createPrograms } from "../../../src/node/programs/programs";
import { CASE_LIMITS, runCase } from "../../support/programCases";
import { temporaryFolder } from "../support/folder";
import { bundledSandbox } from "../support/sandbox";

const entry = bundledSandbox();
const programs = createPrograms({ entry });
afterAll(() => programs.close());

const LONG = { ms: 20_000 };
const stopped = { how: "killed", by: "stopped" };

/** Process ids of sandboxes that run from an entry. */
function sandboxes(of: string): number[] {
  const lines = execFileSync("ps", ["-eo", "pid=,args="], { encoding: "utf8" }).split("\n");
  return lines.filter((line) => line.includes(of) && !line.includes("hostOf")).map((line) => Number.parseInt(line, 10));
}

async function until(check: () => boolean): Promise<void> {
  while (!check()) await new Promise((resolve) => setTimeout(resolve, 20));
}

/** A call that the test answers itself. */
function heldCalls() {
  const open: ((answer: ProgramAnswer) => void)[] = [];
  let most = 0;
  const answer = (): Promise<ProgramAnswer> =>
    new Promise((resolve) => {
      open.push(resolve);
      most = Math.max(most, open.length);
    });
  return { answer, open, most: () => most, next: () => open.shift()?.({ value: '{"content":1}' }) };
}

test("a program that is stopped is over, and so is its process", async () => {
  const own = bundledSandbox();
  const alone = createPrograms({ entry: own });
  const controller = new AbortController();
  const host = { call: () => new Promise<never>(() => {}), log: () => controller.abort() };
  const end = await alone.run("console.log('up'); while (true);", CASE_LIMITS, host, controller.signal);
  expect(end).toMatchObject(stopped);
  alone.close();
  await until(() => sandboxes(own).length === 0);
});

test("four run at once, a fifth waits, and a waiting one can be stopped", async () => {
  const calls = heldCalls();
  const program = "return (await tools.call('x')).content;";
  const four = Array.from({ length: 4 }, () => runCase(programs, program, { ...LONG, answer: calls.answer }));
  await until(() => calls.open.length === 4);
  const waiting = runCase(programs, program, { ...LONG, answer: calls.answer });
  expect((await runCase(programs, program, { ms: 50 })).end).toMatchObject(stopped);
  expect(calls.open).toHaveLength(4);
  calls.next();
  await until(() => calls.open.length === 4);
  while (calls.open.length > 0) calls.next();
  const ends = await Promise.all([...four, waiting]);
  expect(ends.map(({ end }) => end)).toEqual(Array.from({ length: 5 }, () => ({ how: "returned", value: "1" })));
});

test("processor time is limited whether or not anybody waits", async () => {
  const { end } = await runCase(programs, "while (true);", { ...LONG, limits: { ...CASE_LIMITS, cpuMs: 300 } });
  expect(end).toMatchObject({ how: "killed", by: "cpu" });
});

test("memory is limited, in V8's heap and beside it, and the next program starts", async () => {
  for (const program of [
    "const a = []; for (;;) a.push(new Array(1e4).fill(a.length));",
    "let s = 'é€'; for (;;) s = (s + s).replace('x', '');",
  ]) {
    const { end } = await runCase(programs, program, LONG);
    if (end.how !== "threw") expect(end).toMatchObject({ how: "killed", by: "memory" });
  }
  expect((await runCase(programs, "return 'next';", LONG)).end).toEqual({ how: "returned", value: '"next"' });
});

test("no more calls are open at once than may be, and all are made in order", async () => {
  const calls = heldCalls();
  const program = "return (await Promise.all(Array.from({ length: 30 }, (_, i) => tools.call('t' + i)))).length;";
  const running = runCase(programs, program, { ...LONG, answer: calls.answer });
  await until(() => calls.open.length === 8);
  const answering = setInterval(() => calls.next(), 2);
  const { end, calls: made } = await running;
  clearInterval(answering);
  expect(end).toEqual({ how: "returned", value: "30" });
  expect(calls.most()).toBe(8);
  expect(made.map(({ name }) => name)).toEqual(Array.from({ length: 30 }, (_, i) => `t${i}`));
});

test("what a program logged is there although it hangs; past the limit it is cut, and said so", async () => {
  const limits = { ...CASE_LIMITS, logBytes: 100, cpuMs: 500 };
  const program =
    "console.log('a', { b: [1] }, 2n); console.error(new TypeError('c')); console.info('é'.repeat(80)); for (;;);";
  const { log } = await runCase(programs, program, { ...LONG, limits });
  expect(log.slice(0, 2)).toEqual(['a {"b":[1]} 2n', "TypeError: c"]);
  expect(log[2]).toMatch(/^é{3,40} … \(the log is full\)$/);
});

test("a program that is too long is refused by the host itself", async () => {
  const { end } = await runCase(programs, `return 1;${" ".repeat(1 << 20)}`, LONG);
  expect(end).toMatchObject({ how: "rejected", message: expect.stringContaining("characters") });
});

test("a process that can't be started is a crash of the program, not of the host", async () => {
  const none = createPrograms({ entry, execPath: join(temporaryFolder(), "no-such-program") });
  for (const _round of [1, 2]) expect((await runCase(none, "return 1;", LONG)).end).toMatchObject({ by: "crash" });
  none.close();
});

test("what is still open when a program returns is nobody's any more", async () => {
  const calls = heldCalls();
  const { end } = await runCase(programs, "tools.call('x'); return 1;", { ...LONG, answer: calls.answer });
  expect(end).toEqual({ how: "returned", value: "1" });
  calls.next();
  expect((await runCase(programs, "return 2;", LONG)).end).toEqual({ how: "returned", value: "2" });
});

test.runIf(process.platform === "linux")("its process has nothing of the host's environment", async () => {
  const own = bundledSandbox();
  const alone = createPrograms({ entry: own });
  const calls = heldCalls();
  const running = runCase(alone, "await tools.call('x');", { ...LONG, answer: calls.answer });
  await until(() => calls.open.length === 1);
  const [pid] = sandboxes(own);
  const names = readFileSync(`/proc/${pid}/environ`, "utf8")
    .split("\0")
    .map((line) => line.split("=")[0]);
  expect(names.filter((name) => name && !/^NODE_CHANNEL_/.test(name))).toEqual([]);
  calls.next();
  await running;
  alone.close();
});

test("a program in an endless loop ends with its host, even one that is killed", async () => {
  const folder = temporaryFolder();
  const own = bundledSandbox();
  const host = join(folder, "hostOf.cjs");
  const source = `import { createPrograms } from "./programs";
    const host = { call: async () => ({ value: "1" }), log: () => process.stdout.write("up") };
    void createPrograms({ entry: ${JSON.stringify(own)} }).run("console.log(1); for (;;);", ${JSON.stringify(CASE_LIMITS)}, host, new AbortController().signal);`;
  const resolveDir = join(import.meta.dirname, "../../../src/node/programs");
  buildSync({ stdin: { contents: source, resolveDir, loader: "ts" }, outfile: host, bundle: true, platform: "node" });
  const process_ = spawn(process.execPath, [host], { stdio: ["ignore", "pipe", "inherit"] });
  await new Promise((resolve) => process_.stdout.once("data", resolve));
  expect(sandboxes(own)).toHaveLength(1);
  process_.kill("SIGKILL");
  await until(() => sandboxes(own).length === 0);
});

describe("a process that somebody got out into", () => {
  /** Instead of a sandbox: what a program could do that has all of its process. */
  const hostile = async (script: string) => {
    const file = join(temporaryFolder(), "code.js");
    writeFileSync(file, `const say = (m) => process.send(m);\nprocess.on("message", (m) => {\n${script}\n});`);
    const taken = createPrograms({ entry: file });
    const ran = await runCase(taken, "return 1;", LONG);
    taken.close();
    return ran;
  };

  test.each([
    ["says nonsense", 'say({ say: "returned", value: 1 });', "crash"],
    ["says more than is asked", 'say({ say: "log", line: "x", more: 1 });', "crash"],
    [
      "makes too many calls",
      'for (let id = 1; id < 1000; id++) say({ say: "call", id, name: "hang", args: "{}" });',
      "calls",
    ],
    ["makes too large a call", 'say({ say: "call", id: 1, name: "echo", args: "x".repeat(2e6) });', "crash"],
    ["logs without end", 'for (let i = 0; i < 1e4; i++) say({ say: "log", line: "0123456789" });', "crash"],
    ["returns too much", 'say({ say: "returned", value: "x".repeat(2e5) });', "crash"],
    ["goes away", "process.exit(0);", "crash"],
  ])("meets the host's own bounds: %s", async (_title, script, by) => {
    const { end, calls, log } = await hostile(script);
    expect(end).toMatchObject({ how: "killed", by });
    expect(calls.length).toBeLessThanOrEqual(8);
    expect(log.join("").length).toBeLessThanOrEqual(CASE_LIMITS.logBytes);
  });
});
