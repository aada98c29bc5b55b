import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { type Job, type Lease, Schedule } from "../../../src/core/engine/schedule";

const SIDE_BY_SIDE = 10;

function schedule<T>(jobs: readonly Job<T>[]): Promise<T[]> {
  const all = new Schedule<T>(SIDE_BY_SIDE);
  return Promise.all(jobs.map((job) => all.add(job)));
}

/** Jobs that note when they work, and end when they are told to. */
function yard() {
  const working: string[] = [];
  const ends = new Map<string, () => void>();
  const job = (name: string, parallel: boolean): Job<string> => ({
    parallel,
    async run(turn) {
      const lease = await turn();
      working.push(name);
      await new Promise<void>((resolve) => ends.set(name, resolve));
      lease.release();
      return name;
    },
  });
  const end = async (name: string): Promise<void> => {
    ends.get(name)?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { working, job, end };
}

test("barriers work alone and in order; results come in call order", async () => {
  const { working, job, end } = yard();
  const all = schedule([job("r1", true), job("r2", true), job("w1", false), job("w2", false), job("r3", true)]);
  await end("");
  expect(working).toEqual(["r1", "r2"]);
  await end("r2");
  expect(working).toHaveLength(2);
  await end("r1");
  expect(working.at(-1)).toBe("w1");
  await end("w1");
  expect(working.at(-1)).toBe("w2");
  await end("w2");
  expect(working.at(-1)).toBe("r3");
  await end("r3");
  expect(await all).toEqual(["r1", "r2", "w1", "w2", "r3"]);
});

test("at most ten work side by side", async () => {
  const { working, job, end } = yard();
  const names = Array.from({ length: SIDE_BY_SIDE + 2 }, (_, n) => `r${n}`);
  const all = schedule(names.map((name) => job(name, true)));
  await end("");
  expect(working).toHaveLength(SIDE_BY_SIDE);
  await end("r3");
  expect(working).toHaveLength(SIDE_BY_SIDE + 1);
  for (const name of names) await end(name);
  for (const name of names) await end(name);
  expect(await all).toEqual(names);
});

test("a barrier that ends before its turn does not let the next one pass those before it", async () => {
  const { working, job, end } = yard();
  const refused: Job<string> = { parallel: false, run: async () => "refused" };
  const all = schedule([job("w1", false), refused, job("w2", false)]);
  await end("");
  expect(working).toEqual(["w1"]);
  await end("w1");
  expect(working).toEqual(["w1", "w2"]);
  await end("w2");
  expect(await all).toEqual(["w1", "refused", "w2"]);
});

test("results of calls that have ended are not kept", async () => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const schedule = new Schedule<object>(8);
  const results: WeakRef<object>[] = [];
  const add = async (parallel: boolean): Promise<void> => {
    const run = async (turn: () => Promise<Lease>): Promise<object> => {
      (await turn()).release();
      return { parallel };
    };
    results.push(new WeakRef(await schedule.add({ parallel, run })));
  };
  for (const parallel of [true, false, false, true, true]) await add(parallel);
  await new Promise((resolve) => setImmediate(resolve));
  collect();
  expect(results.filter((each) => each.deref() !== undefined)).toEqual([]);
});
