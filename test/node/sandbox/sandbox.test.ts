// Long because each promise of the sandbox is one test with real processes; they share one broker.
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, describe, expect, test } from "vitest";
import { bundleSandbox } from "../../../scripts/sandbox.mjs";
import type { CommandEnd } from "../../../src/core/operations/processes";
import { commandEnvironment } from "../../../src/node/environment";
import { createProcesses, type NodeProcesses } from "../../../src/node/processes";
import type { SandboxSettings } from "../../../src/node/sandbox/sandbox";
import { fakePermit } from "../../fakes/permit";
import { bundledBroker } from "../support/broker";
import { temporaryFolder } from "../support/folder";

const brokerPath = bundledBroker();
const root = temporaryFolder();
const runtime = join(temporaryFolder(), "sandbox");
await bundleSandbox(runtime);
for (const folder of [".git/hooks", ".git/objects", ".vscode"]) mkdirSync(join(root, folder), { recursive: true });
for (const file of [".git/config", ".env", "AGENTS.md", "a.txt"]) writeFileSync(join(root, file), "old\n");

/** Beside the project: neither the root nor a temporary folder. */
const outside = join(homedir(), ".gatehouse-sandbox-test");

const made: NodeProcesses[] = [];
afterAll(() => {
  for (const each of made) each.close();
});

function processesWith(sandbox: Partial<SandboxSettings>, env: Readonly<Record<string, string>> = {}): NodeProcesses {
  const settings = { mode: "auto", runtime, roots: [root], hosts: [], ...sandbox } as const;
  const base = { ...commandEnvironment(process.env), ...env };
  const made1 = createProcesses({ brokerPath, cwd: root, env: () => base, sandbox: () => settings });
  made.push(made1);
  return made1;
}

const sandboxed = processesWith({});

interface Ran {
  readonly end: CommandEnd;
  readonly text: string;
}

async function run(
  command: string,
  more: { ports?: NodeProcesses; signal?: AbortSignal; timeoutMs?: number; outside?: true } = {},
): Promise<Ran> {
  let text = "";
  const { ports = sandboxed, signal = new AbortController().signal, timeoutMs = 30_000, outside } = more;
  const permit = fakePermit({ commands: [command], ...(outside && { outside }) });
  const request = { command, callId: "c1", timeoutMs, ...(outside && { outside }) };
  const end = await ports.run(
    permit,
    request,
    (part) => {
      text += part;
    },
    signal,
  );
  return { end, text };
}

describe("where commands may write", () => {
  test("in the workspace and the temporary folder", async () => {
    const scratch = join(tmpdir(), "gatehouse-sandbox-scratch");
    const { end } = await run(`echo new > made.txt && echo x > ${scratch} && rm ${scratch}`);
    expect(end).toMatchObject({ how: "exited", code: 0, sandboxed: true });
    expect(readFileSync(join(root, "made.txt"), "utf8")).toBe("new\n");
  });

  test("nowhere else, and it can read there", async () => {
    const { end, text } = await run(`head -c 4 /etc/passwd; echo x > ${outside}`);
    expect(end.code).toBe(1);
    expect(text).toMatch(/^root.*Read-only file system/s);
    expect(existsSync(outside)).toBe(false);
  });

  test("not through a link that leads out of the workspace", async () => {
    symlinkSync(homedir(), join(root, "home"));
    const { end } = await run("echo x > home/.gatehouse-sandbox-test");
    expect([end.code, existsSync(outside)]).toEqual([1, false]);
  });

  test.each([".git/hooks/pre-commit", ".git/config", ".vscode/tasks.json", ".env", "AGENTS.md"])(
    "not in %s, which is sensitive",
    async (path) => {
      const { end, text } = await run(`echo evil >> ${path}`);
      expect([end.code, text]).toEqual([1, expect.stringContaining("Read-only file system")]);
    },
  );

  test("not by moving a sensitive folder aside", async () => {
    expect((await run("mv .git/hooks .git/old")).end.code).not.toBe(0);
    expect((await run("mv .vscode other")).end.code).not.toBe(0);
    expect((await run("mv .git other && mkdir -p .git/hooks && echo evil > .git/hooks/x")).end.code).not.toBe(0);
  });

  test("in what else git keeps, so that work can be committed", async () => {
    expect((await run("echo x > .git/objects/x")).end.code).toBe(0);
  });

  test("not in what Gatehouse lives from, even inside of the temporary folder", async () => {
    const own = temporaryFolder();
    const ports = processesWith({ protectedPaths: [own] });
    expect((await run(`echo x > ${own}/audit.jsonl`, { ports })).end.code).toBe(1);
  });

  test("and nothing is left behind in the workspace", async () => {
    const before = readdirSync(root).sort();
    await run("true");
    expect(readdirSync(root).sort()).toEqual(before);
  });
});

