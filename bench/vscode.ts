import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { driveSuite } from "../test/e2e/support/exthost";
import { House } from "../test/e2e/support/house";
import { Server } from "../test/e2e/support/server";
import { launchBrowser } from "../test/e2e/support/workbench";
import { atMost, type Group, median } from "./figure";
import { FLOOR, fileOf, gapsBetween, ROOT, readSteps, runPeer, STEPS, withWorkspace } from "./peers";

const ROUNDS = 7;

/** Turns of 20 read steps in the extension host with the chat open, and the floor after each of them. */
const STEP_FIGURE: Group = {
  names: ["step.overhead_vscode"],
  async measure() {
    const files = Object.fromEntries(
      Array.from({ length: STEPS }, (_, step) => [fileOf(step), "export const value = 1;\n".repeat(40)]),
    );
    const house = await House.open(readSteps(), { files });
    try {
      const gaps = { floor_ms: [] as number[], ms: [] as number[] };
      for (let round = 0; round <= ROUNDS; round++) {
        const ours = await turnGap(house, round);
        const floor = await withWorkspace((folder) => runPeer(FLOOR, readSteps(), folder));
        if (round === 0) continue;
        gaps.ms.push(ours);
        gaps.floor_ms.push(median(gapsBetween(floor.server)));
      }
      const [ms, floor_ms] = [median(gaps.ms), median(gaps.floor_ms)];
      return [atMost("step.overhead_vscode", ms / floor_ms, 3, "x floor", { ms, floor_ms })];
    } finally {
      await house.close();
    }
  },
};

/** A session of its own, as the floor's is; its turn is the steps and a last answer, which calls nothing. */
async function turnGap({ chat, model }: House, round: number): Promise<number> {
  const first = round * (STEPS + 1);
  await chat.newSession();
  await chat.send(`Round ${round}`);
  await model.arrived(first + STEPS + 1);
  await chat.idle();
  return median(gapsBetween(model, first, first + STEPS + 1));
}

/** Loading and activating in a fresh extension host each time, with no editor and no view of ours open. */
const ACTIVATE_FIGURE: Group = {
  names: ["start.activate"],
  async measure() {
    const folder = mkdtempSync(join(tmpdir(), "gatehouse-activate-"));
    const results = join(folder, "ms");
    const suite = join(ROOT, "dist/exthost/activate.cjs");
    await build({
      entryPoints: [join(ROOT, "bench/activate.ts")],
      outfile: suite,
      bundle: true,
      platform: "node",
      external: ["vscode"],
      logLevel: "error",
    });
    const browser = await launchBrowser();
    const args = ["--vscode-option", "enable-smoke-test-driver"];
    const server = await Server.start({ packaged: false, args, env: { EXTHOST_RESULTS: results } });
    try {
      for (let round = 0; round <= ROUNDS; round++) await driveSuite(server, browser, suite);
      const samples = readFileSync(results, "utf8").trim().split("\n").map(Number);
      return [atMost("start.activate", median(samples.slice(1)), 30, "ms")];
    } finally {
      await server.stop();
      await browser.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

/** Figures that need the real editor. */
export const VSCODE_FIGURES: readonly Group[] = [STEP_FIGURE, ACTIVATE_FIGURE];
