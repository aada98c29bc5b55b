// npm run surface: what the default request carries, and whether it keeps its contract. Asks no provider.
import { join } from "node:path";
import { bundleProgram } from "./build.mjs";
import { dist, installPackages, node, root } from "./project.mjs";
import { handOver, runMain, speakOnStderr } from "./steps.mjs";

const program = join(dist, "surface.mjs");

await runMain(async () => {
  speakOnStderr();
  await installPackages();
  await bundleProgram("scripts/surface/main.ts", program);
  return handOver(node, [program], root);
});
