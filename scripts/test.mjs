// npm test: installs what is missing, then every check and test. The last line is "N passed, N failed".
import { couldNotRun, runStaticChecks, runTests, sentence, sum } from "./checks.mjs";
import { makePackage } from "./package.mjs";
import { setUp } from "./setup.mjs";
import { explain, say, seconds, step } from "./steps.mjs";

const start = performance.now();
const outcome = await everything();
for (const [index, { name, message }] of outcome.failures.entries()) {
  say(`\n${index + 1}. ${name}\n${indented(message)}`);
}
say(`\nAll of it took ${seconds(start)}.`);
if (outcome.skipped > 0) say(`${outcome.skipped} skipped`);
say(sentence(outcome));
process.exitCode = outcome.failed > 0 ? 1 : 0;

async function everything() {
  if (!(await succeeds(() => step("setting up", () => setUp({ browser: true }))))) {
    return couldNotRun("setting up", "Nothing was tested: see above.");
  }
  const outcomes = [await runStaticChecks(), await runTests("house and unit tests", ["house", "unit"])];
  const packaged = await succeeds(makePackage);
  outcomes.push(await runTests("integration tests, and views in a browser", ["integration", "views"]));
  outcomes.push(
    packaged
      ? await runTests("end-to-end tests in a real VS Code", ["e2e"], { each: true })
      : couldNotRun("end-to-end tests", "They need the package, which could not be made: see above."),
  );
  return sum(outcomes);
}

/** @param {() => Promise<unknown>} work */
async function succeeds(work) {
  try {
    await work();
    return true;
  } catch (error) {
    explain(error);
    return false;
  }
}

/** @param {string} message */
function indented(message) {
  const lines = message.trim().split("\n");
  const left = lines.length - 30;
  return [...lines.slice(0, 30), ...(left > 0 ? [`(${left} more lines)`] : [])].map((line) => `   ${line}`).join("\n");
}
