import { isAbsolute } from "node:path";
import { assertMay } from "../core/gate/permit";
import { ToolError } from "../core/operations/failure";
import type { Permit } from "../core/operations/permit";
import type { CommandEnd, CommandRequest, OutputStream, Processes } from "../core/operations/processes";
import { BrokerLink } from "./brokerLink";
import { forkEnvironment } from "./environment";
import { outputText } from "./outputText";
import { type RunProgram, runProgram } from "./program";
import type { Confinement } from "./sandbox/confinement";
import { createSandbox, type SandboxSettings } from "./sandbox/sandbox";
import { findShell, here } from "./shell";

export interface ProcessSettings {
  /** The bundled `workers/broker`. */
  readonly brokerPath: string;
  /** What runs it; the host's own program when absent. */
  readonly execPath?: string;
  /** What commands get, asked anew for each: see `commandEnvironment`. */
  readonly env: () => Readonly<Record<string, string>>;
  /** Where commands start: the first root. */
  readonly cwd: string;
  /** Asked anew for each command; nothing: they run as they are. */
  readonly sandbox?: () => SandboxSettings | undefined;
  /** How output that is not UTF-8 is read. */
  readonly codePage?: string;
  /** For the editor's read-only terminals. */
  readonly onStart?: (callId: string, command: string) => void;
  readonly onText?: (callId: string, text: string, stream: OutputStream) => void;
  /** Nothing when the command could not be started or was lost. */
  readonly onEnd?: (callId: string, end: CommandEnd | undefined) => void;
}

export interface NodeProcesses extends Processes {
  /** For ports that need a program of a fixed kind: ripgrep, git. */
  readonly program: RunProgram;
  /** Ends all commands and the broker. A later command starts a new one. */
  close(): void;
  /** The broker's process id, while it runs. */
  readonly brokerPid: number | undefined;
}

/**
 * Runs commands through a broker process. With a POSIX system, both streams share one real pipe, so that their
 * order is exact; all text then comes as `stdout`. Windows is written by the book and was never tried.
 */
export function createProcesses(settings: ProcessSettings): NodeProcesses {
  const shell = findShell(here(settings.env()));
  const broker = new BrokerLink(settings.brokerPath, settings.execPath ?? process.execPath, () =>
    forkEnvironment(settings.env()),
  );

  const sandbox = createSandbox(settings.sandbox ?? (() => undefined), settings.env, async (confinement) => {
    const shellPath = shell?.path;
    if (shellPath === undefined) return "no bash was found";
    return attempt(broker, { shell: shellPath, env: settings.env() }, confinement);
  });

  async function run(
    permit: Permit,
    request: CommandRequest,
    onOutput: (text: string, stream: OutputStream) => void,
    signal: AbortSignal,
  ): Promise<CommandEnd> {
    if (!shell) throw new ToolError("unsupported", "Commands can't run here: no bash was found.");
    assertMay(permit, { command: request.command, ...(request.outside && { outside: true }) });
    const cwd = request.cwd ?? settings.cwd;
    refuseBad(request, cwd);
    const to = await confinementFor(request);
    if (signal.aborted) return { how: "stopped", ms: 0, leftOpen: false };
    const { callId, command, timeoutMs } = request;
    settings.onStart?.(callId, command);
    const confined = to && { confined: { command, to } };
    const order = { shell: shell.path, args: shell.args(command), cwd, env: settings.env(), timeoutMs, ...confined };
    const onText = (text: string, stream: OutputStream): void => {
      settings.onText?.(callId, text, stream);
      onOutput(text, stream);
    };
    let end: CommandEnd | undefined;
    try {
      end = await follow(broker, order, settings.codePage, signal, onText);
      if (to) end = { ...end, sandboxed: true };
      return end;
    } finally {
      settings.onEnd?.(callId, end);
    }
  }

  /** The last word on it: what the gate was told may have changed since. */
  async function confinementFor({ outside }: CommandRequest): Promise<Confinement | undefined> {
    const isolation = await sandbox.isolation();
    if (isolation.kind === "required") throw new ToolError("sandbox", `No sandbox works here: ${isolation.detail}.`);
    if (!outside) return sandbox.confinement();
    if (isolation.kind === "sandboxed" && isolation.required)
      throw new ToolError("sandbox", "Commands may only run in the sandbox here.");
    return undefined;
  }

  return {
    shell: shell?.name,
    isolation: () => sandbox.isolation(),
    run,
    program: (...args) => runProgram(broker, ...args),
    close: () => broker.close(),
    get brokerPid() {
      return broker.pid;
    },
  };
}

