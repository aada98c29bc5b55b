import { describe, expect, test } from "vitest";
import { Failure } from "../../../src/core/models/failure";
import type { ModelErrorKind, ModelEvent } from "../../../src/core/models/model";
import { withRetries } from "../../../src/core/models/retry";
import { fakeClock } from "../../fakes/clock";
import { collect, HELLO, scripted } from "./harness";

const DONE: ModelEvent = { type: "finish", reason: "stop" };

/** Fails as told, then ends well; gives the waits, and how it ended. */
async function check(failures: readonly (Failure | Error)[], { random = 1, maxTries = 8, takesMs = 0 } = {}) {
  const clock = fakeClock();
  let tried = 0;
  async function* attempt() {
    if (takesMs > 0) setImmediate(() => void clock.advance(takesMs));
    if (takesMs > 0) await clock.sleep(takesMs);
    const failure = failures[tried++];
    if (failure) throw failure;
    yield [DONE];
  }
  const waits: number[] = [];
  const events = withRetries(attempt, new AbortController().signal, { clock, random: () => random, maxTries });
  try {
    for await (const event of events) {
      if (event.type !== "retry") continue;
      waits.push(event.waitMs);
      setImmediate(() => void clock.advance(event.waitMs));
    }
    return { waits, tried, error: undefined };
  } catch (error) {
    return { waits, tried, error: error as Error };
  }
}

function failing(waitMs?: number, tries = Number.POSITIVE_INFINITY, kind: ModelErrorKind = "overloaded"): Failure {
  return new Failure(kind, { text: "{0} is busy.", args: ["It"] }, { tries, waitMs });
}

const often = (count: number, waitMs?: number) => Array.from({ length: count }, () => failing(waitMs));

describe("trying again", () => {
  test("waits twice as long each time, up to a minute", async () => {
    expect((await check(often(7))).waits).toEqual([1, 2, 4, 8, 16, 32, 60].map((seconds) => seconds * 1000));
  });

  test("jitter takes at most half of a wait", async () => {
    expect((await check(often(2), { random: 0 })).waits).toEqual([500, 1000]);
  });

  test("gives up after eight tries, with the failure itself", async () => {
    expect(await check(often(9))).toMatchObject({ tried: 8, error: { message: "It is busy." } });
  });

  test("never waits less than the endpoint asks for", async () => {
    expect((await check([failing(42_000), failing(10)])).waits).toEqual([42_000, 2000]);
  });

  test("gives up at once when the wait asked for is longer than what is left of five minutes", async () => {
    expect(await check([failing(6 * 60_000)])).toMatchObject({ tried: 1, waits: [] });
    expect(await check([failing(200_000), failing(200_000)])).toMatchObject({ tried: 2, waits: [200_000] });
  });

  test("five minutes count from the first failure, not from the request", async () => {
    expect(await check(often(2), { takesMs: 140_000 })).toMatchObject({ tried: 3, error: undefined });
    expect(await check(often(5), { takesMs: 140_000 })).toMatchObject({ tried: 4, waits: [1000, 2000, 4000] });
  });

  test("what asking again can't mend is not asked again", async () => {
    expect(await check([failing(undefined, 1, "auth")])).toMatchObject({ tried: 1, waits: [] });
    expect(await check([new Error("a bug")])).toMatchObject({ tried: 1, error: { message: "a bug" } });
  });

  test("can be stopped while it waits", async () => {
    const clock = fakeClock();
    const stop = new AbortController();
    // biome-ignore lint/correctness/useYield: it fails before it says anything.
    async function* attempt(): AsyncGenerator<ModelEvent[]> {
      throw failing();
    }
    const events = withRetries(attempt, stop.signal, { clock, random: () => 1, maxTries: 8 });
    expect((await events.next()).value).toMatchObject({
      type: "retry",
      attempt: 2,
      maxAttempts: 8,
      waitMs: 1000,
      reason: "{0} is busy.",
      args: ["It"],
    });
    const next = events.next();
    stop.abort(new Error("stopped"));
    await expect(next).rejects.toThrow("stopped");
  });
});

describe("over real HTTP", () => {
  test.each([408, 409, 429, 500, 502, 503, 504, 529])("status %i is tried again", async (status) => {
    const { model, clock } = await scripted([{ status }, { text: "Hi" }]);
    expect(await collect(model, HELLO, clock)).toMatchObject({ text: "Hi", waits: [1000] });
  });

  test.each([400, 401, 403, 404, 405, 422, 501])("status %i is not", async (status) => {
    const { model, clock, server } = await scripted([{ status }, { text: "Hi" }]);
    expect((await collect(model, HELLO, clock)).error?.status).toBe(status);
    expect(server.requests).toHaveLength(1);
  });

  test.each([
    ["in seconds", { "retry-after": "7" }],
    ["as a date", { "retry-after": new Date(fakeClock().now() + 7000).toUTCString() }],
    ["in milliseconds", { "retry-after-ms": "7000" }],
    ["as the reset of a used-up limit", { "x-ratelimit-remaining-tokens": "0", "x-ratelimit-reset-tokens": "7s" }],
  ])("Retry-After %s is kept to", async (_how, headers) => {
    const { model, clock } = await scripted([{ status: 429, headers }, { text: "Hi" }]);
    expect((await collect(model, HELLO, clock)).waits).toEqual([7000]);
  });

  test("text of a broken attempt is void after a retry", async () => {
    const { model, clock } = await scripted([{ nasty: "error_mid_stream" }, { text: "Hi" }]);
    const got = await collect(model, HELLO, clock);
    expect([got.text, got.calls, got.waits.length]).toEqual(["Hi", [], 1]);
  });

  test("a storm of 429 ends in the typed reason", async () => {
    const { model, clock, server } = await scripted(() => ({ status: 429 }));
    expect((await collect(model, HELLO, clock)).error?.kind).toBe("rate_limit");
    expect(server.requests).toHaveLength(8);
  });
});
