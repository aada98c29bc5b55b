import { describe, expect, test } from "vitest";
import { watchdog } from "../../../src/core/models/watchdog";
import { type FakeClock, fakeClock } from "../../fakes/clock";
import { gate } from "../../support/scriptedModel";
import { collect, HELLO, scripted } from "./harness";

function watched() {
  const clock = fakeClock();
  const barked: number[] = [];
  return { clock, barked, dog: watchdog(clock, () => barked.push(clock.elapsed())) };
}

describe("the watchdog", () => {
  test("barks once when nothing comes", async () => {
    const { clock, barked, dog } = watched();
    dog.expect(100);
    await clock.advance(1000);
    expect(barked).toEqual([100]);
  });

  test("is quiet as long as something comes in time", async () => {
    const { clock, barked, dog } = watched();
    for (let at = 0; at < 10; at++) {
      dog.expect(100);
      await clock.advance(90);
    }
    expect(barked).toEqual([]);
    await clock.advance(10);
    expect(barked).toEqual([910]);
  });

  test("a shorter patience counts from now", async () => {
    const { clock, barked, dog } = watched();
    dog.expect(1000);
    dog.expect(10);
    await clock.advance(2000);
    expect(barked).toEqual([10]);
  });

  test("never barks after it was stopped", async () => {
    const { clock, barked, dog } = watched();
    dog.expect(100);
    dog.stop();
    await clock.advance(1000);
    expect([barked, clock.sleeping]).toEqual([[], 0]);
  });
});

describe("an idle stream", () => {
  test("is given up and tried again", async () => {
    const { model, clock } = await scripted([{ text: "Never ends", hang: true }, { text: "Hi" }]);
    expect(await meanwhile(collect(model, HELLO, clock), clock)).toMatchObject({ text: "Hi", error: undefined });
  });

  test("is a timeout when no try is left", async () => {
    const { model, clock } = await scripted([{ text: "Never ends", hang: true }], { maxTries: 1 });
    expect((await meanwhile(collect(model), clock)).error?.kind).toBe("timeout");
  });

  test("an endpoint that never says a word is a timeout too", async () => {
    const { model, clock } = await scripted([{ waitBefore: gate().opened }], { maxTries: 1 });
    expect((await meanwhile(collect(model), clock)).error?.kind).toBe("timeout");
  });

  test("ends well when it had its finish, though the connection stays open", async () => {
    const raw = ['data: {"choices":[{"delta":{"content":"Hi"},"finish_reason":"stop"}]}\n\n', ": last\n\n"];
    const { model, clock } = await scripted([{ raw, waitFor: gate().opened }], { maxTries: 1 });
    expect(await meanwhile(collect(model), clock)).toMatchObject({ text: "Hi", finish: "stop" });
  });

  test("does not hold the answer back when only its connection stays open after [DONE]", async () => {
    const raw = ['data: {"choices":[{"delta":{"content":"Hi"}}]}\n\ndata: [DONE]\n\n', ": last\n\n"];
    const { model, clock } = await scripted([{ raw, waitFor: gate().opened }]);
    const finished = new Promise<number>((resolve) => {
      void (async () => {
        for await (const event of model.stream(HELLO, new AbortController().signal)) {
          if (event.type === "finish") resolve(clock.elapsed());
        }
      })();
    });
    expect(await finished).toBe(0);
  });
});

/** Lets time pass until the promise is settled. */
async function meanwhile<T>(promise: Promise<T>, clock: FakeClock): Promise<T> {
  let settled = false;
  const watched = promise.finally(() => {
    settled = true;
  });
  while (!settled) await clock.advance(1000);
  return watched;
}
