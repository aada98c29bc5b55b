import type {
  ProgramAnswer,
  ProgramEnd,
  ProgramHost,
  ProgramLimits,
  Programs,
} from "../../src/core/operations/programs";
import type { NodePrograms } from "../../src/node/programs/programs";

/** One line of a file of programs: see the README beside the first such file. */
export interface ProgramCase {
  readonly id: string;
  readonly class: string;
  readonly program: string;
  readonly expect: Expectation;
  readonly note?: string;
}

export type Expectation =
  | { readonly outcome: "value"; readonly equals?: unknown }
  | { readonly outcome: "throws" | "rejected"; readonly match: string; readonly line?: number }
  | { readonly outcome: "killed"; readonly by: readonly string[] }
  | { readonly outcome: "any"; readonly of: readonly Expectation[] };

export const readCases = (text: string): readonly ProgramCase[] =>
  text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as ProgramCase);

/** The corpus's own. */
export const CASE_MS = 3_000;
export const CASE_LIMITS: ProgramLimits = {
  calls: 500,
  callsAtOnce: 8,
  heapMb: 64,
  cpuMs: 60_000,
  logBytes: 16 << 10,
  argumentBytes: 1 << 20,
  resultBytes: 100_000,
};

export interface Ran {
  readonly end: ProgramEnd;
  readonly log: readonly string[];
  readonly calls: readonly { readonly name: string; readonly args: string }[];
  readonly ms: number;
}

/** Runs one program among the corpus's tools; it is stopped after `ms`. */
export async function runCase(
  programs: Programs,
  program: string,
  { ms = CASE_MS, limits = CASE_LIMITS, answer = answerOf } = {},
): Promise<Ran> {
  const log: string[] = [];
  const calls: { name: string; args: string }[] = [];
  const host: ProgramHost = {
    call(name, args) {
      calls.push({ name, args });
      return answer(name, args);
    },
    log: (line) => log.push(line),
  };
  const started = performance.now();
  const end = await programs.run(program, limits, host, AbortSignal.timeout(ms));
  return { end, log, calls, ms: performance.now() - started };
}

const value = (content: unknown, truncated: unknown = null): ProgramAnswer => ({
  value: JSON.stringify({ content, metadata: {}, truncated }),
});

/** A result with keys that a literal would take for something else. */
const PROTO =
  '{"content":{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}},"metadata":{},"truncated":null}';
const THENABLE = '{"content":{"then":"later"},"metadata":{},"truncated":null}';
const BIG = { characters: 20_000_000, kept: 100_000 };

export async function answerOf(name: string, args: string): Promise<ProgramAnswer> {
  switch (name) {
    case "echo":
      return echo(name, args);
    case "fail":
      return { failed: "failed", message: "the tool failed" };
    case "proto":
      return { value: PROTO };
    case "thenable":
      return { value: THENABLE };
    case "big":
      return value("b".repeat(BIG.kept), { originalBytes: BIG.characters, keptBytes: BIG.kept, spill: "spill-1" });
    case "hang":
      return new Promise(() => {});
    default:
      return { failed: "refused", message: `There is no tool named ${name}.` };
  }
}

const echo = (name: string, args: string): ProgramAnswer => ({
  value: `{"content":{"name":${JSON.stringify(name)},"args":${args}},"metadata":{},"truncated":null}`,
});

/** What is wrong with the way a program ended; nothing when it is right. */
export function wrongEnd(end: ProgramEnd, expect: Expectation): string | undefined {
  if (expect.outcome === "any")
    return expect.of.some((each) => wrongEnd(end, each) === undefined) ? undefined : told(end);
  const isRight = end.how === HOW[expect.outcome] && fits(end, expect);
  return isRight ? undefined : told(end);
}

const HOW = { value: "returned", throws: "threw", rejected: "rejected", killed: "killed" } as const;
/** The corpus's names of what ends a program, and ours. */
const BY: Readonly<Record<string, readonly string[]>> = {
  time: ["stopped", "cpu"],
  memory: ["memory"],
  rss: ["memory"],
  calls: ["calls"],
  crash: ["crash", "memory"],
  error: [],
};

function fits(end: ProgramEnd, expect: Exclude<Expectation, { outcome: "any" }>): boolean {
  if (end.how === "killed") return expect.outcome === "killed" && expect.by.some((by) => BY[by]?.includes(end.by));
  if (end.how === "returned") {
    const { equals } = expect as { equals?: unknown };
    return equals === undefined || end.value === JSON.stringify(equals);
  }
  const { match, line } = expect as { match: string; line?: number };
  return new RegExp(match).test(end.message) && (line === undefined || end.line === line);
}

const told = (end: ProgramEnd): string => JSON.stringify(end).slice(0, 300);

/** Each with a sandbox of its own made ahead: how long a process takes to start is not the cases' matter. */
export async function runAll(
  pools: readonly NodePrograms[],
  cases: readonly ProgramCase[],
  ran: (each: ProgramCase, ran: Ran) => void,
): Promise<void> {
  const left = [...cases];
  const work = async (programs: NodePrograms): Promise<void> => {
    await runCase(programs, "", { ms: 60_000 });
    for (let next = left.shift(); next; next = left.shift()) {
      await programs.warm();
      ran(next, await runCase(programs, next.program));
    }
  };
  await Promise.all(pools.map(work));
}
