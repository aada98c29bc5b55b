import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createNodeFiles } from "../../src/node/files";
import { createSpills } from "../../src/node/spills";
import { permitAll } from "../fakes/permit";
import { temporaryFolder } from "./support/folder";

const whole = { offset: 1, limit: 2000, maxBytes: 48 << 10 };

test("a spill is read back as it was written, whatever the charset of the workspace and the output", async () => {
  const folder = temporaryFolder();
  const writer = createSpills(folder).open("root");
  writer.write("zero \0 é");
  writer.write("汉\nend");
  await writer.close();
  const path = createSpills(folder).find(writer.handle, "root") ?? "";
  const files = createNodeFiles({ roots: [], charsetFor: async () => "windows1252" });
  const permit = await permitAll(files, { reads: [path] });
  const result = await files.readWindow(permit, path, whole, new AbortController().signal);
  expect(result).toMatchObject({ kind: "text", text: "zero \0 é汉\nend", totalLines: 2 });
});

test("a handle is found by its owner alone", async () => {
  const spills = createSpills(temporaryFolder());
  const writer = spills.open("child/../root");
  await writer.close();
  expect(spills.find(writer.handle, "child/../root")).toBeDefined();
  for (const other of ["root", "child", "..", ""]) expect(spills.find(writer.handle, other)).toBeUndefined();
  expect(spills.find("spill:../../x", "root")).toBeUndefined();
  expect(spills.find("spill:", "root")).toBeUndefined();
});

test("what was not cut is forgotten", async () => {
  const folder = temporaryFolder();
  const spills = createSpills(folder);
  const writer = spills.open("root");
  writer.write("x".repeat(200_000));
  await writer.discard();
  expect(spills.find(writer.handle, "root")).toBeUndefined();
  expect(readdirSync(join(folder, "of-root"))).toEqual([]);
});

test("an endless output stops filling the disk, and says so", async () => {
  const spills = createSpills(temporaryFolder(), undefined, 200_000);
  const writer = spills.open("root");
  for (let n = 0; n < 100; n += 1) writer.write("x".repeat(10_000));
  await writer.close();
  const text = readFileSync(spills.find(writer.handle, "root") ?? "", "utf8");
  expect(text.length).toBeLessThan(300_000);
  expect(text).toMatch(/Nothing more was kept after \d+ bytes\.\]\n$/);
});