describe("the network", () => {
  test("is closed, this computer's own too", async () => {
    const server = createServer((_, response) => response.end("inside"));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const { end, text } = await run(`curl -sS -m 5 ${url}`);
    server.close();
    expect([end.code === 0, text.includes("inside")]).toEqual([false, false]);
  });

  test("has no way round by a socket in a file", async () => {
    const socket = join(root, "s.sock");
    const server = createServer((_, response) => response.end("inside"));
    await new Promise<void>((resolve) => server.listen(socket, resolve));
    const { text } = await run(`curl -sS -m 5 --unix-socket ${socket} http://x/`);
    server.close();
    expect(text).not.toContain("inside");
  });

  test("is open for an allowed host alone", { timeout: 60_000 }, async () => {
    const ports = processesWith({ hosts: ["allowed.invalid"] });
    const ask = (host: string) => run(`curl -sS -m 10 -o /dev/null -w '%{http_code}' http://${host}/`, { ports });
    // The proxy answers for both: it refuses the one, and can't find the other.
    const [refused, unknown] = [await ask("other.invalid"), await ask("allowed.invalid")];
    expect(refused.text).toContain("403");
    expect(unknown.text).not.toContain("403");
  });
});

describe("what a command is otherwise", () => {
  test("its exit code and its signals are its own", async () => {
    expect((await run("exit 7")).end).toMatchObject({ how: "exited", code: 7 });
    expect((await run("kill -SEGV $$")).end.code ?? 139).toBe(139);
  });

  test("its output comes in order, both streams", async () => {
    expect((await run("for i in 1 2 3; do echo o$i; echo e$i >&2; echo d$i > /dev/stderr; done")).text).toBe(
      "o1\ne1\nd1\no2\ne2\nd2\no3\ne3\nd3\n",
    );
  });

  test("a megabyte of output is whole", async () => {
    const { text } = await run("head -c 3000000 /dev/zero | tr '\\0' x; echo end");
    expect([text.length, text.endsWith("xend\n")]).toEqual([3_000_004, true]);
  });

  test("it can have a terminal of its own", async () => {
    const { text } = await run("script -qec 'test -t 1 && tty' /dev/null");
    expect(text).toMatch(/\/dev\/pts\/\d/);
  });

  test("its words reach the shell as they are", async () => {
    const { text } = await run(`printf '%s|' 'a b' "it's" '\\n' "$((1+1))" '$HOME' "\u00e9\u4e2d"; echo '"'`);
    expect(text).toBe(`a b|it's|\\n|2|$HOME|\u00e9\u4e2d|"\n`);
  });

  test("it sees the environment that any command sees, and no more", async () => {
    const names = (text: string) =>
      text
        .split("\n")
        .map((line) => line.split("=")[0])
        .filter((name) => /^[A-Z]/.test(name ?? ""));
    const plain = processesWith({ mode: "off" });
    const more = names((await run("env")).text).filter((name) => !["SANDBOX_RUNTIME", "_"].includes(name ?? ""));
    expect(more.sort()).toEqual(names((await run("env", { ports: plain })).text).sort());
  });

  test("it sees no process but its own", async () => {
    expect((await run(`kill -0 ${process.pid}`)).end.code).not.toBe(0);
  });

  test("stopped, it leaves no process behind", async () => {
    const mark = `${process.pid}77`;
    const stop = new AbortController();
    const ended = run(`(trap '' TERM; exec -a keep-${mark} sleep 600) & sleep 600`, { signal: stop.signal });
    while (!alive(`keep-${mark}`)) await sleep(20);
    stop.abort();
    expect((await ended).end.how).toBe("stopped");
    while (alive(`keep-${mark}`)) await sleep(20);
  });

  test("what it starts in the background ends with it, as the tool tells the model", async () => {
    const mark = `${process.pid}78`;
    const { end } = await run(`(exec -a keep-${mark} sleep 600 >/dev/null 2>&1) & sleep 0.2; echo started`);
    expect(end).toMatchObject({ how: "exited", code: 0, sandboxed: true });
    expect(end.leftOpen).toBeFalsy();
    while (alive(`keep-${mark}`)) await sleep(20);
  });

  test("out of time, it is ended", async () => {
    expect((await run("sleep 600", { timeoutMs: 300 })).end.how).toBe("timeout");
  });
});

