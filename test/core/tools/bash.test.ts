import { expect, test } from "vitest";
import type { CommandEnd } from "../../../src/core/operations/processes";
import { bash } from "../../../src/core/tools/bash";
import { memoryPorts } from "../../fakes/memoryPorts";
import type { Script } from "../../fakes/processes";
import { call } from "./calls";

const tool = bash("bash");

async function run(script: Script, args: object = {}) {
  const ports = memoryPorts({ commands: { "*": script } });
  const heard: string[] = [];
  const progress = (text: string, stream: string): void => void heard.push(`${stream}:${text}`);
  const output = await call(tool, { command: "c", ...args }, { ports, progress });
  return { ...output, ports, heard };
}

const prints =
  (...pieces: readonly string[]): Script =>
  async (_request, emit) => {
    for (const piece of pieces) emit(piece, "stdout");
    return {};
  };

const ended = async (end: Partial<CommandEnd>, args: object = {}) => {
  const { text, status } = await run({ stdout: "out\n", end }, args);
  return `${status}: ${text}`;
};

test("gives the output and how the command ended", async () => {
  const { text, status, details } = await run({ stdout: "hello\n", end: { code: 0, ms: 1240 } });
  expect(text).toBe("hello\nexit 0 in 1.2 s");
  expect(status).toBe("ok");
  expect(details).toEqual({ kind: "terminal", command: "c", how: "exited", code: 0, ms: 1240 });
});

test("puts the status on a line of its own", async () => {
  expect((await run({ stdout: "no line end" })).text).toBe("no line end\nexit 0 in 0.0 s");
  expect((await run({})).text).toBe("exit 0 in 0.0 s");
});

test("an exit code other than zero is a failure with its output", async () => {
  expect(await ended({ code: 3, ms: 90 })).toBe("failed: out\nexit 3 in 0.1 s");
});

test("says when the time was over", async () => {
  expect(await ended({ how: "timeout", ms: 120_004 })).toBe("failed: out\ntimed out after 120 s");
  expect(await ended({ how: "timeout", ms: 2_504 }, { timeout: 2.5 })).toBe("failed: out\ntimed out after 2.5 s");
});

test("says when the user stopped it or a signal killed it", async () => {
  expect(await ended({ how: "stopped", signal: "SIGTERM" })).toBe("failed: out\nstopped by the user");
  expect(await ended({ how: "killed", signal: "SIGSEGV" })).toBe("failed: out\nkilled by SIGSEGV");
});

test("says when a background process still holds the output", async () => {
  expect(await ended({ leftOpen: true })).toContain("out\n(a background process it started still held the output");
});

test("says in the sandbox that what was started in the background has ended, and only then", async () => {
  const NOTE = "what it started in the background ended with it";
  const says = async (command: string, end: Partial<CommandEnd> = { sandboxed: true }) =>
    (await ended(end, { command })).includes(NOTE);
  for (const command of ["node server.js &", "node server.js & sleep 1; curl x", "(a)& b", "nohup a >log 2>&1 &"])
    expect([command, await says(command), await says(command, {})]).toEqual([command, true, false]);
  for (const command of ["a && b", "a 2>&1", "a &> b", "a |& b", "a <&3", "echo 'a & b' \"c & d\"", "echo \\&"])
    expect([command, await says(command)]).toEqual([command, false]);
});

test("hands the command and its time to the port as they are", async () => {
  const { ports, prepared } = await run({}, { command: " echo '$&' \\n ", timeout: "5" });
  expect(ports.processes.ran).toEqual([{ command: " echo '$&' \\n ", timeoutMs: 5000, callId: "c1" }]);
  expect(prepared.effects).toEqual({ reads: [], writes: [], commands: [" echo '$&' \\n "] });
});

test.each([0, -1, 3601])("refuses a timeout of %d seconds", (timeout) =>
  expect(run({}, { timeout })).rejects.toMatchObject({ code: "invalid_argument" }),
);

test("streams what is printed, raw and as it comes", async () => {
  const { heard } = await run({ stdout: "\x1b[31mred\x1b[0m\n", stderr: "err" });
  expect(heard).toEqual(["stdout:\x1b[31mred\x1b[0m\n", "stderr:err"]);
});

test("the model sees no colours, and of a progress line its last state", async () => {
  expect((await run(prints("\x1b[1mbold\x1b", "[0m\n 1%\r", " 50%\r 100%", "\r\ndone\n"))).text).toBe(
    "bold\n 100%\ndone\nexit 0 in 0.0 s",
  );
});

test("reports a program that draws on the whole screen", async () => {
  expect((await run(prints("\x1b[?10", "49hvim"))).text).toContain("vim\n(interactive program:");
});

test("keeps no spill when all of the output is shown", async () => {
  const { ports, spill } = await run({ stdout: "line\n".repeat(2000) });
  expect(spill).toBeUndefined();
  expect(ports.spills.texts.size).toBe(0);
});

test("shows the last 2,000 lines and keeps all of it", async () => {
  const all = Array.from({ length: 2500 }, (_, index) => `${index + 1}\n`);
  const { text, spill, ports } = await run(prints(...all));
  const handle = spill?.handle ?? "";
  expect(text.startsWith(`[500 lines (1,892 bytes) left out before this; read "${handle}" for all of it]\n501\n`)).toBe(
    true,
  );
  expect(text.endsWith("\n2500\nexit 0 in 0.0 s")).toBe(true);
  expect(ports.spills.texts.get(handle)).toBe(all.join(""));
  expect(spill?.bytes).toBe(all.join("").length);
});

test("shows the last 48 KiB of long lines", async () => {
  const { text } = await run(prints(`${"x".repeat(999)}\n`.repeat(100)));
  expect(text).toContain("[51 lines (51,000 bytes) left out before this;");
});

test("shows the end of an endless line", async () => {
  const { text } = await run(prints(...Array.from({ length: 100 }, () => "0123456789".repeat(100)), "end"));
  expect(text.length).toBeLessThan(50_000);
  expect(text.endsWith("89end\nexit 0 in 0.0 s")).toBe(true);
});

test("a command that can't be started leaves no spill behind", async () => {
  const ports = memoryPorts({
    commands: {
      "*": async (_request, emit) => {
        emit("x\n".repeat(3000), "stdout");
        throw new Error("lost");
      },
    },
  });
  await expect(call(tool, { command: "c" }, { ports })).rejects.toThrow("lost");
  expect(ports.spills.texts.size).toBe(0);
});

test("names the shell that it runs commands with", () => {
  expect(bash("PowerShell").description).toContain("PowerShell");
});

test("a disk that takes no spill costs the output its rest, never the command its end", async () => {
  const full = (): never => {
    throw new Error("ENOSPC");
  };
  const writer = {
    handle: "spill:1",
    write: () => undefined,
    close: async () => full(),
    discard: async () => undefined,
  };
  for (const open of [full, () => writer]) {
    const ports = memoryPorts({ commands: { "*": prints("x\n".repeat(3000), "last\n") } });
    const { text, status, spill } = await call(
      tool,
      { command: "c" },
      { ports: { ...ports, spills: { ...ports.spills, open } } },
    );
    expect(status).toBe("ok");
    expect(spill).toBeUndefined();
    expect(text).toMatch(/^\[1,001 lines \(2,002 bytes\) left out before this; the whole could not be kept\]\n/);
    expect(text).toMatch(/x\nlast\nexit 0 in 0.0 s$/);
  }
});
