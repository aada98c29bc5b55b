// npm run -s headless -- ...: the headless host. Standard output is its alone; what is said about building is not.
import { join } from "node:path";
import { BUNDLE_INPUTS, build } from "./build.mjs";
import { dist, installPackages, isFresh, node } from "./project.mjs";
import { handOver, runMain, speakOnStderr } from "./steps.mjs";

const program = join(dist, "headless.js");

await runMain(async () => {
  speakOnStderr();
  await installPackages();
  if (!isFresh(program, BUNDLE_INPUTS)) await build();
  // Paths among the arguments are relative to where the command was given.
  return handOver(node, [program, ...process.argv.slice(2)], process.env["INIT_CWD"] ?? process.cwd());
});
