import { type ChildProcess, fork } from "node:child_process";
import { parse } from "node:path";
import type { ProgramEnd, ProgramHost, ProgramLimits } from "../../core/operations/programs";
import { keepsAwake, lastWords } from "../child";
import { MAX_MESSAGE, MAX_NAME, MAX_TEXT } from "./bounds";
import { type FromProgram, fromProgram, type ToProgram } from "./messages";

export interface SandboxSettings {
  /** The bundled `workers/code`; its sandbox lies beside it. */
  readonly entry: string;
  /** What runs it; the host's own program when absent. */
  readonly execPath?: string;
}

/** A process in which one program runs: locked down ahead of it, thrown away behind it. */
export class Sandbox {
  private readonly child: ChildProcess;
  private readonly words: () => string;
  private run: Run | undefined;
  private lost: ProgramEnd | undefined;
  private setUp = (): void => {};
  private readonly isSetUp = new Promise<void>((resolve) => {
    this.setUp = resolve;
  });

  constructor(
    { entry, execPath = process.execPath }: SandboxSettings,
    readonly heapMb: number,
  ) {
    this.child = fork(entry, [], {
      execPath,
      execArgv: [`--max-old-space-size=${heapMb}`, "--no-warnings", "--unhandled-rejections=none"],
      env: environment(),
      // Nothing of the workspace is looked up from there, and no core is dumped into it.
      cwd: parse(process.execPath).root,
      serialization: "json",
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    this.words = lastWords(this.child);
    this.child.on("message", (message) => this.take(message));
    this.child.on("error", (error) => this.lose(error.message));
    // `close`, not `exit`: why it died is read before.
    this.child.on("close", () => this.lose(this.words()));
    keepsAwake(this.child, false);
  }

  /** Whether a program may still be given to it. */
  get isFree(): boolean {
    return this.run === undefined && this.lost === undefined && this.child.connected;
  }

  /** Settles when a program would start at once, and when it never will. */
  async ready(): Promise<void> {
    keepsAwake(this.child, true);
    await this.isSetUp;
    if (!this.run) keepsAwake(this.child, false);
  }

  /** Once. */
  start(source: string, limits: ProgramLimits, host: ProgramHost, signal: AbortSignal): Promise<ProgramEnd> {
    keepsAwake(this.child, true);
    return new Promise((resolve) => {
      const stop = (): void => this.end({ how: "killed", by: "stopped", message: "The program was stopped." });
      this.run = new Run(limits, host, (end) => {
        signal.removeEventListener("abort", stop);
        resolve(end);
      });
      signal.addEventListener("abort", stop, { once: true });
      if (signal.aborted) stop();
      else this.tell({ do: "run", source, limits });
    });
  }

  /** It does nothing any more from here on, even if it takes a while to be gone. */
  kill(): void {
    this.child.kill("SIGKILL");
    keepsAwake(this.child, false);
  }

  private end(end: ProgramEnd): void {
    this.kill();
    this.run?.end(end);
  }

  private lose(words: string): void {
    this.setUp();
    this.lost ??= causeOf(words, this.child.signalCode, this.heapMb);
    this.run?.end(this.lost);
  }

  private take(message: unknown): void {
    this.setUp();
    const { run } = this;
    if (!run || run.isOver) return;
    const parsed = fromProgram.safeParse(message);
    const end = parsed.success ? this.act(parsed.data, run) : broken("It said what no program says.");
    if (end) this.end(end);
  }

  private act(message: FromProgram, run: Run): ProgramEnd | undefined {
    switch (message.say) {
      case "ready":
        return undefined;
      case "log":
        return run.log(message.line);
      case "call":
        return run.call(message, (answer) => this.tell({ do: "answer", id: message.id, answer }));
      case "returned":
        if ((message.value?.length ?? 0) > run.limits.resultBytes) return broken("It returned too much.");
        return { how: "returned", ...(message.value !== undefined && { value: message.value }) };
      case "threw":
      case "rejected": {
        const { say: how, message: words, line } = message;
        return { how, message: words.slice(0, MAX_MESSAGE + 1), ...(line !== undefined && { line }) };
      }
    }
  }

  private tell(message: ToProgram): void {
    // A failure to send is its death, which `close` tells.
    if (this.child.connected) this.child.send(message, () => {});
  }
}

/** One program's bounds, kept here too: whoever gets out of the sandbox meets them again. */
class Run {
  isOver = false;
  private made = 0;
  private open = 0;
  private logged = 0;

  constructor(
    readonly limits: ProgramLimits,
    private readonly host: ProgramHost,
    private readonly ended: (end: ProgramEnd) => void,
  ) {}

  end(end: ProgramEnd): void {
    if (this.isOver) return;
    this.isOver = true;
    this.ended(end);
  }

  log(line: string): ProgramEnd | undefined {
    this.logged += line.length + 1;
    if (this.logged > this.limits.logBytes + SPARE) return broken("It logged too much.");
    this.host.log(line);
    return undefined;
  }

  call(
    { name, args }: FromProgram & { say: "call" },
    answer: (answer: Awaited<ReturnType<ProgramHost["call"]>>) => void,
  ): ProgramEnd | undefined {
    this.made += 1;
    this.open += 1;
    const { calls, callsAtOnce, argumentBytes } = this.limits;
    const over = this.made > calls ? `${calls} calls` : this.open > callsAtOnce ? `${callsAtOnce} calls at once` : "";
    if (over) return { how: "killed", by: "calls", message: `The program made more than ${over}.` };
    if (name.length > MAX_NAME || args.length > argumentBytes) return broken("It made a call that is too large.");
    void this.host.call(name, args).then((given) => {
      this.open -= 1;
      const isHuge = "value" in given && given.value.length > MAX_TEXT;
      if (!this.isOver)
        answer(isHuge ? { failed: "failed", message: "The result is too large for a program." } : given);
    });
    return undefined;
  }
}

/** For the line that says that the log is full. */
const SPARE = 64;

/** Nothing of the host's but what its Node needs to start. */
function environment(): NodeJS.ProcessEnv {
  const { SystemRoot } = process.env;
  return {
    ...(process.versions["electron"] !== undefined && { ELECTRON_RUN_AS_NODE: "1" }),
    ...(process.platform === "win32" && SystemRoot !== undefined && { SystemRoot }),
  };
}

const broken = (message: string): ProgramEnd => ({ how: "killed", by: "crash", message });

/** V8 gives up on the whole process for little else than memory. */
const GAVE_UP: readonly unknown[] = ["SIGABRT", "SIGTRAP", "SIGILL"];

function causeOf(words: string, signal: NodeJS.Signals | null, heapMb: number): ProgramEnd {
  if (words.includes("limit: cpu"))
    return { how: "killed", by: "cpu", message: "The program used up its processor time." };
  if (/limit: memory|out of memory|Allocation failed/.test(words) || GAVE_UP.includes(signal))
    return { how: "killed", by: "memory", message: `The program used more memory than it may: ${heapMb} MB.` };
  return broken("The program's process ended by itself.");
}
