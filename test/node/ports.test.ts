import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createAudit } from "../../src/node/audit";
import { createIds, logTo, nodeClock, nodeDigest } from "../../src/node/ports";
import { oneAtATime } from "../../src/node/queue";
import type { AuditRecord } from "../../src/shared/approval";
import { temporaryFolder } from "./support/folder";

test("ids are sorted by time, also within one millisecond and when the clock jumps back", () => {
  const times = [5, 5, 9, 3, 3, 10];
  const ids = createIds(() => times.shift() ?? 11);
  const made = Array.from({ length: 8 }, () => ids.next("c"));
  expect(made.toSorted()).toEqual(made);
  expect(new Set(made).size).toBe(8);
  for (const id of made) expect(id).toMatch(/^c-[a-z0-9]+$/);
});

test("sleep ends with the signal's reason", async () => {
  const stop = new AbortController();
  const sleeping = nodeClock.sleep(60_000, stop.signal);
  stop.abort(new Error("enough"));
  await expect(sleeping).rejects.toThrow("enough");
  await expect(nodeClock.sleep(1, stop.signal)).rejects.toThrow("enough");
  await nodeClock.sleep(1);
});

test("a digest is SHA-256 of the UTF-8", () => {
  expect(nodeDigest("é")).toBe("4a99557e4033c3539de2eb65472017cad5f9557f7a0625a09f1c3f6e2ba69c4c");
});

test("the log words errors and data, also data that is no JSON", () => {
  const lines: string[] = [];
  const log = logTo((line) => lines.push(line));
  log.info("a");
  log.warn("b", { n: 1 });
  log.error("c", 1n);
  expect(lines).toEqual(["[info] a", '[warn] b: {"n":1}', "[error] c: 1"]);
});

test("each decision is one line of the audit log, on the disk at once, for its owner's eyes", () => {
  const path = join(temporaryFolder(), "new/audit.jsonl");
  const audit = createAudit(path, () => {});
  const record = { ts: 1, tool: "bash", subject: "two\nlines" } as AuditRecord;
  audit(record);
  audit(record);
  const lines = readFileSync(path, "utf8").split("\n");
  expect(lines.map((line) => (line === "" ? "" : JSON.parse(line)))).toEqual([record, record, ""]);
  expect(statSync(path).mode & 0o077).toBe(0);
});

test("an audit log that can't be written is told", () => {
  const errors: unknown[] = [];
  createAudit("/dev/null/audit.jsonl", (error) => errors.push(error))({} as AuditRecord);
  expect(errors).toHaveLength(1);
  expect(existsSync("/dev/null/audit.jsonl")).toBe(false);
});

test("work under one key runs in order, though some of it fails; other keys do not wait", async () => {
  const inTurn = oneAtATime();
  const done: string[] = [];
  let open = (): void => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const first = inTurn("a", async () => {
    await gate;
    done.push("first");
    throw new Error("no");
  });
  const second = inTurn("a", async () => done.push("second"));
  await inTurn("b", async () => done.push("other"));
  open();
  await expect(first).rejects.toThrow("no");
  await second;
  expect(done).toEqual(["other", "first", "second"]);
});
