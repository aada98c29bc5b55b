// npm run -s bench -- ...: the figures. Standard output is the figures alone; what is said about building is not.
import { join } from "node:path";
import { bundleProgram } from "./build.mjs";
import { needPackage } from "./package.mjs";
import { dist, installPackages, node, root } from "./project.mjs";
import { handOver, runMain, speakOnStderr } from "./steps.mjs";

// One level below the root, as its source is, so that relative places stay true.
const program = join(dist, "bench.mjs");

await runMain(async () => {
  speakOnStderr();
  await installPackages();
  await needPackage();
  await bundleProgram("bench/main.ts", program);
  return handOver(node, [program, ...process.argv.slice(2)], root);
});
