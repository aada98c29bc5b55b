// The checks and the groups of tests, with their outcomes as numbers.
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { environment, node, root, tool } from "./project.mjs";
import { run, step } from "./steps.mjs";

/**
 * @typedef {{passed: number, failed: number, skipped: number, failures: Failure[]}} Outcome
 * @typedef {{name: string, message: string}} Failure
 */

const TYPE_CHECKS = { root: ".", core: "src/core", webview: "webview", "in-host tests": "test/exthost" };

/**
 * Format, lint and types. One that passes is not counted as a test; one that fails is.
 * @returns {Promise<Outcome>}
 */
export async function runStaticChecks() {
  const lint = await check("format and lint (mend with: npm run lint)", [tool("@biomejs/biome/bin/biome"), "check"]);
  const types = [];
  for (const [name, folder] of Object.entries(TYPE_CHECKS)) {
    const cache = `node_modules/.cache/types-${folder.replace(/\W/g, "-")}.tsbuildinfo`;
    const args = [tool("typescript/bin/tsc"), "-p", folder, "--incremental", "--tsBuildInfoFile", cache];
    types.push(await check(`types of ${name}`, args));
  }
  return sum([lint, ...types]);
}

/**
 * Runs groups of tests as vitest.config.ts names them.
 * @param {string} title
 * @param {string[]} groups
 * @param {{each?: boolean}} [options] whether to name each test as it ends, for slow ones
 * @returns {Promise<Outcome>}
 */
export async function runTests(title, groups, { each = false } = {}) {
  const results = join(root, "test-artifacts", "results", `${groups.join("-")}.json`);
  mkdirSync(join(root, "test-artifacts", "results"), { recursive: true });
  rmSync(results, { force: true });
  const args = [tool("vitest/vitest.mjs"), "run", ...groups.flatMap((group) => ["--project", group])];
  args.push(`--reporter=${each ? "verbose" : "default"}`, "--reporter=json", `--outputFile.json=${results}`);
  const failure = await attempt(title, args);
  try {
    return outcomeOf(title, JSON.parse(readFileSync(results, "utf8")), failure);
  } catch {
    return couldNotRun(title, failure ?? "vitest left no results.");
  }
}

/**
 * @param {readonly Outcome[]} outcomes
 * @returns {Outcome}
 */
export function sum(outcomes) {
  const total = (/** @type {"passed" | "failed" | "skipped"} */ key) =>
    outcomes.reduce((all, one) => all + one[key], 0);
  const failures = outcomes.flatMap((outcome) => outcome.failures);
  return { passed: total("passed"), failed: total("failed"), skipped: total("skipped"), failures };
}

/**
 * Counted as one failure, so that a run that could not be whole never looks like a good one.
 * @param {string} name
 * @param {string} message
 * @returns {Outcome}
 */
export function couldNotRun(name, message) {
  return { passed: 0, failed: 1, skipped: 0, failures: [{ name, message }] };
}

/**
 * The last line of a run, which programs read: skipped tests are told before it.
 * @param {Outcome} outcome
 */
export function sentence({ passed, failed }) {
  return `${passed} passed, ${failed} failed`;
}

/**
 * @param {string} title
 * @param {string[]} args
 */
async function check(title, args) {
  const failure = await attempt(title, args);
  return failure ? couldNotRun(title, failure) : sum([]);
}

/**
 * @param {string} title
 * @param {string[]} args of Node
 * @returns {Promise<string | undefined>} why it failed
 */
async function attempt(title, args) {
  try {
    await step(title, () => run(node, args, { cwd: root, env: environment(), show: true }));
    return undefined;
  } catch (error) {
    return /** @type {Error} */ (error).message;
  }
}

/**
 * @param {string} title
 * @param {any} json as vitest's JSON reporter writes it
 * @param {string | undefined} failure
 * @returns {Outcome}
 */
export function outcomeOf(title, json, failure) {
  const failures = json.testResults.flatMap(failuresOf);
  // A file that does not load, or an error outside of any test, has no failed test to count.
  if (failure && failures.length === 0) failures.push({ name: title, message: failure });
  const skipped = json.numPendingTests + json.numTodoTests;
  return { passed: json.numPassedTests, failed: failures.length, skipped, failures };
}

/** @param {any} file @returns {Failure[]} */
function failuresOf(file) {
  const failed = file.assertionResults.filter((/** @type {any} */ test) => test.status === "failed");
  if (failed.length === 0 && file.status === "failed") return [{ name: file.name, message: file.message }];
  return failed.map((/** @type {any} */ test) => ({
    name: `${file.name.replace(`${root}/`, "")}: ${test.fullName}`,
    message: test.failureMessages.join("\n"),
  }));
}
