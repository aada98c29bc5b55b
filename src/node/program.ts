import { ToolError } from "../core/operations/failure";
import type { OutputStream } from "../core/operations/processes";
import type { BrokerLink, CommandListener } from "./brokerLink";
import type { Ended } from "./frames";

export interface ProgramOrder {
  /** Absolute: nothing is looked up where it starts. */
  readonly path: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  /** On its standard input. */
  readonly stdin?: string;
}

export interface ProgramEnd {
  /** `enough`: whoever took its output wanted no more. */
  readonly how: "exited" | "killed" | "timeout" | "enough";
  readonly code: number | undefined;
  /** The head of what it complained of. */
  readonly stderr: string;
}

/**
 * Runs one program with exact arguments and without a shell, from the broker. `onOutput` gets its standard output
 * and may answer `"enough"`, which ends it. Rejects with the signal's reason when stopped; it has ended then.
 */
export type RunProgram = (
  order: ProgramOrder,
  onOutput: (chunk: Buffer) => "enough" | undefined,
  signal: AbortSignal,
) => Promise<ProgramEnd>;

/** Runs one for its standard output, as far as `maxBytes`: past that it is ended, and that was `enough`. */
export async function outputOf(
  run: RunProgram,
  order: ProgramOrder,
  maxBytes: number,
  signal: AbortSignal,
): Promise<ProgramEnd & { readonly stdout: string }> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const take = (chunk: Buffer): "enough" | undefined => {
    chunks.push(Buffer.from(chunk));
    bytes += chunk.length;
    return bytes > maxBytes ? "enough" : undefined;
  };
  const end = await run(order, take, signal);
  return { ...end, stdout: Buffer.concat(chunks).subarray(0, maxBytes).toString("utf8") };
}

export async function runProgram(
  broker: BrokerLink,
  { path: shell, ...order }: ProgramOrder,
  onOutput: Parameters<RunProgram>[1],
  signal: AbortSignal,
): Promise<ProgramEnd> {
  signal.throwIfAborted();
  const output = new Output(onOutput);
  let stop = (): void => {};
  const ended = new Promise<Ended>((resolve, reject) => {
    const listener: CommandListener = {
      output: (chunk, stream) => {
        if (output.take(chunk, stream) === "enough") stop();
      },
      ended: resolve,
      refused: (errno) => reject(new ToolError("internal", `${shell} could not be started: ${errno}.`)),
      lost: (why) => reject(new ToolError("internal", `${shell} was ended with the process that it ran in. ${why}`)),
    };
    stop = broker.run({ ...order, shell, apart: true }, listener);
    signal.addEventListener("abort", stop, { once: true });
  });
  const end = await ended.finally(() => signal.removeEventListener("abort", stop));
  signal.throwIfAborted();
  return output.end(end);
}

const MAX_STDERR = 16 << 10;

class Output {
  private readonly complaints: Buffer[] = [];
  private complained = 0;
  private enough = false;
  private failure: unknown;

  constructor(private readonly onOutput: Parameters<RunProgram>[1]) {}

  take(chunk: Buffer, stream: OutputStream): "enough" | undefined {
    if (stream === "stderr") this.complain(chunk);
    else if (!this.enough) this.enough = this.offer(chunk) === "enough";
    return this.enough ? "enough" : undefined;
  }

  end({ how, code }: Ended): ProgramEnd {
    if (this.failure !== undefined) throw this.failure;
    const stderr = Buffer.concat(this.complaints).toString("utf8");
    return { how: this.enough || how === "stopped" ? "enough" : how, code, stderr };
  }

  /** A taker that throws ends the program, and its error is the result. */
  private offer(chunk: Buffer): "enough" | undefined {
    try {
      return this.onOutput(chunk);
    } catch (error) {
      this.failure = error;
      return "enough";
    }
  }

  private complain(chunk: Buffer): void {
    if (this.complained < MAX_STDERR) this.complaints.push(Buffer.from(chunk));
    this.complained += chunk.length;
  }
}
