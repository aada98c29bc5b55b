import { beforeEach, expect, test, vi } from "vitest";
import type { Skill, Skills } from "../../src/core/operations/skills";
import type { Catalog } from "../../src/core/surface/catalog";
import type { SessionLimit } from "../../src/node/sessionLimit";
import { memoryLogPort } from "../fakes/memoryPorts";

const said: string[] = [];
vi.mock("vscode", () => ({
  l10n: { t: (words: string, ...places: unknown[]) => words.replace(/\{(\d)\}/g, (_, at) => String(places[at])) },
  window: { showWarningMessage: (words: string) => void said.push(words) },
  EventEmitter: class {
    listeners: (() => void)[] = [];
    event = (listener: () => void) => this.listeners.push(listener);
    fire = () => {
      for (const listener of this.listeners) listener();
    };
    dispose = () => undefined;
  },
}));
const { SessionLimits } = await import("../../src/vscode/sessionLimits");

/** What is kept beside the logs: it outlives a window. */
const kept = new Map<string, SessionLimit>();
let there: string[] = [];
let trusted = true;
let full = false;

beforeEach(() => {
  kept.clear();
  said.length = 0;
  there = ["mend", "review"];
  trusted = true;
  full = false;
});

const skill = (name: string): Skill => ({ name, description: "", folder: `/s/${name}`, source: "home" });
const skills: Skills = {
  list: async () => there.map(skill),
  load: async (name) => ({ skill: skill(name), body: "", files: [] }),
};

/** A window. */
const limits = () =>
  new SessionLimits({
    file: (id) => ({
      read: async () => kept.get(id) ?? {},
      write: async (limit) => {
        if (full) throw new Error("ENOSPC");
        kept.set(id, limit);
      },
    }),
    skills,
    trusted: () => trusted,
    log: memoryLogPort(),
  });

const catalog = { find: (name: string) => (name === "read" || name === "edit" ? {} : undefined) } as unknown as Catalog;
const names = async (of: Skills) => (await of.list()).map(({ name }) => name);

test("a session has no limit before somebody sets one", async () => {
  const it = limits();
  expect(it.of("a")).toEqual({});
  expect(await names(it.skills(() => "a"))).toEqual(there);
});

test("what was chosen before the first message becomes the session's, and not the next one's", async () => {
  const it = limits();
  await it.set(undefined, { tools: ["read"] });
  await it.begin("a");
  expect(it.of("a")).toEqual({ tools: ["read"] });
  expect(kept.get("a")).toEqual({ tools: ["read"] });
  expect(it.of(undefined)).toEqual({});
  await it.begin("b");
  expect(it.of("b")).toEqual({});
});

test("a limit is there again after a reload, an empty one too", async () => {
  const before = limits();
  await before.set("a", { tools: ["read"], skills: ["mend"] });
  await before.set("b", { tools: [], skills: [] });
  const after = limits();
  await after.reopen("a", catalog);
  await after.reopen("b", catalog);
  expect(after.of("a")).toEqual({ tools: ["read"], skills: ["mend"] });
  expect(await names(after.skills(() => "a"))).toEqual(["mend"]);
  expect(after.of("b")).toEqual({ tools: [], skills: [] });
  expect(await names(after.skills(() => "b"))).toEqual([]);
  expect(said).toEqual([]);
});

test("a tool that does not exist after a reload is told once and not admitted later", async () => {
  kept.set("a", { tools: ["read", "gone_tool"] });
  const it = limits();
  await it.reopen("a", catalog);
  expect(it.of("a").tools).toEqual(["read"]);
  expect(said).toEqual(["This session is limited to named tools, and these do not exist: gone_tool"]);
  const later = limits();
  await later.reopen("a", { find: () => ({}) } as unknown as Catalog);
  expect(later.of("a").tools).toEqual(["read"]);
  expect(said).toHaveLength(1);
});

test("a list of which nothing exists any more is none, not no limit", async () => {
  kept.set("a", { tools: ["gone_tool"] });
  const it = limits();
  await it.reopen("a", catalog);
  expect(it.of("a")).toEqual({ tools: [] });
});

test("the tools of a server that is not connected yet stay", async () => {
  kept.set("a", { tools: ["mcp_files_read"] });
  const it = limits();
  await it.reopen("a", catalog);
  expect(it.of("a").tools).toEqual(["mcp_files_read"]);
  expect(said).toEqual([]);
});

test("a skill that does not exist after a reload is told once and not admitted later", async () => {
  kept.set("a", { tools: ["read"], skills: ["mend", "gone"] });
  const it = limits();
  await it.reopen("a", catalog);
  const own = it.skills(() => "a");
  expect(await names(own)).toEqual(["mend"]);
  there.push("gone");
  expect(await names(own)).toEqual(["mend"]);
  expect(said).toEqual(["This session is limited to named skills, and these do not exist: gone"]);
  expect(kept.get("a")).toEqual({ tools: ["read"], skills: ["mend"] });
});

test("skills that wait for trust are not taken for gone", async () => {
  kept.set("a", { skills: ["project"] });
  trusted = false;
  const it = limits();
  await it.reopen("a", catalog);
  const own = it.skills(() => "a");
  expect(await names(own)).toEqual([]);
  trusted = true;
  there.push("project");
  expect(await names(own)).toEqual(["project"]);
  expect(said).toEqual([]);
});

test("a skill that is not on the list can't be loaded", async () => {
  const it = limits();
  await it.set("a", { skills: ["mend"] });
  const own = it.skills(() => "a");
  expect((await own.load("mend"))?.skill.name).toBe("mend");
  expect(await own.load("review")).toBeUndefined();
});

test("a limit holds at once although it can't be written, and who set it hears of that", async () => {
  full = true;
  const it = limits();
  let told = 0;
  it.onDidChange(() => told++);
  await expect(it.set("a", { tools: [] })).rejects.toThrow("ENOSPC");
  expect(it.of("a")).toEqual({ tools: [] });
  expect(told).toBe(1);
});