/** Whether a sandbox can be made here at all: what the system says, when it can't. */
async function attempt(
  broker: BrokerLink,
  { shell, env }: { shell: string; env: Readonly<Record<string, string>> },
  to: Confinement,
): Promise<string | undefined> {
  let said = "";
  const order = { shell, args: [], cwd: "/", env, timeoutMs: PROBE_MS, confined: { command: "true", to } };
  const end = await new Promise<string | undefined>((resolve) => {
    broker.run(order, {
      output: (chunk) => {
        said += chunk.toString("utf8").slice(0, 500);
      },
      ended: ({ how, code }) => resolve(how === "exited" && code === 0 ? undefined : `a trial ended badly (${how})`),
      refused: (errno) => resolve(errno),
      lost: (why) => resolve(`the process that runs commands ended. ${why}`),
    });
  });
  return end === undefined ? undefined : [end, said.trim()].filter((part) => part !== "").join(": ");
}

const PROBE_MS = 10_000;

type Order = Parameters<BrokerLink["run"]>[0];

/** One command from order to end. A listener that throws ends the command, and its error is the result. */
async function follow(
  broker: BrokerLink,
  order: Order,
  codePage: string | undefined,
  signal: AbortSignal,
  onText: (text: string, stream: OutputStream) => void,
): Promise<CommandEnd> {
  const started = performance.now();
  let stop = (): void => {};
  try {
    return await new Promise<CommandEnd>((resolve, reject) => {
      const fail = (error: unknown): void => {
        reject(error);
        stop();
      };
      const text = textOf(codePage, onText, fail);
      stop = broker.run(order, {
        output: text.take,
        ended(end) {
          text.end();
          resolve({ ...end, ms: Math.round(performance.now() - started) });
        },
        refused: (errno) => reject(notStarted(errno, order.cwd)),
        lost(why) {
          text.end();
          reject(brokerLost(why));
        },
      });
      signal.addEventListener("abort", stop, { once: true });
    });
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

interface CommandText {
  take(chunk: Buffer, stream: OutputStream): void;
  end(): void;
}

function textOf(
  codePage: string | undefined,
  onText: (text: string, stream: OutputStream) => void,
  onThrow: (error: unknown) => void,
): CommandText {
  const texts = { stdout: outputText(codePage), stderr: outputText(codePage) };
  const emit = (text: string, stream: OutputStream): void => {
    try {
      if (text !== "") onText(text, stream);
    } catch (error) {
      onThrow(error);
    }
  };
  return {
    take: (chunk, stream) => emit(texts[stream].take(chunk), stream),
    end() {
      emit(texts.stdout.end(), "stdout");
      emit(texts.stderr.end(), "stderr");
    },
  };
}

function refuseBad({ command }: CommandRequest, cwd: string): void {
  if (command.includes("\0")) {
    throw new ToolError("invalid_argument", "A command can't contain a NUL character.", "Use printf '\\0'.");
  }
  if (!isAbsolute(cwd)) throw new ToolError("internal", `The folder to run in is not absolute: ${cwd}.`);
}

function notStarted(errno: string, cwd: string): ToolError {
  if (errno === "E2BIG") {
    return new ToolError(
      "invalid_argument",
      "The command is too long for the system.",
      "Write it to a file and run that.",
    );
  }
  if (errno === "ENOENT" || errno === "ENOTDIR") {
    return new ToolError("not_found", `The command could not be started: the folder ${cwd} or the shell is gone.`);
  }
  return new ToolError("internal", `The command could not be started: ${errno}.`);
}

function brokerLost(why: string): ToolError {
  const words = why === "" ? "" : ` It said: ${why}`;
  return new ToolError(
    "internal",
    `The process that runs commands ended while this one ran; the command was ended too.${words}`,
    "Look at what the command had done, then run it again.",
  );
}
