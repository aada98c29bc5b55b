import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as vscode from "vscode";
import { createPrograms } from "../../src/node/programs/programs";
import { type ProgramCase, readCases, runAll, wrongEnd } from "../support/programCases";

const extension = vscode.extensions.getExtension("gatehouse.gatehouse")?.extensionPath ?? "";

/** One after the other: the editor has the machine too. */
describe("programs in the extension host", () => {
  const ends = new Map<string, string | undefined>();
  const cases: readonly ProgramCase[] = readCases(
    readFileSync(join(extension, "test/fixtures/programs/programs.jsonl"), "utf8"),
  );

  before(async function () {
    this.timeout(240_000);
    const pools = [1, 2].map(() => createPrograms({ entry: join(extension, "dist/code.js") }));
    await runAll(pools, cases, ({ id, expect }, { end }) => ends.set(id, wrongEnd(end, expect)));
    for (const programs of pools) programs.close();
  });

  for (const { id } of cases) test(`${id} ends as it must`, () => assert.equal(ends.get(id), undefined));
});
