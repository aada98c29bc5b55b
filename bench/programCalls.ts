import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { estimateTokens } from "../src/core/results/tokens";
import type { CallSpec, Reply, ScriptedModel } from "../test/support/scriptedModel";
import { atLeast, atMost, type Group } from "./figure";
import { gapsBetween, HEADLESS, runPeer, withWorkspace } from "./peers";

const FILES = 1_000;
const PER_STEP = 10;
/** Files that are read one a step, as many as a turn has steps for; what they take is reckoned up to all. */
const ONE_BY_ONE = 190;
/** Between the chunks of an answer: the next sandbox is ready when it has come. */
const SLOW_MS = 300;
/** In one program, and in one response. */
const READS = 200;
const LINE = "export const value = 1;\n";

const pathOf = (n: number): string => `src/many${n}.ts`;
const read = (n: number): CallSpec => ({ name: "read", args: { path: pathOf(n) } });
const numbers = (count: number, from = 0): number[] => Array.from({ length: count }, (_, n) => from + n);
const program = (count: number): Reply => ({
  calls: [
    {
      name: "execute_tools",
      args: {
        code: `const paths = Array.from({ length: ${count} }, (_, n) => \`src/many\${n}.ts\`);
const files = await Promise.all(paths.map((path) => tools.call("read", { path })));
return files.reduce((lines, { content }) => lines + content.split("\\n").length, 0);`,
      },
    },
  ],
});

/** The same work by one program and by direct calls, in the headless host: what it takes in time and in the conversation. */
export const PROGRAM_CALL_FIGURES: Group = {
  names: ["programs.nested_ms", "programs.fewer_tokens", "programs.less_time"],
  async measure() {
    return withWorkspace(async (folder) => {
      for (const n of numbers(FILES)) writeFileSync(join(folder, pathOf(n)), LINE.repeat(40));
      const steps = numbers(FILES / PER_STEP).map((step) => ({ calls: numbers(PER_STEP, step * PER_STEP).map(read) }));
      const tens = (await runPeer(HEADLESS, [...steps, DONE], folder)).server;
      const ones = (await runPeer(HEADLESS, [...numbers(ONE_BY_ONE).map((n) => ({ calls: [read(n)] })), DONE], folder))
        .server;
      const slowly = { ...program(READS), delayMs: SLOW_MS };
      const replies = [program(FILES), slowly, { calls: numbers(READS).map(read) }, DONE];
      const mixed = (await runPeer(HEADLESS, replies, folder)).server;
      const [whole = Number.NaN, nested = Number.NaN, together = Number.NaN] = gapsBetween(mixed);
      const times = {
        program_ms: whole,
        direct_ms: (took(ones) * FILES) / ONE_BY_ONE,
        direct_tens_ms: took(tens),
      };
      const tokens = { program: grown(mixed, 1), direct: grown(tens, tens.requests.length - 1) };
      const calls = { nested_ms: nested / READS, direct_ms: together / READS };
      return [
        atMost("programs.nested_ms", calls.nested_ms - calls.direct_ms, 1, "ms", calls),
        atLeast("programs.fewer_tokens", tokens.direct / tokens.program, 20, "x", tokens),
        atLeast("programs.less_time", times.direct_ms / times.program_ms, 5, "x", times),
      ];
    });
  },
};

const DONE: Reply = { text: "Done." };

const took = (server: ScriptedModel): number => gapsBetween(server).reduce((sum, gap) => sum + gap, 0);

/** Tokens by which the conversation of a request is longer than that of the first. */
function grown({ requests }: ScriptedModel, at: number): number {
  const tokens = (n: number) => estimateTokens(JSON.stringify(requests[n]?.body.messages));
  return tokens(at) - tokens(0);
}
