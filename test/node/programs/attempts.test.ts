import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { prepareProgram } from "../../../src/core/code/prepare";
import { createPrograms } from "../../../src/node/programs/programs";
import { type Expectation, type ProgramCase, type Ran, readCases, runCase, wrongEnd } from "../../support/programCases";
import { bundledSandbox } from "../support/sandbox";

/**
 * Attempts of an adversary who had the source at hand, besides those of `escapes.test.ts`. Each is held to how it
 * ends, and none may show a path of the host.
 */
const entry = bundledSandbox();
const pools = Array.from({ length: 2 }, () => createPrograms({ entry }));
const file = join(import.meta.dirname, "../../fixtures/programs/attempts.jsonl");
const cases = readCases(readFileSync(file, "utf8"));
const ran = new Map<string, Ran>();

/** What the parser refuses is refused by the same function there: it needs no process. */
async function attempt(programs: (typeof pools)[number], { program, expect: expected }: ProgramCase): Promise<Ran> {
  const prepared = prepareProgram(program, () => true);
  if ("refused" in prepared) return { end: { how: "rejected", message: prepared.refused }, log: [], calls: [], ms: 0 };
  await programs.warm();
  return runCase(programs, program, { ms: mayHang(expected) ? 500 : 30_000 });
}

/** Only what is meant to never end is stopped soon: a busy machine must not stop the others. */
const mayHang = (expected: Expectation): boolean =>
  expected.outcome === "killed" || (expected.outcome === "any" && expected.of.some(mayHang));

beforeAll(async () => {
  const left = [...cases];
  const work = async (programs: (typeof pools)[number]): Promise<void> => {
    await runCase(programs, "", { ms: 60_000 });
    for (let next = left.shift(); next; next = left.shift()) ran.set(next.id, await attempt(programs, next));
  };
  await Promise.all(pools.map(work));
}, 300_000);
afterAll(() => {
  for (const programs of pools) programs.close();
});

for (const { id, note, expect: expected } of cases) {
  test(`${id}: ${note}`, () => {
    const got = ran.get(id);
    if (!got) throw new Error("It did not run.");
    expect(wrongEnd(got.end, expected)).toBeUndefined();
    expect(JSON.stringify([got.end, got.log])).not.toMatch(/sandbox\.js|node:internal|\/(work|tmp|home)\//);
  });
}

test.skipIf(process.platform === "win32")("none of them left a process behind", async () => {
  for (const programs of pools) programs.close();
  const left = (): boolean => execFileSync("ps", ["-eo", "args="], { encoding: "utf8" }).includes(entry);
  while (left()) await new Promise((resolve) => setImmediate(resolve));
});