describe("where no sandbox works", () => {
  const without = { PATH: "/nowhere" };

  test("it is said that commands are not isolated, and why", async () => {
    expect(await sandboxed.isolation?.()).toEqual({ kind: "sandboxed" });
    expect(await processesWith({ mode: "off" }).isolation?.()).toEqual({ kind: "open" });
    const detail = expect.stringContaining("bwrap");
    expect(await processesWith({}, without).isolation?.()).toEqual({ kind: "open", detail });
  });

  test("auto runs the command as it is", async () => {
    const { end, text } = await run("echo hello", { ports: processesWith({}, without) });
    expect([text, end.sandboxed]).toEqual(["hello\n", undefined]);
  });

  test("required runs none", async () => {
    const ports = processesWith({ mode: "required" }, without);
    expect(await ports.isolation?.()).toMatchObject({ kind: "required" });
    await expect(run("echo hello", { ports })).rejects.toMatchObject({ code: "sandbox" });
  });

  test("required lets no command out, not even with a permit", async () => {
    const ports = processesWith({ mode: "required" });
    expect(await ports.isolation?.()).toEqual({ kind: "sandboxed", required: true });
    await expect(run("echo hello", { ports, outside: true })).rejects.toMatchObject({ code: "sandbox" });
  });

  test("a bubblewrap that can't do its work counts as none", async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "bwrap"), "#!/bin/sh\necho 'No permissions to create a new namespace' >&2\nexit 1\n", {
      mode: 0o755,
    });
    const isolation = await processesWith({}, { PATH: `${folder}:${process.env["PATH"]}` }).isolation?.();
    expect(isolation).toMatchObject({ kind: "open", detail: expect.stringContaining("No permissions") });
  });
});

test("a trial that failed once is made again", async () => {
  const folder = temporaryFolder();
  const script = `#!/bin/sh\n[ -e ${folder}/tried ] && exec /usr/bin/bwrap "$@"\ntouch ${folder}/tried\nexit 1\n`;
  writeFileSync(join(folder, "bwrap"), script, { mode: 0o755 });
  const ports = processesWith({}, { PATH: `${folder}:${process.env["PATH"]}` });
  expect(await ports.isolation?.()).toMatchObject({ kind: "open" });
  expect(await ports.isolation?.()).toEqual({ kind: "sandboxed" });
});

test("one command runs outside only with a permit that says so", async () => {
  const command = `echo x > ${outside} && rm ${outside}`;
  expect((await run(command, { outside: true })).end).toMatchObject({ code: 0 });
  const request = { command, callId: "c1", timeoutMs: 1_000, outside: true } as const;
  const ran = sandboxed.run(fakePermit({ commands: [command] }), request, () => {}, new AbortController().signal);
  await expect(ran).rejects.toMatchObject({ code: "permission_denied" });
});

/** By name, on this computer. */
function alive(name: string): boolean {
  return readdirSync("/proc").some((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, "utf8").startsWith(name);
    } catch {
      return false;
    }
  });
}
