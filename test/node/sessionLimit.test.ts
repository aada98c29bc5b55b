import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createLimitFile } from "../../src/node/sessionLimit";

let folder = "";
const errors: unknown[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "limit-"));
  errors.length = 0;
});
afterEach(() => rm(folder, { recursive: true }));

const file = () => createLimitFile(join(folder, "session", "limit.json"), (error) => errors.push(error));

test("a session without a file has no limit", async () => {
  expect(await file().read()).toEqual({});
  expect(errors).toEqual([]);
});

test("what was written is read by whoever opens the session next, and an empty list stays one", async () => {
  await file().write({ tools: ["read"], skills: [] });
  expect(await file().read()).toEqual({ tools: ["read"], skills: [] });
  await file().write({ tools: [] });
  expect(await file().read()).toEqual({ tools: [] });
});

test("without a limit no file is left", async () => {
  await file().write({ tools: ["read"] });
  await file().write({});
  expect(await readdir(join(folder, "session"))).toEqual([]);
});

test.each(["", "{", "[]", '{"tools":"read"}', '{"tools":[1]}', '{"tool":["read"]}'])(
  "a file that can't be used leaves the session nothing: %s",
  async (text) => {
    await file().write({ tools: ["read"] });
    await writeFile(join(folder, "session", "limit.json"), text);
    expect(await file().read()).toEqual({ tools: [], skills: [] });
    expect(errors).toHaveLength(1);
  },
);
