import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPrograms } from "../../../src/node/programs/programs";
import { readCases, runAll, wrongEnd } from "../../support/programCases";
import { bundledSandbox } from "../support/sandbox";

const entry = bundledSandbox();
const pools = Array.from({ length: 3 }, () => createPrograms({ entry }));
const folder = join(import.meta.dirname, "../../fixtures/programs");
const cases = ["programs.jsonl", "own.jsonl"].flatMap((file) => readCases(readFileSync(join(folder, file), "utf8")));
const ends = new Map<string, string | undefined>();

/** Most of the time is spent waiting for programs that never end. */
beforeAll(async () => {
  await runAll(pools, cases, ({ id, expect: expected }, { end }) => ends.set(id, wrongEnd(end, expected)));
}, 600_000);
afterAll(() => {
  for (const programs of pools) programs.close();
});

for (const { id } of cases) test(`${id} ends as it must`, () => expect(ends.get(id)).toBeUndefined());
