// Long because each way in which a real process can end or hang is one test; they share one broker.
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { buildSync } from "esbuild";
import { afterAll, describe, expect, test } from "vitest";
import type { CommandEnd } from "../../src/core/operations/processes";
import { commandEnvironment } from "../../src/node/environment";
import { createProcesses, type ProcessSettings } from "../../src/node/processes";
import { fakePermit } from "../fakes/permit";
import { bundledBroker } from "./support/broker";
import { temporaryFolder } from "./support/folder";

const brokerPath = bundledBroker();
const cwd = temporaryFolder();
const settings: ProcessSettings = { brokerPath, cwd, env: () => commandEnvironment(process.env) };
const processes = createProcesses(settings);
afterAll(() => processes.close());

interface Ran {
  readonly end: CommandEnd;
  readonly text: string;
}

async function run(
  command: string,
  options: { timeoutMs?: number; signal?: AbortSignal; ports?: typeof processes } = {},
) {
  const parts: string[] = [];
  const request = { command, callId: "c1", timeoutMs: options.timeoutMs ?? 20_000 };
  const signal = options.signal ?? new AbortController().signal;
  const permit = fakePermit({ commands: [command] });
  const end = await (options.ports ?? processes).run(permit, request, (text) => parts.push(text), signal);
  return { end, text: parts.join("") } satisfies Ran;
}

/** Waits until something outside of this process holds, as long as the test may last. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await sleep(10);
}

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // A process that nobody reaped has ended all the same.
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}

describe("how a command ends", () => {
  test("with its code and output", async () => {
    const { end, text } = await run("echo hello; exit 3");
    expect(text).toBe("hello\n");
    expect(end).toMatchObject({ how: "exited", code: 3, leftOpen: false });
  });

  test("killed by a signal", async () => {
    expect((await run("kill -SEGV $$")).end).toMatchObject({ how: "killed", signal: "SIGSEGV" });
  });

  test("by the caller's signal, soon, with what it printed", async () => {
    const stop = new AbortController();
    const onText = (): void => stop.abort();
    const ports = createProcesses({ ...settings, onText });
    const { end, text } = await run("echo here; sleep 60", { signal: stop.signal, ports });
    ports.close();
    expect(text).toBe("here\n");
    expect(end).toMatchObject({ how: "stopped", signal: "SIGTERM" });
    expect(end.ms).toBeLessThan(10_000);
  });

  test("not started at all when it was stopped before", async () => {
    const file = join(cwd, "never");
    const { end } = await run(`touch ${file}`, { signal: AbortSignal.abort() });
    expect(end.how).toBe("stopped");
    expect(() => readFileSync(file)).toThrow();
  });

  test("by timeout, also when it and its children ignore TERM", async () => {
    const command = `trap '' TERM; (trap '' TERM; echo $BASHPID; while :; do sleep 0.1; done) & echo $$; while :; do sleep 0.1; done`;
    const { end, text } = await run(command, { timeoutMs: 300 });
    expect(end).toMatchObject({ how: "timeout" });
    expect(end.signal).toBe("SIGKILL");
    const pids = text.trim().split("\n").map(Number);
    expect(pids).toHaveLength(2);
    await until(() => !pids.some(alive));
  });

  test("a timeout gives the command time to tidy up", async () => {
    const { end, text } = await run(`trap 'echo tidy; exit 7' TERM; while :; do sleep 0.02; done`, { timeoutMs: 200 });
    expect(end).toMatchObject({ how: "timeout", code: 7 });
    expect(text).toContain("tidy\n");
  });

  test("a background grandchild that holds the output does not hold the call", async () => {
    const { end, text } = await run("sleep 30 & echo $!");
    expect(end).toMatchObject({ how: "exited", code: 0, leftOpen: true });
    expect(end.ms).toBeLessThan(10_000);
    const pid = Number(text);
    expect(alive(pid)).toBe(true);
    process.kill(pid, "SIGKILL");
  });

  test("neither does one that never stops printing, in a session of its own", async () => {
    const { end, text } = await run(
      `setsid bash -c 'echo $$; while echo noise; do sleep 0.01; done' & sleep 0.2; echo done`,
    );
    expect(end).toMatchObject({ how: "exited", code: 0, leftOpen: true });
    expect(text).toContain("done\n");
    const pid = Number(/^\d+$/m.exec(text)?.[0]);
    // Its pipe is gone, so its next word ends it.
    await until(() => !alive(pid));
  });

  test("a program that takes the whole screen still ends, since nobody can answer it", async () => {
    const { end, text } = await run(`printf '\\033[?1049h'; read -r line; echo "read: $?"`);
    expect(text).toContain("\u001b[?1049h");
    expect(text).toContain("read: 1");
    expect(end.how).toBe("exited");
  });
});

describe("output", () => {
  test("of both streams comes in the order it was written", async () => {
    const { text } = await run("for i in 1 2 3 4 5; do echo out $i; echo err $i >&2; done");
    expect(text).toBe([1, 2, 3, 4, 5].map((n) => `out ${n}\nerr ${n}\n`).join(""));
  });

  test("can be written by the names of the streams", async () => {
    const { text, end } = await run(
      "echo a > /dev/stderr; echo b | tee /dev/stderr >/dev/null; cat /dev/null > /dev/stdout",
    );
    expect(text).toBe("a\nb\n");
    expect(end.code).toBe(0);
  });

  test("of 100 MB comes whole and in order, and memory stays", async () => {
    const permit = fakePermit({ commands: ["seq -f '%012.0f padding' 1 5000000"] });
    const request = { command: "seq -f '%012.0f padding' 1 5000000", callId: "c1", timeoutMs: 60_000 };
    let bytes = 0;
    let tail = "";
    let most = 0;
    const before = process.memoryUsage().rss;
    const take = (text: string): void => {
      bytes += text.length;
      tail = (tail + text).slice(-21);
      most = Math.max(most, process.memoryUsage().rss - before);
    };
    await processes.run(permit, request, take, new AbortController().signal);
    expect(bytes).toBe(5_000_000 * 21);
    expect(tail).toBe("000005000000 padding\n");
    expect(most).toBeLessThan(100 << 20);
    const rss = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${processes.brokerPid}/status`, "utf8"))?.[1];
    expect(Number(rss)).toBeLessThan(150 << 10);
  });

  test("just before the end is not lost", async () => {
    const { text } = await run(`head -c 60000 /dev/zero | tr '\\0' x; sleep 30 & echo; echo $!`);
    const [body, pid] = text.split("\n");
    process.kill(Number(pid), "SIGKILL");
    expect(body).toHaveLength(60_000);
  });

  test("that is no UTF-8 is read line by line in the code page", async () => {
    const { text } = await run(
      `printf 'caf\\xe9\\n'; printf '\\xe6\\xb1'; sleep 0.05; printf '\\x89 ok\\n'; printf 'end\\xe9'`,
    );
    expect(text).toBe("café\n汉 ok\nendé");
  });
});

describe("what a command gets", () => {
  test("no input, no pager, no prompt, the workspace folder", async () => {
    const { text } = await run(
      `read -r x || echo "no input"; echo $PAGER $GIT_PAGER $GIT_TERMINAL_PROMPT $TERM $NO_COLOR; pwd`,
    );
    expect(text).toBe(`no input\ncat cat 0 dumb 1\n${cwd}\n`);
  });

  test("nothing of the host's environment that it must not have, and no descriptors but three", async () => {
    const secrets = { ...process.env, MY_TOKEN: "t", VSCODE_PID: "1", NODE_OPTIONS: "--x", BASH_ENV: "/tmp/x" };
    const ports = createProcesses({ ...settings, env: () => commandEnvironment(secrets) });
    const { text } = await run("env; tr '\\0' '\\n' < /proc/$PPID/environ; bash -c 'ls -l /proc/$PPID/fd'; true", {
      ports,
    });
    ports.close();
    expect(text).not.toMatch(/^(MY_TOKEN|VSCODE_\w+|NODE_OPTIONS|BASH_ENV)=/m);
    // The broker's own are 3 and up; what the test itself was started with may be open further on.
    expect(text.match(/ 1?\d -> .*/g)).toEqual([
      expect.stringMatching(/^ 0 -> .dev.null$/),
      expect.stringMatching(/^ 1 -> .*gatehouse-pipe/),
      expect.stringMatching(/^ 2 -> .*gatehouse-pipe/),
    ]);
  });

  test("a process group of its own", async () => {
    const { text } = await run("echo $$ $(ps -o pgid= -p $$)");
    const [pid, group] = text.trim().split(/\s+/);
    expect(group).toBe(pid);
  });
});

