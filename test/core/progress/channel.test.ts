import fc from "fast-check";
import { expect, test } from "vitest";
import { openProgress } from "../../../src/core/progress/channel";
import type { LiveEvent } from "../../../src/core/progress/events";
import { fakeClock } from "../../fakes/clock";

function channel(settings?: Parameters<typeof openProgress>[4]) {
  const clock = fakeClock();
  const said: Extract<LiveEvent, { type: "tool_progress" }>[] = [];
  const open = openProgress("s", "c", clock, (event) => event.type === "tool_progress" && said.push(event), settings);
  return { clock, said, ...open, texts: () => said.map(({ text }) => text) };
}

test("joins what comes within 50 ms", async () => {
  const { write, clock, texts } = channel();
  write("a", "stdout");
  write("b", "stdout");
  await clock.advance(49);
  expect(texts()).toEqual([]);
  await clock.advance(1);
  expect(texts()).toEqual(["ab"]);
});

test("does not wait once 16 KiB are there, in bytes", () => {
  const { write, texts } = channel();
  write("é".repeat(8 * 1024 - 1), "stdout");
  expect(texts()).toEqual([]);
  write("é", "stdout");
  expect(texts()).toHaveLength(1);
});

test("closing flushes every stream, says `closed` last, and nothing comes after it", async () => {
  const { write, close, clock, said } = channel();
  write("out", "stdout");
  write("err", "stderr");
  close();
  close();
  write("late", "stdout");
  await clock.advance(1_000);
  expect(said.map(({ text, closed }) => [text, closed])).toEqual([
    ["out", false],
    ["err", false],
    ["", true],
  ]);
});

test("a call that said nothing is closed in silence", () => {
  const { close, said } = channel();
  close();
  expect(said).toEqual([]);
});

test("a flush time of 0 means at once, and switched off means nothing", () => {
  const at = channel({ enabled: true, flushMs: 0, flushBytes: 9 });
  at.write("a", "info");
  expect(at.texts()).toEqual(["a"]);
  const off = channel({ enabled: false, flushMs: 0, flushBytes: 9 });
  off.write("a", "info");
  off.close();
  expect(off.said).toEqual([]);
});

test("what comes out of a stream is what went in, in order, whatever the burst", async () => {
  const piece = fc.tuple(
    fc.string({ unit: "binary" }),
    fc.constantFrom("stdout" as const, "stderr" as const),
    fc.integer({ min: 0, max: 60 }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(piece), async (pieces) => {
      const { write, close, clock, said } = channel({ enabled: true, flushMs: 50, flushBytes: 20 });
      for (const [text, stream, pause] of pieces) {
        write(text, stream);
        if (pause > 40) await clock.advance(pause);
      }
      close();
      for (const stream of ["stdout", "stderr"] as const) {
        const wrote = pieces
          .filter(([, to]) => to === stream)
          .map(([text]) => text)
          .join("");
        expect(
          said
            .filter((event) => event.stream === stream)
            .map(({ text }) => text)
            .join(""),
        ).toBe(wrote);
      }
    }),
    { numRuns: 50 },
  );
});
