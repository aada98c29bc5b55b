import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { createPrograms, type NodePrograms } from "../src/node/programs/programs";
import { type ProgramCase, readCases, runAll, runCase, wrongEnd } from "../test/support/programCases";
import { atMost, type CaseLine, type Figure, type Group, median } from "./figure";
import { ROOT } from "./peers";

const ROUNDS = 15;
const LIMIT_MS = 1_000;
const IDLE_MS = 8_000;
const TICK_MS = 5;

/** The sandbox alone, as it is shipped; its host is the bench. */
export const PROGRAM_FIGURES: Group = {
  names: [
    ...["programs.total", "programs.wrong", "programs.cold_ms", "programs.warm_return_ms", "programs.first_call_ms"],
    ...["programs.kill_ms", "programs.lag_ms"],
  ],
  async measure(file, told) {
    const given = file !== undefined && existsSync(file) && file.endsWith(".jsonl");
    const figures = [await cold(), ...(await warm()), ...(await endless())];
    return [...(given ? await outcomes(readCases(readFileSync(file, "utf8")), told) : []), ...figures];
  },
};

async function using<T>(work: (programs: NodePrograms) => Promise<T>): Promise<T> {
  const programs = createPrograms({ entry: join(ROOT, "dist/code.js") });
  try {
    return await work(programs);
  } finally {
    programs.close();
  }
}

/** Most of the time is spent waiting for programs that never end: two sandboxes share it. */
async function outcomes(
  cases: readonly ProgramCase[],
  told: ((line: CaseLine) => void) | undefined,
): Promise<Figure[]> {
  let wrong = 0;
  await using((one) =>
    using((other) =>
      runAll([one, other], cases, ({ id, expect }, { end }) => {
        told?.({ case: id, expected: expect, got: end });
        if (wrongEnd(end, expect) !== undefined) wrong += 1;
      }),
    ),
  );
  return [atMost("programs.total", cases.length, cases.length, "cases"), atMost("programs.wrong", wrong, 0, "cases")];
}

/** The first program of a session. */
async function cold(): Promise<Figure> {
  const times: number[] = [];
  for (let round = 0; round < 7; round += 1)
    times.push(await using(async (programs) => (await runCase(programs, "return 1")).ms));
  return atMost("programs.cold_ms", median(times), 300, "ms", { slowest: Math.max(...times) });
}

/** With the sandbox of the next program ready; and from a `tools.call` to its answer, as the program sees it. */
function warm(): Promise<Figure[]> {
  return using(async (programs) => {
    const times: number[] = [];
    const calls: number[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const { ms } = await runCase(programs, "return 1");
      await programs.warm();
      const called = await runCase(programs, FIRST_CALL);
      await programs.warm();
      if (round === 0) continue;
      times.push(ms);
      calls.push(called.end.how === "returned" ? Number(called.end.value) : Number.NaN);
    }
    return [
      atMost("programs.warm_return_ms", median(times), 25, "ms", { slowest: Math.max(...times) }),
      atMost("programs.first_call_ms", median(calls), 15, "ms", { slowest: Math.max(...calls) }),
    ];
  });
}

const FIRST_CALL = "const t = Date.now(); await tools.call('echo', { t }); return Date.now() - t;";
const ENDLESS = {
  loop: "while (true);",
  microtasks: "const f = () => Promise.resolve().then(f); await f();",
  brackets: "return JSON.parse('['.repeat(5e6) + ']'.repeat(5e6));",
  memory: "const a = []; while (true) a.push(new Array(1000).fill(a.length));",
  strings: "const a = []; for (let i = 0; ; i += 1) a.push(String(i).repeat(1000));",
  map: "const m = new Map(); for (let i = 0; ; i += 1) m.set(i, { i });",
  calls:
    "for (;;) await Promise.all(Array.from({ length: 8 }, (_, i) => tools.call('thenable', { s: 'x'.repeat(9e5), i })));",
  log: "for (let i = 0; ; i += 1) console.log(i);",
};

/** How long after their limit programs without an end are over, and what the host's event loop felt of it. */
function endless(): Promise<Figure[]> {
  return using(async (programs) => {
    await runCase(programs, "return 1");
    const idle = await heldUp(() => new Promise((resolve) => setTimeout(resolve, IDLE_MS)));
    const late: Record<string, number> = {};
    const busy = await heldUp(async () => {
      for (const [name, program] of Object.entries(ENDLESS)) {
        await programs.warm();
        const { ms } = await runCase(programs, program, { ms: LIMIT_MS });
        late[name] = Math.max(0, ms - LIMIT_MS);
      }
    });
    return [
      atMost("programs.kill_ms", Math.max(...Object.values(late)), 2_000, "ms", late),
      atMost("programs.lag_ms", busy.most, 50, "ms", { p99: busy.p99, cpu: busy.cpu, idle: idle.most }),
    ];
  });
}

interface HeldUp {
  readonly most: number;
  readonly p99: number;
  /** The most that the thread itself worked between two ticks: the rest of a delay is other programs'. */
  readonly cpu: number;
}

async function heldUp(work: () => Promise<void>): Promise<HeldUp> {
  const delay = monitorEventLoopDelay({ resolution: TICK_MS });
  let cpu = 0;
  let before = worked();
  const ticking = setInterval(() => {
    const now = worked();
    cpu = Math.max(cpu, now - before);
    before = now;
  }, TICK_MS);
  delay.enable();
  await work();
  delay.disable();
  clearInterval(ticking);
  return { most: delay.max / 1e6, p99: delay.percentile(99) / 1e6, cpu };
}

function worked(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