describe("what is refused", () => {
  test("a command that the permit does not cover", async () => {
    const request = { command: "echo b", callId: "c1", timeoutMs: 1000 };
    const running = processes.run(
      fakePermit({ commands: ["echo a"] }),
      request,
      () => {},
      new AbortController().signal,
    );
    await expect(running).rejects.toMatchObject({ code: "permission_denied" });
  });

  test("one too long for the system, one with a NUL, one in a folder that is gone", async () => {
    await expect(run(`: ${"x".repeat(200_000)}`)).rejects.toMatchObject({ code: "invalid_argument" });
    await expect(run("echo \0")).rejects.toMatchObject({ code: "invalid_argument" });
    const ports = createProcesses({ ...settings, cwd: join(cwd, "gone") });
    await expect(run("pwd", { ports })).rejects.toMatchObject({ code: "not_found" });
    ports.close();
  });
});

describe("the broker", () => {
  test("that is killed ends the call with words, ends the command, and the next command has a new one", async () => {
    const pids: number[] = [];
    const onText = (_id: string, text: string): void => {
      pids.push(Number(text));
      if (ports.brokerPid !== undefined) process.kill(ports.brokerPid, "SIGKILL");
    };
    const ports = createProcesses({ ...settings, onText });
    await expect(run("echo $$; sleep 60", { ports })).rejects.toMatchObject({ code: "internal" });
    await until(() => !pids.some(alive));
    const { text } = await run("echo again > /dev/stderr; exec 1>&2; true", { ports: processes });
    expect(text).toBe("again\n");
    const quiet = createProcesses(settings);
    expect((await run("echo new", { ports: quiet })).text).toBe("new\n");
    quiet.close();
    ports.close();
  });

  test("that goes while a new one is up already ends its own commands, and no others", async () => {
    let second: ReturnType<typeof run> | undefined;
    const onText = (): void => {
      if (second) return;
      ports.close();
      second = run("sleep 0.3; echo second", { ports });
    };
    const ports = createProcesses({ ...settings, onText });
    await expect(run("echo first; sleep 60", { ports })).rejects.toMatchObject({ code: "internal" });
    expect((await second)?.text).toBe("second\n");
    ports.close();
  });

  test("starts anew after its death", async () => {
    const ports = createProcesses(settings);
    await run("true", { ports });
    const first = ports.brokerPid;
    process.kill(first ?? 0, "SIGKILL");
    await until(() => ports.brokerPid === undefined);
    expect((await run("echo two", { ports })).text).toBe("two\n");
    expect(ports.brokerPid).not.toBe(first);
    ports.close();
  });

  test("that can't start says why", async () => {
    const broken = join(cwd, "broken.js");
    writeFileSync(broken, "throw new Error('the broker is broken')");
    const ports = createProcesses({ ...settings, brokerPath: broken });
    const expected = { code: "internal", message: expect.stringContaining("the broker is broken") };
    await expect(run("true", { ports })).rejects.toMatchObject(expected);
  });

  test("runs several commands at once", async () => {
    const results = await Promise.all([1, 2, 3].map((n) => run(`sleep 0.${n}; echo ${n}`)));
    expect(results.map(({ text }) => text)).toEqual(["1\n", "2\n", "3\n"]);
  });

  test("a listener that throws ends its command and nothing else", async () => {
    const ports = createProcesses({
      ...settings,
      onText: (_id, text) => {
        if (text.includes("bad")) throw new Error("no room");
      },
    });
    await expect(run("echo bad; sleep 60", { ports })).rejects.toThrow("no room");
    expect((await run("echo good", { ports })).text).toBe("good\n");
    ports.close();
  });
});

