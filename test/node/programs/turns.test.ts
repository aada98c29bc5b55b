import { expect, test } from "vitest";
import { createTurns } from "../../../src/node/programs/turns";

const never = new AbortController().signal;

test("gives turns in the order they were asked for, and none to who no longer waits", async () => {
  const turns = createTurns(1);
  const order: string[] = [];
  const ask = async (name: string, signal = never) => order.push(`${name} ${await turns.take(signal)}`);
  const gone = new AbortController();
  await ask("first");
  const waiting = [ask("second"), ask("third", gone.signal), ask("fourth")];
  gone.abort();
  turns.give();
  turns.give();
  await Promise.all(waiting);
  expect(order).toEqual(["first true", "third false", "second true", "fourth true"]);
});

test("does not wait when it is stopped already", async () => {
  expect(await createTurns(1).take(AbortSignal.abort())).toBe(false);
});
