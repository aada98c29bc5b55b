// npm run check: format, lint, types, house tests, unit tests. The commit hook runs it, and CI as a part of npm test.
import { runStaticChecks, runTests, sentence, sum } from "./checks.mjs";
import { installPackages } from "./project.mjs";
import { runMain, say } from "./steps.mjs";

await runMain(async () => {
  await installPackages();
  const outcome = sum([await runStaticChecks(), await runTests("house and unit tests", ["house", "unit"])]);
  for (const { name } of outcome.failures) say(`failed: ${name}`);
  if (outcome.skipped > 0) say(`${outcome.skipped} skipped`);
  say(sentence(outcome));
  return outcome.failed > 0 ? 1 : 0;
});
