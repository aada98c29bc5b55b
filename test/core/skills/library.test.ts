import { existsSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Assets } from "../../../src/core/operations/assets";
import { nodeAssets } from "../../../src/node/assets";
import { libraryOf, namesOf, places, skillText } from "./places";

const TWO = { "h/.agents/skills/a/SKILL.md": skillText("a"), "w/.agents/skills/b/SKILL.md": skillText("b") };

function counting(): Assets & { looks: number } {
  const assets = {
    ...nodeAssets,
    looks: 0,
    list(folder: string) {
      assets.looks += 1;
      return nodeAssets.list(folder);
    },
  };
  return assets;
}

test("looks when it is first asked, and not again until something has changed", async () => {
  const where = places(TWO);
  const assets = counting();
  const library = libraryOf(where, { assets });
  expect(assets.looks).toBe(0);
  await Promise.all([library.list(), library.list()]);
  const { looks } = assets;
  where.put("h/.agents/skills/c/SKILL.md", skillText("c"));
  expect(await namesOf(library)).toEqual(["b", "a"]);
  expect(assets.looks).toBe(looks);
  library.invalidate();
  expect(await namesOf(library)).toEqual(["b", "a", "c"]);
});

test("other roots in the settings are seen without being told", async () => {
  const where = places({ ...TWO, "x/c/SKILL.md": skillText("c") });
  let extra: readonly string[] = [];
  const library = libraryOf(where, { extraRoots: () => extra });
  expect(await namesOf(library)).toEqual(["b", "a"]);
  extra = [join(where.top, "x")];
  expect(await namesOf(library)).toEqual(["b", "a", "c"]);
});

test("gives the body as it is now, with the real paths of the files beside it", async () => {
  const where = places({
    ...TWO,
    "h/.agents/skills/a/scripts/run.py": "print(1)",
    "h/.agents/skills/a/skill.yaml": "id: a",
    "h/.agents/skills/a/.env": "SECRET=1",
    "h/.agents/skills/a/node_modules/x/index.js": "",
    "outside.txt": "",
  });
  const folder = join(where.home, ".agents/skills/a");
  symlinkSync(join(where.top, "outside.txt"), join(folder, "out.txt"));
  const library = libraryOf(where);
  await library.list();
  where.put("h/.agents/skills/a/SKILL.md", skillText("a", "About a.", "Newer."));
  expect(await library.load("a")).toEqual({
    skill: { name: "a", description: "About a.", folder, source: "home" },
    body: "Newer.",
    files: [join(folder, "scripts/run.py"), join(folder, "skill.yaml")],
  });
});

test("names at most 100 files of a skill", async () => {
  const files = Array.from({ length: 120 }, (_, at) => [`h/.agents/skills/a/f${at}.txt`, ""]);
  const where = places({ ...TWO, ...Object.fromEntries(files) });
  expect((await libraryOf(where).load("a"))?.files).toHaveLength(100);
});

test("loading deletes nothing and writes nothing, also of a skill that is broken", async () => {
  const where = places({
    ...TWO,
    "h/.agents/skills/odd/SKILL.md": "---\nname: [\n---\n",
    "h/.agents/skills/empty/x": "",
  });
  const library = libraryOf(where);
  for (const name of ["a", "odd", "empty"]) await library.load(name);
  for (const path of ["a/SKILL.md", "odd/SKILL.md", "empty/x"])
    expect(existsSync(join(where.home, ".agents/skills", path))).toBe(true);
});

test("a skill that is gone is never given from memory", async () => {
  const where = places(TWO);
  const library = libraryOf(where);
  await library.list();
  rmSync(join(where.home, ".agents/skills/a"), { recursive: true });
  await expect(library.load("a")).rejects.toMatchObject({ code: "not_found" });
  expect(await library.load("a")).toBeUndefined();
});

test("a skill that has grown too large says so", async () => {
  const where = places(TWO);
  const library = libraryOf(where);
  await library.list();
  writeFileSync(join(where.home, ".agents/skills/a/SKILL.md"), "x".repeat(512 * 1024 + 1));
  await expect(library.load("a")).rejects.toMatchObject({ code: "unsupported" });
});

test("an allow list limits which skills there are", async () => {
  const library = libraryOf(places(TWO), { allowed: ["a"] });
  expect(await namesOf(library)).toEqual(["a"]);
  expect(await library.load("b")).toBeUndefined();
});

test("an empty allow list means none, and nothing is looked at", async () => {
  const assets = counting();
  const library = libraryOf(places(TWO), { assets, allowed: [] });
  expect(await library.list()).toEqual([]);
  expect(await library.load("a")).toBeUndefined();
  expect(assets.looks).toBe(0);
});

test("a name on the allow list that does not exist is told once and never admitted later", async () => {
  const where = places(TWO);
  const library = libraryOf(where, { allowed: ["a", "late"] });
  await library.list();
  expect(library.problems()).toEqual(["There is no skill named late for this session."]);
  where.put("w/.agents/skills/late/SKILL.md", skillText("late"));
  library.invalidate();
  expect(await namesOf(library)).toEqual(["a"]);
  expect(library.problems()).toEqual([]);
});

test("links that lead round in circles end", async () => {
  const where = places({ "w/.agents/skills/a/SKILL.md": skillText("a"), "w/.agents/skills/a/d/x.md": "x" });
  const folder = join(where.workspace, ".agents/skills/a/d");
  for (let count = 0; count < 20; count += 1) symlinkSync(folder, join(folder, `l${count}`));
  const assets = counting();
  const loaded = await libraryOf(where, { assets }).load("a");
  expect(loaded?.files).toHaveLength(1);
  expect(assets.looks).toBeLessThan(50);
});
