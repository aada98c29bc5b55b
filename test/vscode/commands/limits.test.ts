import { beforeEach, expect, test, vi } from "vitest";
import type { Skills } from "../../../src/core/operations/skills";
import type { SessionLimit } from "../../../src/node/sessionLimit";
import { memoryLogPort } from "../../fakes/memoryPorts";

interface Item {
  readonly label: string;
  readonly description?: string;
  readonly picked?: boolean;
}
const picks: Item[][] = [];
/** What a person selects, list by list: a label, or several of a list of many; without one the list is closed. */
const presses: (string | readonly string[] | undefined)[] = [];
const said: string[] = [];

vi.mock("vscode", () => ({
  l10n: { t: (words: string, ...places: unknown[]) => words.replace(/\{(\d)\}/g, (_, at) => String(places[at])) },
  window: {
    async showQuickPick(items: Item[], { canPickMany = false }) {
      picks.push(items);
      const wanted = presses.shift();
      if (wanted === undefined) return undefined;
      const chosen = items.filter(({ label }) => [wanted].flat().includes(label));
      return canPickMany ? chosen : chosen[0];
    },
    showWarningMessage: (words: string) => void said.push(words),
    showInformationMessage: (words: string) => void said.push(words),
  },
}));
const { limitCommands } = await import("../../../src/vscode/commands/limits");

beforeEach(() => [picks, presses, said].forEach((each) => void each.splice(0)));

const entry = (name: string, offer = "eager") => ({ name, title: `The ${name}`, origin: "builtin", offer, tool: {} });
const entries = [
  entry("read"),
  entry("edit", "deferred"),
  entry("File", "hidden"),
  { ...entry("agent"), tool: undefined },
];

async function run(was: SessionLimit = {}, options: { readonly readOnly?: boolean; readonly fails?: boolean } = {}) {
  let now: SessionLimit = was;
  const skills = { list: async () => [{ name: "mend", description: "Mends" }] } as unknown as Skills;
  const { limitSession } = limitCommands({
    sessions: {
      current: { id: "a" },
      status: { readOnly: options.readOnly ?? false },
      surface: { catalog: { entries } },
    } as never,
    limits: {
      of: () => was,
      set: async (_, limit) => {
        now = limit;
        if (options.fails) throw new Error("ENOSPC");
      },
    },
    skills,
    log: memoryLogPort(),
  });
  await limitSession();
  return now;
}

test("all tools that a request could carry are there to select, and without a limit each is selected", async () => {
  presses.push("Tools", undefined);
  await run();
  expect(picks[0]?.map(({ label, description }) => [label, description])).toEqual([
    ["Tools", "no limit"],
    ["Skills", "no limit"],
  ]);
  expect(picks[1]?.map(({ label, picked }) => [label, picked])).toEqual([
    ["read", true],
    ["edit", true],
  ]);
});

test("what is selected becomes the limit, and the other one stays", async () => {
  presses.push("Tools", ["read"]);
  expect(await run({ skills: ["mend"] })).toEqual({ skills: ["mend"], tools: ["read"] });
  presses.push("Skills", []);
  expect(await run({ tools: ["read"] })).toEqual({ tools: ["read"], skills: [] });
});

test("with nothing selected there is none", async () => {
  presses.push("Tools", []);
  expect(await run()).toEqual({ tools: [] });
});

test("confirmed as it was, nothing is limited: more tools may come", async () => {
  presses.push("Tools", ["read", "edit"]);
  expect(await run()).toEqual({});
});

test("what is selected and not there at the moment stays selected", async () => {
  presses.push("Tools", ["read", "edit", "mcp_files_read"]);
  expect(await run({ tools: ["read", "mcp_files_read"] })).toEqual({ tools: ["read", "edit", "mcp_files_read"] });
  expect(picks[1]?.at(-1)).toMatchObject({
    label: "mcp_files_read",
    picked: true,
    description: "not there at the moment",
  });
});

test("no limit takes both away, and is only offered where there is one", async () => {
  presses.push("No limit");
  expect(await run({ tools: [], skills: ["mend"] })).toEqual({});
  expect(picks[0]?.map(({ description }) => description)).toEqual(["none", "1 selected", undefined]);
});

test("whoever closes a list changes nothing", async () => {
  expect(await run({ tools: ["read"] })).toEqual({ tools: ["read"] });
});

test("a session that another window writes can't be limited here", async () => {
  await run({}, { readOnly: true });
  expect(picks).toEqual([]);
  expect(said).toHaveLength(1);
});

test("a limit that can't be kept is said to end with the window", async () => {
  presses.push("Tools", []);
  expect(await run({}, { fails: true })).toEqual({ tools: [] });
  expect(said).toEqual(["The limit holds until this window is closed: it could not be written."]);
});
