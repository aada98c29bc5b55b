import { writeFileSync } from "node:fs";
import { inspect } from "node:util";
import Mocha from "mocha";
import type { HostTest } from "../e2e/support/hostTest";

/**
 * Runs suites inside the extension host and leaves what they came to for the test that started it.
 * Suites use `describe`, `test`, `beforeEach` and so on as globals.
 */
export async function runSuites(load: () => Promise<unknown>): Promise<void> {
  const mocha = new Mocha({ timeout: 30_000, reporter: Mocha.reporters.Base });
  mocha.suite.emit("pre-require", globalThis, "suites", mocha);
  Object.assign(globalThis, { test: globalThis.it });
  await load();

  const tests: HostTest[] = [];
  // Written after each test: should one never end, the others are known.
  const add = (test: HostTest) => {
    tests.push(test);
    writeFileSync(process.env["EXTHOST_RESULTS"] ?? "", JSON.stringify(tests));
  };
  await new Promise<void>((resolve) => {
    const runner = mocha.run(() => resolve());
    runner.on("pass", (test) => add({ name: test.fullTitle(), state: "passed" }));
    runner.on("pending", (test) => add({ name: test.fullTitle(), state: "skipped" }));
    runner.on("fail", (test, error: unknown) =>
      add({
        name: test.fullTitle(),
        state: "failed",
        error: (error instanceof Error && error.stack) || inspect(error),
      }),
    );
  });
}
