import { beforeEach, expect, test, vi } from "vitest";
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
