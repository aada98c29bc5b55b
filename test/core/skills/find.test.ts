import { chmodSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { nodeAssets } from "../../../src/node/assets";
import { libraryOf, namesOf, places, skillText } from "./places";

test("looks in all roots in order, and the first of a name wins", async () => {
  const where = places({
    "h/.gatehouse/skills/one/SKILL.md": skillText("one", "home"),
    "h/.agents/skills/two/SKILL.md": skillText("two", "home agents"),
    "w/.github/skills/one/SKILL.md": skillText("one", "github"),
    "w/.claude/skills/one/SKILL.md": skillText("one", "claude"),
    "w/.agents/skills/three/SKILL.md": skillText("three", "agents"),
    "w/.gatehouse/skills/four/SKILL.md": skillText("four", "own"),
    "x/five/SKILL.md": skillText("five", "setting"),
    "x/two/SKILL.md": skillText("two", "setting"),
  });
  const library = libraryOf(where, { extraRoots: () => [join(where.top, "x")] });
  const found = await library.list();
  expect(found.map(({ name, description, source }) => `${name} ${description} ${source}`)).toEqual([
    "four own workspace",
    "three agents workspace",
    "one claude workspace",
    "two home agents home",
    "five setting setting",
  ]);
  expect(found[0]?.folder).toBe(join(where.workspace, ".gatehouse/skills/four"));
  expect(library.problems()).toEqual([]);
});

test("each workspace root has its own folders, the first root first", async () => {
  const where = places({
    "w/.agents/skills/a/SKILL.md": skillText("a", "first"),
    "v/.gatehouse/skills/a/SKILL.md": skillText("a", "second"),
    "v/.gatehouse/skills/b/SKILL.md": skillText("b"),
  });
  const found = await libraryOf(where, { roots: () => [where.workspace, join(where.top, "v")] }).list();
  expect(found.map(({ name, description }) => `${name}: ${description}`)).toEqual(["a: first", "b: About b."]);
});

test("looks three folders deep, and not inside a skill", async () => {
  const where = places({
    "h/.agents/skills/1/2/3/SKILL.md": skillText("deep"),
    "h/.agents/skills/1/2/3/inner/SKILL.md": skillText("inner"),
    "h/.agents/skills/a/b/c/d/SKILL.md": skillText("too-deep"),
    "h/.agents/skills/SKILL.md": skillText("not-in-a-folder"),
    "h/.agents/skills/node_modules/x/SKILL.md": skillText("package"),
    "h/.agents/skills/.git/x/SKILL.md": skillText("hidden"),
  });
  expect(await namesOf(libraryOf(where))).toEqual(["deep"]);
});

test("without trust nothing of the project is a skill, whichever root leads to it", async () => {
  const where = places({
    "w/.agents/skills/project/SKILL.md": skillText("project"),
    "w/tools/more/SKILL.md": skillText("more"),
    "h/.agents/skills/mine/SKILL.md": skillText("mine"),
  });
  symlinkSync(join(where.workspace, ".agents"), join(where.home, ".claude"));
  let trusted = false;
  const library = libraryOf(where, { trusted: () => trusted, extraRoots: () => [join(where.workspace, "tools")] });
  expect(await namesOf(library)).toEqual(["mine"]);
  expect(await library.load("project")).toBeUndefined();
  trusted = true;
  expect(await namesOf(library)).toEqual(["project", "mine", "more"]);
});

test("without trust no folder of the project is opened, also where a root of the settings lies around it", async () => {
  const where = places({
    "w/.agents/skills/a/SKILL.md": skillText("a"),
    "w/sub/b/SKILL.md": skillText("b"),
    "h/skills/note.txt": "",
  });
  symlinkSync(where.home, join(where.workspace, ".claude"));
  const opened: string[] = [];
  const assets = {
    ...nodeAssets,
    list(folder: string) {
      opened.push(folder);
      return nodeAssets.list(folder);
    },
  };
  const library = libraryOf(where, { assets, trusted: () => false, extraRoots: () => [where.top] });
  expect(await library.list()).toEqual([]);
  expect(opened).toContain(where.top);
  expect(opened.filter((folder) => folder.startsWith(where.workspace))).toEqual([]);
  expect(library.problems()).toEqual([]);
});

test("a project's skill folder that leads out of the workspace is not followed", async () => {
  const where = places({ "elsewhere/skills/secret/SKILL.md": skillText("secret") });
  symlinkSync(join(where.top, "elsewhere"), join(where.workspace, ".agents"));
  const library = libraryOf(where);
  expect(await namesOf(library)).toEqual([]);
  expect(library.problems()).toEqual([expect.stringMatching(/\.agents.skills leads out of the workspace/)]);
});

test("a home folder's skills may be a link, as dotfiles are", async () => {
  const where = places({ "dotfiles/skills/mine/SKILL.md": skillText("mine") });
  symlinkSync(join(where.top, "dotfiles"), join(where.home, ".agents"));
  expect((await libraryOf(where).list())[0]).toMatchObject({
    name: "mine",
    folder: join(where.top, "dotfiles/skills/mine"),
  });
});

test("folders that lead in a circle end", async () => {
  const where = places({
    "h/.agents/skills/a/SKILL.md": skillText("a"),
    "h/.agents/skills/b/c/SKILL.md": skillText("c"),
  });
  symlinkSync("..", join(where.home, ".agents/skills/b/up"));
  symlinkSync(".", join(where.home, ".agents/skills/again"));
  expect(await namesOf(libraryOf(where))).toEqual(["a", "c"]);
});

test("~/ in the settings is the home folder, and a relative path is a problem", async () => {
  const where = places({ "h/mine/a/SKILL.md": skillText("a"), "h/.agents/skills/a/SKILL.md": "" });
  const library = libraryOf(where, { extraRoots: () => ["~/mine", "skills"] });
  expect(await namesOf(library)).toEqual(["a"]);
  expect(library.problems()).toEqual([
    expect.stringMatching(/The skill in .* can't be used: Its SKILL.md is missing or empty\.$/),
    "gatehouse.skills.roots: skills is no absolute path, and does not begin with ~/.",
  ]);
});

test("one skill that can't be read harms no other", async () => {
  const where = places({
    "h/.agents/skills/big/SKILL.md": skillText("big", "d", "x".repeat(512 * 1024)),
    "h/.agents/skills/binary/SKILL.md": "a\0b",
    "h/.agents/skills/fine/SKILL.md": skillText("fine"),
    "h/.agents/skills/odd/SKILL.md": "---\nname: [\n---\n",
  });
  const library = libraryOf(where);
  const found = await library.list();
  expect(found.map(({ name }) => name)).toEqual(["fine", "odd"]);
  expect(found[1]?.warning).toMatch(/not valid YAML/);
  expect(library.problems()).toEqual([
    expect.stringContaining("more than 524,288 bytes"),
    expect.stringContaining("is not UTF-8 text"),
  ]);
});

test.skipIf(process.getuid?.() === 0)("a folder that may not be looked into is a problem", async () => {
  const where = places({ "h/.agents/skills/fine/SKILL.md": skillText("fine") });
  const closed = join(where.home, ".agents/skills/closed");
  mkdirSync(closed);
  chmodSync(closed, 0);
  const library = libraryOf(where);
  expect(await namesOf(library)).toEqual(["fine"]);
  expect(library.problems()).toEqual([expect.stringContaining("does not allow")]);
});

test("a root that is no collection of skills does not hold up a session", async () => {
  const folders = Array.from({ length: 1_100 }, (_, at) => [`x/f${at}/a.txt`, ""]);
  const where = places(Object.fromEntries(folders));
  const library = libraryOf(where, { extraRoots: () => [join(where.top, "x")] });
  expect(await library.list()).toEqual([]);
  expect(library.problems()).toEqual([expect.stringMatching(/has more than 1000 folders/)]);
});
