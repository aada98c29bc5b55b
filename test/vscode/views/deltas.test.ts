import fc from "fast-check";
import { expect, test } from "vitest";
import type { ChatOp, ChatStatus } from "../../../src/shared/messages/chat";
import { Deltas } from "../../../src/vscode/views/deltas";

/** Time that moves when the test says so. */
function clock() {
  let now = 0;
  let due: { at: number; run: () => void } | undefined;
  return {
    now: () => now,
    after(ms: number, run: () => void) {
      due = { at: now + ms, run };
      return () => {
        due = undefined;
      };
    },
    pass(ms: number) {
      const end = now + ms;
      while (due && due.at <= end) {
        const { at, run } = due;
        due = undefined;
        now = Math.max(now, at);
        run();
      }
      now = end;
    },
  };
}

function deltas() {
  const time = clock();
  const posts: { at: number; ops: readonly ChatOp[] }[] = [];
  return { time, posts, queue: new Deltas((ops) => posts.push({ at: time.now(), ops }), time) };
}

const text = (id: string, part: string): ChatOp => ({ op: "text", id, text: part });
const status = (title: string): ChatOp => ({ op: "status", status: { title } as ChatStatus });

test("the first change goes out at once", () => {
  const { time, posts, queue } = deltas();
  queue.push([text("a", "x")]);
  time.pass(0);
  expect(posts).toEqual([{ at: 0, ops: [text("a", "x")] }]);
});

test("posts are at least 33 ms apart, and nothing is lost", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.integer({ min: 0, max: 40 }), fc.constantFrom("a", "b"))), (steps) => {
      const { time, posts, queue } = deltas();
      const sent = { a: "", b: "" };
      for (const [index, [wait, id]] of steps.entries()) {
        time.pass(wait);
        queue.push([text(id, `${index};`)]);
        sent[id as "a" | "b"] += `${index};`;
      }
      time.pass(100);
      const got = { a: "", b: "" };
      for (const op of posts.flatMap(({ ops }) => ops)) if (op.op === "text") got[op.id as "a" | "b"] += op.text;
      expect(got).toEqual(sent);
      for (const [index, { at }] of posts.entries())
        if (index > 0) expect(at - (posts[index - 1]?.at ?? 0)).toBeGreaterThanOrEqual(33);
    }),
  );
});

test("pieces of one text become one", () => {
  const { time, posts, queue } = deltas();
  queue.push([text("a", "x"), text("a", "y"), text("b", "z")]);
  time.pass(0);
  expect(posts[0]?.ops).toEqual([text("a", "xy"), text("b", "z")]);
});

test("only the last status of a beat is sent", () => {
  const { time, posts, queue } = deltas();
  queue.push([status("1"), text("a", "x"), status("2")]);
  time.pass(0);
  expect(posts[0]?.ops).toEqual([text("a", "x"), status("2")]);
});

test("output of two streams keeps its order", () => {
  const { time, posts, queue } = deltas();
  const out = (stream: "stdout" | "stderr", part: string): ChatOp => ({ op: "output", id: "c", text: part, stream });
  queue.push([out("stdout", "1"), out("stdout", "2"), out("stderr", "3"), out("stdout", "4")]);
  time.pass(0);
  expect(posts[0]?.ops).toEqual([out("stdout", "12"), out("stderr", "3"), out("stdout", "4")]);
});

test("what waits goes out before a message that is about it, once", () => {
  const { time, posts, queue } = deltas();
  queue.push([text("a", "x")]);
  time.pass(0);
  queue.push([text("b", "y")]);
  queue.flush();
  queue.flush();
  expect(posts).toEqual([text("a", "x"), text("b", "y")].map((op) => ({ at: 0, ops: [op] })));
  time.pass(100);
  expect(posts).toHaveLength(2);
});

test("what was cleared is never sent", () => {
  const { time, posts, queue } = deltas();
  queue.push([text("a", "x")]);
  queue.clear();
  time.pass(100);
  expect(posts).toEqual([]);
});
