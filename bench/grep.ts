import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { rgPath } from "@vscode/ripgrep";
import { endPermit, issuePermit, redeemPermit } from "../src/core/gate/permit";
import type { Permit } from "../src/core/operations/permit";
import { commandEnvironment } from "../src/node/environment";
import { createProcesses } from "../src/node/processes";
import { createSearch } from "../src/node/search/search";
import { atMost, type Group, median } from "./figure";
import { ROOT } from "./peers";

const FILES = 20_000;
const FOLDERS = 200;
const LINES = 60;
/** One file in so many holds what is looked for: few enough that no limit ends the search. */
const EACH = 200;
const ROUNDS = 9;

export const GREP_FIGURE: Group = {
  names: ["grep.tree"],
  async measure() {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), "gatehouse-bench-")));
    const env = () => commandEnvironment(process.env);
    const processes = createProcesses({ brokerPath: join(ROOT, "dist/broker.js"), cwd: folder, env });
    try {
      plant(folder);
      const search = createSearch({ run: processes.program, ripgrep: () => rgPath, env });
      const request = {
        path: folder,
        pattern: "needle",
        ignoreCase: false,
        context: 0,
        limit: 200,
        mode: "lines",
      } as const;
      const ours = () =>
        permitted(folder, async (permit) => {
          const { files, more } = await search.grep(permit, request, () => true, new AbortController().signal);
          return more ? Number.NaN : files.length;
        });
      const theirs = async () => {
        const { stdout } = await promisify(execFile)(rgPath, ["--no-config", "needle", folder]);
        return stdout.split("\n").length - 1;
      };
      const { ours_ms, ripgrep_ms } = await inTurn(ours, theirs);
      return [atMost("grep.tree", ours_ms / ripgrep_ms, 1.2, "x ripgrep", { ripgrep_ms, ms: ours_ms })];
    } finally {
      processes.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

function plant(folder: string): void {
  for (let at = 0; at < FILES; at += 1) {
    const sub = join(folder, `part${at % 10}`, `f${at % FOLDERS}`);
    mkdirSync(sub, { recursive: true });
    const lines = Array.from({ length: LINES }, (_, line) => `export const value${line} = compute(${at}, "a line");`);
    if (at % EACH === 0) lines.push("const needle = 1;");
    writeFileSync(join(sub, `file${at}.ts`), lines.join("\n"));
  }
}

/** The first round of each only warms up the disk's cache and our broker. */
async function inTurn(
  ours: () => Promise<number>,
  theirs: () => Promise<number>,
): Promise<{ ours_ms: number; ripgrep_ms: number }> {
  const times = { ours: [] as number[], theirs: [] as number[] };
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [name, run] of [
      ["ours", ours],
      ["theirs", theirs],
    ] as const) {
      const start = performance.now();
      const found = await run();
      if (found !== FILES / EACH) throw new Error(`${name} found ${found} lines of ${FILES / EACH}.`);
      if (round > 0) times[name].push(performance.now() - start);
    }
  }
  return { ours_ms: median(times.ours), ripgrep_ms: median(times.theirs) };
}

async function permitted<T>(folder: string, work: (permit: Permit) => Promise<T>): Promise<T> {
  const facts = { session: "bench", agent: "root", callId: "c", tool: "grep", standsFor: [], args: "{}", version: "" };
  const whole = { ...facts, reads: [folder], writes: [], commands: [], hosts: [], named: [] };
  const permit = issuePermit(whole);
  redeemPermit(permit, whole);
  return work(permit).finally(() => endPermit(permit));
}
