import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { memoryLogPort } from "../fakes/memoryPorts";
import { FakeWindow } from "./mcp/fakeVscode";

let fake = new FakeWindow();
vi.mock("vscode", () => {
  const late = (name: string) => new Proxy({}, { get: (_, key) => Reflect.get(parts()[name] ?? {}, key) });
  const parts = () => fake.module() as Record<string, object>;
  return { ...fake?.module(), workspace: late("workspace") };
});
const { HostSkills } = await import("../../src/vscode/skills");

beforeEach(() => {
  fake = new FakeWindow();
});

const skills = () =>
  new HostSkills({ roots: () => [], home: "/nowhere/me", extraRoots: () => ["~/more", "/else"], log: memoryLogPort() });

test("nothing is watched before the first use", async () => {
  const { library } = skills();
  expect(fake.watched).toEqual([]);
  await library.list();
  expect(fake.watched).not.toEqual([]);
});

test("outside of the workspace only folders of skills are watched, never a whole home folder", async () => {
  await skills().library.list();
  expect(fake.watched).toEqual([
    "/w/{.gatehouse,.agents,.claude,.github}/skills/**",
    "/nowhere/me/.gatehouse/skills/**",
    "/nowhere/me/.agents/skills/**",
    "/nowhere/me/.claude/skills/**",
    "/nowhere/me/.github/skills/**",
    "/nowhere/me/more/**",
    "/else/**",
  ]);
});

test("roots that are added to the settings are watched from then on, and those that went are not", async () => {
  let extra = ["/else"];
  const { library } = new HostSkills({
    roots: () => [],
    home: undefined,
    extraRoots: () => extra,
    log: memoryLogPort(),
  });
  await library.list();
  await library.list();
  expect(fake.watched).toEqual(["/w/{.gatehouse,.agents,.claude,.github}/skills/**", "/else/**"]);
  extra = ["/new"];
  await library.list();
  expect(fake.watched.slice(2)).toEqual(["/w/{.gatehouse,.agents,.claude,.github}/skills/**", "/new/**"]);
  expect(fake.unwatched).toEqual(fake.watched.slice(0, 2));
});

test("a root that is the home folder or above it is watched at its top alone, and their number is bounded", async () => {
  const extra = [
    "~/",
    "/nowhere",
    "/",
    "not/absolute",
    "/else",
    "/else/",
    ...Array.from({ length: 99 }, (_, at) => `/x${at}`),
  ];
  const { library } = new HostSkills({
    roots: () => [],
    home: "/nowhere/me",
    extraRoots: () => extra,
    log: memoryLogPort(),
  });
  await library.list();
  const ofExtra = fake.watched.slice(5);
  expect(ofExtra.slice(0, 5)).toEqual(["/nowhere/me/*", "/nowhere/*", "//*", "/else/**", "/x0/**"]);
  expect(ofExtra).toHaveLength(16);
});

test("a skill that is written below a new root or in the home folder is there without a reload", async () => {
  const home = await mkdtemp(join(tmpdir(), "home-"));
  onTestFinished(() => rm(home, { recursive: true }));
  let extra: string[] = [];
  const { library } = new HostSkills({ roots: () => [], home, extraRoots: () => extra, log: memoryLogPort() });
  const names = async () => (await library.list()).map(({ name }) => name);
  const write = async (place: string, name: string) => {
    await mkdir(join(home, place, name), { recursive: true });
    await writeFile(join(home, place, name, "SKILL.md"), `---\nname: ${name}\ndescription: D\n---\nBody`);
  };
  expect(await names()).toEqual([]);
  await write(".claude/skills", "mine");
  fake.changed(join(home, ".claude/skills"));
  expect(await names()).toEqual(["mine"]);
  extra = ["~/more"];
  expect(await names()).toEqual(["mine"]);
  await write("more", "other");
  fake.changed(join(home, "more"));
  expect(await names()).toEqual(["mine", "other"]);
});
