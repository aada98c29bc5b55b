import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { type Callback, listenForCallback } from "../../../src/node/mcp/callback";

const WORDS = { done: "Done.", failed: "Failed." };
const NEVER = new AbortController().signal;
const open: Callback[] = [];
afterEach(() => open.splice(0).forEach((each) => void each.close()));

async function callback(port = 0, ms = 20_000): Promise<Callback> {
  const made = await listenForCallback(port, ms, WORDS);
  open.push(made);
  return made;
}

const visit = async (at: Callback, query: string) => {
  const answer = await fetch(`${at.url}?${query}`);
  return `${answer.status} ${await answer.text()}`;
};

test("gives the code that comes with the state, and tells the person that they are done", async () => {
  const some = await callback();
  const code = some.code("s", NEVER);
  expect(await visit(some, "code=c&state=s")).toBe("200 Done.");
  expect(await code).toBe("c");
});

test("turns away whoever does not know the state, and goes on waiting", async () => {
  const some = await callback();
  const code = some.code("state", NEVER);
  for (const query of ["code=evil", "code=evil&state=", "code=evil&state=stat", "error=x&state=other"]) {
    expect(await visit(some, query)).toBe("400 Failed.");
  }
  expect((await fetch(some.url.replace("/callback", "/favicon.ico"))).status).toBe(404);
  expect((await fetch(`${some.url}?code=evil&state=state`, { method: "POST" })).status).toBe(404);
  await visit(some, "code=good&state=state");
  expect(await code).toBe("good");
});

test("rejects with what the server says when it refuses", async () => {
  const some = await callback();
  const code = some.code("s", NEVER);
  code.catch(() => undefined);
  expect(await visit(some, "error=access_denied&error_description=Not+you&state=s")).toBe("400 Failed.");
  await expect(code).rejects.toThrow("The sign-in was refused: Not you");
});

test("rejects when it is closed, aborted, or nobody comes in time", async () => {
  const [closed, aborted, late] = [await callback(), await callback(), await callback(0, 1)];
  const stop = new AbortController();
  const ends = [closed.code("s", NEVER), aborted.code("s", stop.signal), late.code("s", NEVER)];
  closed.close();
  stop.abort(new Error("stopped"));
  const [first, second, third] = await Promise.allSettled(ends);
  expect([first, third].map((end) => end?.status)).toEqual(["rejected", "rejected"]);
  expect(second).toMatchObject({ reason: { message: "stopped" } });
  expect([closed.waiting, aborted.waiting, late.waiting]).toEqual([false, true, false]);
});

test("listens on this machine alone, on the port that was asked for when it is free", async () => {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, "127.0.0.1", resolve));
  const { port } = taken.address() as AddressInfo;
  const other = await callback(port);
  expect(other.port).not.toBe(port);
  taken.close();
  const { port: free } = other;
  other.close();
  const same = await callback(free);
  expect(same.url).toBe(`http://127.0.0.1:${free}/callback`);
});
