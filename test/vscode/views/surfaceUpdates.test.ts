import { expect, test } from "vitest";
import type { SurfaceAct, SurfaceView } from "../../../src/shared/messages/surface";
import type { ServerRow } from "../../../src/shared/surface";
import { type SurfacePost, SurfaceUpdates } from "../../../src/vscode/views/surfaceUpdates";

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
      now += ms;
      const job = due && due.at <= now ? due : undefined;
      if (!job) return;
      due = undefined;
      job.run();
    },
  };
}

const EMPTY: SurfaceView = {
  snapshot: null,
  tools: { rows: [], omitted: 0 },
  servers: [],
  profiles: [],
  rules: { problems: [], rules: [], omitted: 0, laws: [], policy: null },
  place: { trusted: true, hasFolder: true, scopes: ["user"] },
};

function updates() {
  const time = clock();
  const posts: SurfacePost[] = [];
  let state = EMPTY;
  const queue = new SurfaceUpdates(
    () => state,
    (message) => posts.push(message),
    time,
  );
  const set = (change: Partial<SurfaceView>) => {
    state = { ...state, ...change };
    queue.changed();
  };
  return { time, posts, queue, set };
}

const omitted = (count: number): Partial<SurfaceView> => ({ tools: { rows: [], omitted: count } });
const servers = (...names: string[]): Partial<SurfaceView> => ({
  servers: names.map((name) => ({ name }) as ServerRow),
});
const setTool = (revision: number): SurfaceAct => ({ kind: "setTool", revision, name: "a", wish: {}, scope: "user" });

test("nothing is posted before a page asks", () => {
  const { time, posts, set } = updates();
  set(omitted(1));
  time.pass(1_000);
  expect(posts).toEqual([]);
});

test("an update carries the parts that changed, with the next revision", () => {
  const { time, posts, queue, set } = updates();
  queue.start();
  set(omitted(1));
  time.pass(100);
  expect(posts).toEqual([
    { type: "state", revision: 1, state: EMPTY },
    { type: "update", revision: 2, parts: omitted(1) },
  ]);
});

test("many changes are one update, at most one each 100 ms", () => {
  const { time, posts, queue, set } = updates();
  queue.start();
  for (let count = 1; count <= 30; count++) {
    set(omitted(count));
    time.pass(10);
  }
  time.pass(100);
  const seen = posts.slice(1).map((post) => (post.type === "update" ? post.parts.tools?.omitted : undefined));
  expect(seen.length).toBeLessThanOrEqual(4);
  expect(seen.at(-1)).toBe(30);
});

test("a change that changes nothing is not told", () => {
  const { time, posts, queue, set } = updates();
  queue.start();
  set(omitted(0));
  time.pass(200);
  expect(posts).toHaveLength(1);
});

test("after the page is gone nothing is posted", () => {
  const { time, posts, queue, set } = updates();
  queue.start();
  set(omitted(1));
  queue.stop();
  time.pass(200);
  expect(posts).toHaveLength(1);
});

test("an intent is stale once what it is about has changed", () => {
  const { time, queue, set } = updates();
  queue.start();
  expect(queue.isStale(setTool(1))).toBe(false);
  set(omitted(1));
  time.pass(100);
  expect(queue.isStale(setTool(1))).toBe(true);
  expect(queue.isStale(setTool(2))).toBe(false);
});

test("a change that is not posted yet makes it stale too", () => {
  const { queue, set } = updates();
  queue.start();
  set(omitted(1));
  expect(queue.isStale(setTool(1))).toBe(true);
});

test("another part's news does not", () => {
  const { time, queue, set } = updates();
  queue.start();
  set(servers("files"));
  time.pass(100);
  expect(queue.isStale(setTool(1))).toBe(false);
  expect(queue.isStale({ kind: "server", revision: 1, name: "files", action: "stop" })).toBe(true);
});

test("what changes nothing is never stale", () => {
  const { queue } = updates();
  expect(queue.isStale({ kind: "reload", revision: 0 })).toBe(false);
});
