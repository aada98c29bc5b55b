import type { ProgramAnswer, ProgramEnd, ProgramHost, Programs } from "../../src/core/operations/programs";

export interface Answer {
  // biome-ignore lint/suspicious/noExplicitAny: what a tool's JSON holds its test knows.
  readonly content: any;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly truncated: { readonly originalBytes: number; readonly keptBytes: number; readonly spill: string } | null;
}

export class CallFailed extends Error {
  constructor(
    readonly kind: string,
    message: string,
  ) {
    super(message);
  }
}

/** Its process dies. */
export class Crash extends Error {}

export interface Power {
  call(name: string, args?: unknown): Promise<Answer>;
  log(line: string): void;
}

export type Program = (power: Power, signal: AbortSignal) => Promise<unknown>;

/** Runs functions in place of programs: the code of a call is the name of one. Ends at once when it is stopped. */
export function fakePrograms(programs: Readonly<Record<string, Program>>): Programs {
  return {
    run(source, _limits, host, signal) {
      const program = programs[source];
      if (!program) return Promise.resolve({ how: "rejected", message: `There is no ${source}.`, line: 1 });
      const stopped = new Promise<ProgramEnd>((resolve) =>
        signal.addEventListener("abort", () => resolve({ how: "killed", by: "stopped", message: "stopped" })),
      );
      return Promise.race([play(program, host, signal), stopped]);
    },
  };
}

async function play(program: Program, host: ProgramHost, signal: AbortSignal): Promise<ProgramEnd> {
  const call = async (name: string, args: unknown = {}): Promise<Answer> =>
    read(await host.call(name, JSON.stringify(args)));
  try {
    const value = JSON.stringify(await program({ call, log: (line) => host.log(line) }, signal));
    return { how: "returned", ...(value === undefined ? {} : { value }) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return error instanceof Crash
      ? { how: "killed", by: "crash", message: "The program's process died." }
      : { how: "threw", message, line: 3 };
  }
}

function read(answer: ProgramAnswer): Answer {
  if ("failed" in answer) throw new CallFailed(answer.failed, answer.message);
  return JSON.parse(answer.value);
}
