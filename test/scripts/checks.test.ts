import { expect, test } from "vitest";
import { couldNotRun, outcomeOf, sentence, sum } from "../../scripts/checks.mjs";
import { root } from "../../scripts/project.mjs";

/** vitest's JSON of one file with tests of these states. */
function json(states: readonly string[], file: { status?: string; message?: string } = {}) {
  const count = (state: string) => states.filter((one) => one === state).length;
  const assertionResults = states.map((status, index) => ({
    status,
    fullName: `test ${index}`,
    failureMessages: ["why"],
  }));
  return {
    numPassedTests: count("passed"),
    numPendingTests: count("skipped"),
    numTodoTests: 0,
    testResults: [{ name: `${root}/test/a.test.ts`, status: "passed", message: "", ...file, assertionResults }],
  };
}

test("counts tests by how they ended, and names the failed ones", () => {
  const outcome = outcomeOf("tests", json(["passed", "failed", "passed", "skipped"]), "ended with 1");
  expect(outcome).toEqual({
    passed: 2,
    failed: 1,
    skipped: 1,
    failures: [{ name: "test/a.test.ts: test 1", message: "why" }],
  });
});

test("a file that does not load is a failure", () => {
  const outcome = outcomeOf("tests", json([], { status: "failed", message: "SyntaxError" }), "ended with 1");
  expect(outcome).toMatchObject({ passed: 0, failed: 1, failures: [{ message: "SyntaxError" }] });
});

test("an error outside of every test is a failure", () => {
  expect(outcomeOf("tests", json(["passed"]), "ended with 1")).toMatchObject({ passed: 1, failed: 1 });
});

test("a part that could not run is a failure of the whole", () => {
  const whole = sum([outcomeOf("tests", json(["passed"]), undefined), couldNotRun("end-to-end tests", "no browser")]);
  expect(sentence(whole)).toBe("1 passed, 1 failed");
});

test("the last line has only what passed and what failed", () => {
  expect(sentence({ passed: 3, failed: 0, skipped: 0, failures: [] })).toBe("3 passed, 0 failed");
  expect(sentence({ passed: 3, failed: 0, skipped: 2, failures: [] })).toBe("3 passed, 0 failed");
});
