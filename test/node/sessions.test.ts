import { spawn } from "node:child_process";
import { appendFileSync, existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { StoredEvent } from "../../src/core/progress/events";
import type { SessionStore } from "../../src/core/sessions/store";
import { parseLog } from "../../src/node/logReader";
import { createSessionStore } from "../../src/node/sessions";
import { english } from "../../src/shared/words";
import { message, started, turnStarted } from "./support/events";
import { temporaryFolder } from "./support/folder";

/** A store with one session, `s1`, that holds these events and is closed. */
async function stored(...events: readonly StoredEvent[]) {
  const folder = temporaryFolder();
  let time = 1000;
  const store = createSessionStore({ folder, now: () => time++ });
  const writer = await store.create("s1");
  for (const event of events) writer.append(event);
  await writer.close();
  return { store, folder, log: join(folder, "s1/log.jsonl") };
}

/** What opening gives, closed again. */
async function look(store: SessionStore) {
  const opened = await store.open("s1");
  await opened?.writer?.close();
  return opened;
}

const texts = (lines: readonly { event: StoredEvent }[] | undefined): string[] =>
  (lines ?? []).map(({ event }) => ("text" in event ? event.text : event.type));

describe("a session's log", () => {
  test("holds one versioned line an event, in order, and goes on where it stopped", async () => {
    const { store, log } = await stored(started("A"), message("one"));
    const opened = await store.open("s1");
    opened?.writer?.append(message("two"));
    await opened?.writer?.close();
    expect(readFileSync(log, "utf8").split("\n")[2]).toBe(
      `{"v":1,"seq":3,"ts":1002,"event":{"type":"user_message","id":"m1","turn":"t1","text":"two","context":"","steering":false}}`,
    );
    const again = await look(store);
    expect(texts(again?.lines)).toEqual(["session_started", "one", "two"]);
    expect(again?.lines.map(({ seq }) => seq)).toEqual([1, 2, 3]);
    expect(again?.problems).toEqual([]);
  });

  test("is written soon, though nobody flushes", async () => {
    const folder = temporaryFolder();
    const writer = await createSessionStore({ folder }).create("s1");
    writer.append(message("x"));
    while (readFileSync(join(folder, "s1/log.jsonl")).length === 0) await new Promise(setImmediate);
    await writer.close();
    expect(() => writer.append(message("y"))).toThrow("closed");
  });

  test("is there when a flush says so", async () => {
    const folder = temporaryFolder();
    const writer = await createSessionStore({ folder }).create("s1");
    for (let n = 0; n < 50; n += 1) writer.append(message(String(n)));
    await Promise.all([writer.flush(false), writer.flush(true)]);
    expect(readFileSync(join(folder, "s1/log.jsonl"), "utf8").split("\n")).toHaveLength(51);
    await writer.close();
  });

  test("a torn last line is left out with a word, and what follows starts on its own line", async () => {
    const { store, log } = await stored(message("one"));
    appendFileSync(log, `{"v":1,"seq":2,"ts":1,"ev`);
    const opened = await store.open("s1");
    expect(texts(opened?.lines)).toEqual(["one"]);
    expect(opened?.problems.map(english)).toEqual([expect.stringContaining("not written whole")]);
    opened?.writer?.append(message("two"));
    await opened?.writer?.close();
    const again = await look(store);
    expect(texts(again?.lines)).toEqual(["one", "two"]);
    expect(again?.problems).toEqual([]);
  });

  test("a last line that only lacks its end is taken", async () => {
    const { store, log } = await stored(message("one"), message("two"));
    writeFileSync(log, readFileSync(log, "utf8").trimEnd());
    const opened = await store.open("s1");
    opened?.writer?.append(message("three"));
    await opened?.writer?.close();
    const again = await look(store);
    expect(texts(again?.lines)).toEqual(["one", "two", "three"]);
  });

  test("broken lines in the middle are copied aside once, told once and never deleted", async () => {
    const { store, folder, log } = await stored(message("one"));
    const broken = [
      Buffer.from("nonsense \xff\xfe", "latin1"),
      Buffer.from(`{"v":1,"seq":9,"ts":1,"event":{"type":"what"}}`),
    ];
    for (const line of broken) appendFileSync(log, Buffer.concat([line, Buffer.from("\n")]));
    appendFileSync(log, `{"v":1,"seq":2,"ts":5,"event":{"type":"mode_changed","mode":"plan"}}\n`);
    const before = readFileSync(log);
    const opened = await store.open("s1");
    expect(texts(opened?.lines)).toEqual(["one", "mode_changed"]);
    expect(opened?.problems.map(english)).toEqual([expect.stringContaining("2 damaged lines")]);
    await opened?.writer?.close();
    expect((await look(store))?.problems).toEqual([]);
    expect(readFileSync(log).equals(before)).toBe(true);
    const aside = readFileSync(join(folder, "s1/quarantine.jsonl"));
    expect(aside.equals(Buffer.concat(broken.flatMap((line) => [line, Buffer.from("\n")])))).toBe(true);
  });

  test("a mode or posture that nobody knows is a damaged line, and never taken for one that allows more", async () => {
    const { store, log } = await stored(started("A"));
    const lines = ["mode_changed", "posture_changed"].map((type, at) => ({
      ...{ v: 1, seq: at + 2, ts: 1 },
      event: { type, mode: "Plan", posture: "full" },
    }));
    appendFileSync(log, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    const opened = await look(store);
    expect(opened?.lines).toHaveLength(1);
    expect(opened?.problems.map(english)).toEqual([expect.stringContaining("2 damaged lines")]);
  });

  test("an event that was written twice comes once", async () => {
    const { store, log } = await stored(message("one"), message("two"));
    appendFileSync(log, readFileSync(log));
    expect(texts((await look(store))?.lines)).toEqual(["one", "two"]);
  });

  test("half of a surrogate pair is replaced, whole pairs and escapes stay", async () => {
    const { store } = await stored(message("a\uD800b"), message("😀 \\ud800"));
    expect(texts((await look(store))?.lines)).toEqual(["a\uFFFDb", "😀 \\ud800"]);
  });

  test("cut anywhere, with anything after the cut, it still gives every whole line", async () => {
    const { log } = await stored(started("A"), message("é汉😀\n\u2028"), turnStarted, message("end"));
    const bytes = readFileSync(log);
    const whole = bytes.toString("latin1").split("\n").length - 1;
    expect(whole).toBe(4);
    const cuts = fc.tuple(fc.nat(bytes.length), fc.uint8Array({ maxLength: 40 }));
    await fc.assert(
      fc.asyncProperty(cuts, async ([cut, noise]) => {
        const kept = bytes.subarray(0, cut).toString("latin1").split("\n").length - 1;
        const read = await parseLog(Buffer.concat([bytes.subarray(0, cut), noise, Buffer.from("\n"), bytes]));
        expect(read.lines.slice(0, kept).map(({ seq }) => seq)).toEqual([1, 2, 3, 4].slice(0, kept));
        // What comes after the noise is whole and must not be lost either.
        expect(read.lines.map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
        const short = await parseLog(bytes.subarray(0, cut));
        expect(short.lines.length).toBeGreaterThanOrEqual(kept);
      }),
      { numRuns: 400 },
    );
  });

  test("of 10,000 events opens in well under a second", async () => {
    const { store } = await stored(
      ...Array.from({ length: 10_000 }, (_, n) => message(`${n} ${"words ".repeat(100)}`)),
    );
    const start = performance.now();
    const opened = await store.open("s1");
    expect(performance.now() - start).toBeLessThan(5000);
    expect(opened?.lines).toHaveLength(10_000);
    await opened?.writer?.close();
  });
});

describe("the lock", () => {
  test("gives one writer, and the others read", async () => {
    const { store, folder } = await stored(message("one"));
    const first = await store.open("s1");
    const second = await createSessionStore({ folder }).open("s1");
    expect(first?.writer).toBeDefined();
    expect(second).toMatchObject({ writer: undefined, lines: [{ seq: 1 }] });
    await first?.writer?.close();
    const third = await store.open("s1");
    expect(third?.writer).toBeDefined();
    await third?.writer?.close();
    expect(existsSync(join(folder, "s1/lock"))).toBe(false);
  });

  test("gives one writer when two open at the same moment", async () => {
    const { store, folder } = await stored(message("one"));
    const stale = JSON.stringify({ pid: await deadPid(), start: "1" });
    for (const lock of [undefined, stale]) {
      if (lock !== undefined) writeFileSync(join(folder, "s1/lock"), lock);
      const opened = await Promise.all(Array.from({ length: 8 }, () => store.open("s1")));
      const writers = opened.flatMap((each) => each?.writer ?? []);
      expect(writers.length).toBe(1);
      await writers[0]?.close();
    }
  });

  test.each([
    ["whose process is gone", async () => JSON.stringify({ pid: await deadPid(), start: "1" })],
    ["whose process id belongs to another process now", async () => JSON.stringify({ pid: process.pid, start: "1" })],
    ["that was left unfinished long ago", async () => `{"pid":`],
  ])("%s is taken over", async (_name, text) => {
    const { store, folder } = await stored(message("one"));
    const path = join(folder, "s1/lock");
    writeFileSync(path, await text());
    utimesSync(path, 1, 1);
    const opened = await store.open("s1");
    expect(opened?.writer).toBeDefined();
    await opened?.writer?.close();
  });

  test("that is just being made is not taken", async () => {
    const { store, folder } = await stored(message("one"));
    writeFileSync(join(folder, "s1/lock"), "");
    expect((await store.open("s1"))?.writer).toBeUndefined();
  });
});

describe("the list of sessions", () => {
  test("comes from the folders, newest first, with titles and turns", async () => {
    const { store, folder } = await stored(
      started("First"),
      turnStarted,
      message(`"event":{"type":"turn_started"`),
      turnStarted,
    );
    const writer = await store.create("s2");
    writer.append(started("Second"));
    await writer.close();
    mkdirSync(join(folder, "not-a-session"));
    writeFileSync(join(folder, "stray.txt"), "");
    expect(await store.list()).toEqual([
      { id: "s2", title: "Second", updatedAt: 1004, turns: 0 },
      { id: "s1", title: "First", updatedAt: 1003, turns: 2 },
    ]);
  });

  test("follows what is added, also a line that was only half there", async () => {
    const { store, log } = await stored(started("First"));
    expect(await store.list()).toMatchObject([{ title: "First", turns: 0 }]);
    const line = `{"v":1,"seq":2,"ts":7,"event":{"type":"turn_started","turn":"t9"}}\n`;
    appendFileSync(log, line.slice(0, 30));
    expect(await store.list()).toMatchObject([{ turns: 0 }]);
    appendFileSync(log, line.slice(30));
    expect(await store.list()).toMatchObject([{ title: "First", turns: 1, updatedAt: 7 }]);
  });

  test("is empty where there is no folder yet, and says nothing of names that lead elsewhere", async () => {
    const store = createSessionStore({ folder: join(temporaryFolder(), "none") });
    expect(await store.list()).toEqual([]);
    expect(await store.open("s1")).toBeUndefined();
    await expect(store.open("../x")).rejects.toThrow("name of a session");
    await expect(store.create("a/b")).rejects.toThrow("name of a session");
  });

  test("two sessions can't have one name", async () => {
    const { store } = await stored();
    await expect(store.create("s1")).rejects.toThrow("EEXIST");
  });
});

async function deadPid(): Promise<number> {
  const child = spawn("true");
  await new Promise((resolve) => child.once("exit", resolve));
  return child.pid ?? 0;
}