test("tells the editor's terminals what starts, prints and ends", async () => {
  const seen: string[] = [];
  const ports = createProcesses({
    ...settings,
    onStart: (id, command) => seen.push(`${id} starts ${command}`),
    onText: (id, text) => seen.push(`${id} prints ${text.trim()}`),
    onEnd: (id, end) => seen.push(`${id} ends ${end?.code}`),
  });
  await run("echo hi", { ports });
  ports.close();
  expect(seen).toEqual(["c1 starts echo hi", "c1 prints hi", "c1 ends 0"]);
});

describe("a host", () => {
  /** A small host of its own, so that it can be killed. */
  function host(body: string): string {
    const entry = join(temporaryFolder(), "host.ts");
    const source = join(import.meta.dirname, "../..");
    writeFileSync(
      entry,
      `import { createProcesses } from ${JSON.stringify(join(source, "src/node/processes"))};
      import { fakePermit } from ${JSON.stringify(join(source, "test/fakes/permit"))};
      const ports = createProcesses({ brokerPath: ${JSON.stringify(brokerPath)}, cwd: "/", env: () => ({ PATH: process.env.PATH ?? "" }) });
      const run = (command: string) => ports.run(fakePermit({ commands: [command] }),
        { command, callId: "c1", timeoutMs: 60000 }, (text) => process.stdout.write(text), new AbortController().signal);
      ${body}`,
    );
    const outfile = entry.replace(".ts", ".mjs");
    buildSync({ entryPoints: [entry], outfile, bundle: true, platform: "node", format: "esm", target: "node22" });
    return outfile;
  }

  test("that has nothing more to do ends though its broker is up", () => {
    const output = execFileSync(process.execPath, [host(`await run("echo done");`)], {
      encoding: "utf8",
      timeout: 20_000,
    });
    expect(output).toBe("done\n");
  });

  test.each([
    ["", false],
    ["even when the broker hangs", true],
  ])("that is killed takes broker and command with it %s", async (_name, hang) => {
    const child = spawn(process.execPath, [host(`await run("echo $$ $PPID; sleep 60");`)], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [first] = (await new Promise<Buffer>((resolve) => child.stdout.once("data", resolve))).toString().split("\n");
    const [command = 0, broker = 0] = (first ?? "").split(" ").map(Number);
    expect([command, broker].every(alive)).toBe(true);
    if (hang) process.kill(broker, "SIGSTOP");
    child.kill("SIGKILL");
    if (hang) process.kill(broker, "SIGCONT");
    await until(() => !alive(broker) && !alive(command));
  });
});

test("leaves no named pipes behind", async () => {
  const base = mkdtempSync(join(tmpdir(), "gatehouse-tmp-"));
  const ports = createProcesses({ ...settings, env: () => ({ ...commandEnvironment(process.env), TMPDIR: base }) });
  await run("true", { ports });
  ports.close();
  await until(() => execFileSync("ls", [base], { encoding: "utf8" }) === "");
  rmSync(base, { recursive: true });
});
