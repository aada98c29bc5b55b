import { describe, expect, test } from "vitest";
import { Deadline, until } from "../../../src/core/mcp/deadline";
import { Refresher } from "../../../src/core/mcp/refresher";
import { Restarts } from "../../../src/core/mcp/restarts";
import { fakeClock } from "../../fakes/clock";
import { never } from "./support";

describe("a time limit", () => {
  const start = (ms: number, totalMs = ms) => {
    const clock = fakeClock();
    return { clock, deadline: new Deadline(clock, ms, totalMs, (passed) => new Error(`${passed} ms`)) };
  };

  test("ends with its reason", async () => {
    const { clock, deadline } = start(100);
    await clock.advance(99);
    expect(deadline.signal.aborted).toBe(false);
    await clock.advance(1);
    expect(deadline.signal.reason).toEqual(new Error("100 ms"));
  });

  test("is put off by progress, up to its total", async () => {
    const { clock, deadline } = start(100, 250);
    for (let step = 0; step < 4; step += 1) {
      await clock.advance(60);
      expect(deadline.signal.aborted).toBe(false);
      deadline.putOff();
    }
    await clock.advance(20);
    expect(deadline.signal.reason).toEqual(new Error("250 ms"));
  });

  test("stands still while a person is asked", async () => {
    const { clock, deadline } = start(100);
    await clock.advance(50);
    deadline.pause();
    await clock.advance(10_000);
    expect(deadline.signal.aborted).toBe(false);
    deadline.resume();
    await clock.advance(49);
    expect(deadline.signal.aborted).toBe(false);
    await clock.advance(1);
    expect(deadline.signal.reason).toEqual(new Error("100 ms"));
  });

  test("that was ended never comes, and leaves no timer", async () => {
    const { clock, deadline } = start(100);
    deadline.end();
    await clock.advance(1_000);
    expect(deadline.signal.aborted).toBe(false);
    expect(clock.sleeping).toBe(0);
  });
});

test("waiting ends with the first signal, and nobody hears how the work ends", async () => {
  const stop = new AbortController();
  let fail: (error: Error) => void = () => {};
  const waiting = until(new Promise((_, reject) => (fail = reject)), never, stop.signal);
  stop.abort(new Error("enough"));
  await expect(waiting).rejects.toThrow("enough");
  fail(new Error("late"));
});

describe("a refresh", () => {
  function start(isDifferent: () => boolean) {
    const clock = fakeClock();
    const times: number[] = [];
    const refresh = async () => times.push(clock.elapsed()) > 0 && isDifferent();
    return { clock, times, refresher: new Refresher(clock, refresh, never) };
  }

  test("happens at once, then at most once in two seconds", async () => {
    const { clock, times, refresher } = start(() => true);
    for (let at = 0; at < 500; at += 1) {
      refresher.trigger();
      await clock.advance(10);
    }
    expect(times).toEqual([0, 2_000, 4_000]);
  });

  test("gets rarer in a storm that changes nothing, and is at once again after it", async () => {
    const { clock, times, refresher } = start(() => false);
    for (let at = 0; at < 320; at += 1) {
      refresher.trigger();
      await clock.advance(100);
    }
    expect(times).toEqual([0, 2_000, 6_000, 14_000, 30_000]);
    await clock.advance(120_000);
    const quiet = clock.elapsed();
    refresher.trigger();
    await clock.advance(0);
    expect(times.at(-1)).toBe(quiet);
  });
});

describe("restarts", () => {
  test("wait from one to thirty seconds, and start afresh after a minute up", () => {
    let now = 0;
    const restarts = new Restarts(() => now);
    expect([1, 2, 3, 4, 5, 6, 7].map(() => restarts.nextWait())).toEqual(
      [1, 2, 4, 8, 16, 30, 30].map((s) => s * 1_000),
    );
    now = 59_999;
    restarts.ended(0);
    expect(restarts.nextWait()).toBe(30_000);
    now = 60_000;
    restarts.ended(0);
    expect(restarts.nextWait()).toBe(1_000);
  });

  test("are at most five in a minute, unless a person wants one", () => {
    let now = 0;
    const restarts = new Restarts(() => now);
    for (let at = 0; at < 5; at += 1) {
      expect(restarts.allowed).toBe(true);
      restarts.started();
      now += 1_000;
    }
    expect(restarts.allowed).toBe(false);
    now = 60_000;
    expect(restarts.allowed).toBe(true);
    now = 5_000;
    restarts.reset();
    expect(restarts.allowed).toBe(true);
  });
});
