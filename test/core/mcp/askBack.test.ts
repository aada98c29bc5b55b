import { expect, test } from "vitest";
import { AskBack } from "../../../src/core/mcp/askBack";
import { Deadline } from "../../../src/core/mcp/deadline";
import { fakeClock } from "../../fakes/clock";
import { help, never } from "./support";

const FORM = { message: "m", requestedSchema: { type: "object" as const, properties: {} } };

function asking() {
  const signals: AbortSignal[] = [];
  const askBack = new AskBack("s", {
    elicit: async (_server, _asked, _help, signal) => {
      signals.push(signal);
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      return { action: "cancel" };
    },
  });
  const deadline = new Deadline(fakeClock(), 1_000, 1_000, () => new Error("late"));
  return { askBack, signals, call: { help: help(), deadline } };
}

test("what was asked in the name of a call is withdrawn when that call ends", async () => {
  const { askBack, signals, call } = asking();
  let answer: Promise<unknown> = Promise.resolve();
  await askBack.during(call, async () => {
    answer = askBack.elicit(FORM, never);
    expect(signals[0]?.aborted).toBe(false);
  });
  expect(signals[0]?.aborted).toBe(true);
  expect(await answer).toEqual({ action: "cancel" });
});

test("nothing can be asked while no call runs", async () => {
  const { askBack, signals, call } = asking();
  await expect(askBack.elicit(FORM, never)).rejects.toThrow("no call is running");
  await askBack.during(call, async () => undefined);
  await expect(askBack.elicit(FORM, never)).rejects.toThrow("no call is running");
  expect(signals).toHaveLength(0);
});
