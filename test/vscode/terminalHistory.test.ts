import { beforeEach, expect, test, vi } from "vitest";
import { memoryLogPort } from "../fakes/memoryPorts";

interface Terminal {
  readonly name: string;
  readonly shellIntegration?: object;
}
interface Execution {
  readonly commandLine: { readonly value: string };
  read(): AsyncIterable<string>;
}
type Start = { readonly terminal: Terminal; readonly execution: Execution };
type End = { readonly execution: Execution; readonly exitCode: number | undefined };

const fake = vi.hoisted(() => ({
  active: undefined as Terminal | undefined,
  start: undefined as ((event: Start) => void) | undefined,
  end: undefined as ((event: End) => void) | undefined,
}));
vi.mock("vscode", () => {
  const nothing = { dispose: () => undefined };
  return {
    window: {
      get activeTerminal() {
        return fake.active;
      },
      onDidStartTerminalShellExecution(listener: (event: Start) => void) {
        fake.start = listener;
        const dispose = () => {
          fake.start = undefined;
        };
        return { dispose };
      },
      onDidEndTerminalShellExecution(listener: (event: End) => void) {
        fake.end = listener;
        return nothing;
      },
    },
  };
});
const { TerminalHistory } = await import("../../src/vscode/terminalHistory");

const bash: Terminal = { name: "bash", shellIntegration: {} };
const zsh: Terminal = { name: "zsh", shellIntegration: {} };

beforeEach(() => {
  fake.active = bash;
});

const history = () => new TerminalHistory(memoryLogPort());

/** Runs a command to its end, or leaves it running. */
async function run(value: string, pieces: readonly string[], exitCode?: number | "running", terminal = bash) {
  async function* stream() {
    yield* pieces;
  }
  const execution = { commandLine: { value }, read: stream };
  fake.start?.({ terminal, execution });
  // Each piece takes its turns of the microtask queue, and nothing else does.
  for (let turn = 0; turn < 4 * pieces.length + 8; turn += 1) await Promise.resolve();
  if (exitCode !== "running") fake.end?.({ execution, exitCode });
}

const told = (it: InstanceType<typeof TerminalHistory>) => {
  const news = it.latest();
  return "text" in news ? news.text : news.missing;
};

test("tells the command, what it printed as plain text, and how it ended", async () => {
  const it = history();
  await run("npm test", ["\u001b]633;C\u0007\u001b[31mfa", "iled\u001b[0m\r\n10%\r100%\r\n"], 1);
  expect(it.latest()).toEqual({ terminal: "bash", text: "$ npm test\nfailed\n100%\n(exit 1)" });
});

test("a command that runs tells what it has printed so far", async () => {
  const it = history();
  await run("npm start", ["listening\r\n"], "running");
  expect(told(it)).toBe("$ npm start\nlistening\n(still running)");
});

test("an end without a code is not taken for success", async () => {
  const it = history();
  await run("true", []);
  expect(told(it)).toBe("$ true\n(ended, its exit code is not known)");
});

test("the commands of the terminal in front of the person count, else those of the one used last", async () => {
  const it = history();
  await run("one", [], 0, bash);
  await run("two", [], 0, zsh);
  expect(told(it)).toBe("$ one\n(exit 0)");
  fake.active = undefined;
  expect(it.latest()).toEqual({ terminal: "zsh", text: "$ two\n(exit 0)" });
});

test("the last few commands are kept, oldest first", async () => {
  const it = history();
  for (const name of ["a", "b", "c", "d", "e"]) await run(name, [], 0);
  expect(told(it)).toBe(["b", "c", "d", "e"].map((name) => `$ ${name}\n(exit 0)`).join("\n\n"));
});

test("of a flood the end is kept, within bounds, and what is missing is said", async () => {
  const it = history();
  const lines = Array.from({ length: 5_000 }, (_, at) => `line ${at} ${"x".repeat(40)}\r\n`);
  for (const name of ["a", "b", "c", "d"]) await run(name, [lines.join("")], 0);
  const text = told(it);
  expect(text.length).toBeLessThanOrEqual(48_000);
  expect(text).toMatch(/^\$ c\n\[4,\d+ lines left out before this\]\nline /);
  expect(text.endsWith(`line 4999 ${"x".repeat(40)}\n(exit 0)`)).toBe(true);
});

test("hidden characters of a command line are not told", async () => {
  const it = history();
  await run("echo \u202ehi\u0007", [], 0);
  expect(told(it)).toBe("$ echo hi\n(exit 0)");
});

test("says why there is nothing", () => {
  const it = history();
  expect(told(it)).toBe("no_command");
  fake.active = { name: "sh" };
  expect(told(it)).toBe("no_shell_integration");
  fake.active = undefined;
  expect(told(it)).toBe("no_terminal");
});

test("once disposed nobody listens", () => {
  const it = history();
  expect(fake.start).toBeDefined();
  it.dispose();
  expect(fake.start).toBeUndefined();
});
