import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import type { Policy } from "../../src/core/gate/statutes";
import type { Skill } from "../../src/core/operations/skills";
import { NO_GOVERNANCE } from "../../src/core/surface/governance";
import { nodeIds } from "../../src/node/ports";
import { createLimitFile } from "../../src/node/sessionLimit";
import { createSessionStore } from "../../src/node/sessions";
import type { SessionsParts } from "../../src/vscode/sessionParts";
import { SETTINGS, scriptedModel } from "../core/engine/scripted";
import { memoryPorts } from "../fakes/memoryPorts";

vi.mock("vscode", () => ({
  l10n: { t: (words: string) => words },
  window: { showWarningMessage: () => undefined, showInformationMessage: () => undefined },
  EventEmitter: class {
    readonly #listeners = new Set<(event: unknown) => void>();
    event = (listener: (event: unknown) => void) => {
      this.#listeners.add(listener);
      return { dispose: () => this.#listeners.delete(listener) };
    };
    fire = (event: unknown) => {
      for (const listener of this.#listeners) listener(event);
    };
    dispose = () => this.#listeners.clear();
  },
}));
const { Sessions } = await import("../../src/vscode/sessions");
const { SessionLimits } = await import("../../src/vscode/sessionLimits");

/** One window after the other, on one disk. */
async function place() {
  const folder = await mkdtemp(join(tmpdir(), "sessions-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const state = new Map<string, unknown>();
  return (policy?: Policy) => openWindow(folder, state, policy);
}

function openWindow(folder: string, state: Map<string, unknown>, policy: Policy | undefined) {
  const ports = memoryPorts();
  const skill: Skill = { name: "mend", description: "Mends", folder: "/s/mend", source: "home" };
  const skills = { list: async () => [skill], load: async () => undefined };
  const limits = new SessionLimits({
    file: (id) => createLimitFile(join(folder, id, "limit.json"), () => undefined),
    skills,
    trusted: () => true,
    log: ports.log,
  });
  const model = scriptedModel([]);
  const pool = { version: 0, tools: () => [], collisions: () => [], servers: () => [] };
  const sessions = new Sessions({
    store: createSessionStore({ folder }),
    portsOf: (id: string) => limits.ports(id, { ...ports, skills }),
    models: { load: async () => undefined, current: model, chosen: undefined },
    memento: {
      get: (key: string) => state.get(key),
      update: async (key: string, value: unknown) => void state.set(key, value),
    },
    faults: () => [],
    place: () => ({ trusted: true, hasFolder: true, virtual: false }),
    settings: () => ({ mode: "work", posture: "ask" }),
    engineSettings: () => ({ ...SETTINGS, ...(policy && { policy }) }),
    policy: () => policy,
    editor: () => undefined,
    audit: () => undefined,
    pool,
    governance: () => NO_GOVERNANCE,
    hooks: {
      forSessions: {
        current: () => ({ hooks: [], problems: [] }),
        run: () => Promise.reject(new Error("There are no hooks.")),
      },
    },
    limits,
    analyser: () => Promise.reject(new Error("There is no analysis.")),
    prepare: async () => undefined,
    ids: nodeIds,
    log: ports.log,
  } as unknown as SessionsParts);
  const say = async (text: string) => {
    const ended = new Promise<void>((resolve) => {
      sessions.onNews(({ event }) => event?.type === "turn_finished" && resolve());
    });
    await sessions.send(text);
    await ended;
    const { tools, messages } = model.requests.at(-1) ?? { tools: [], messages: [] };
    return { tools: (tools ?? []).map(({ name }) => name), told: JSON.stringify(messages) };
  };
  return { sessions, limits, say };
}

test("what a session was limited to before its first message holds from its first request on, and after a reload", async () => {
  const open = await place();
  const before = open();
  await before.limits.set(undefined, { tools: ["read", "load_skill"], skills: [] });
  const first = await before.say("Hi");
  expect(first.tools).toEqual(["read", "load_skill"]);
  expect(first.told).not.toContain("Mends");
  await before.sessions.close();

  const after = open();
  await after.sessions.restore();
  expect(after.sessions.surface.reasonAgainst("edit")).toBe("not_in_session");
  expect((await after.say("Again")).tools).toEqual(["read", "load_skill"]);
  await after.sessions.close();
});

test("none means none after a reload too", async () => {
  const open = await place();
  const before = open();
  await before.limits.set(undefined, { tools: [] });
  expect((await before.say("Hi")).tools).toEqual([]);
  await before.sessions.close();
  const after = open();
  await after.sessions.restore();
  expect((await after.say("Again")).tools).toEqual([]);
  await after.sessions.close();
});

test("a limit that is set and taken away later holds from the next request on", async () => {
  const { sessions, limits, say } = (await place())();
  const all = (await say("Hi")).tools;
  expect((await say("Again")).told).toContain("Mends");
  await limits.set(sessions.current.id, { tools: ["read"] });
  expect((await say("More")).tools).toEqual(["read"]);
  await limits.set(sessions.current.id, {});
  expect((await say("And more")).tools).toEqual(all);
  await sessions.close();
});

test("a new session has no limit of the one before it", async () => {
  const { sessions, limits, say } = (await place())();
  await limits.set(undefined, { tools: ["read"] });
  await say("Hi");
  await limits.set(undefined, { tools: [] });
  await sessions.startNew();
  expect((await say("Hi")).tools.length).toBeGreaterThan(1);
  await sessions.close();
});

test("a policy caps what a person chooses before the first message, and what a session had before it came", async () => {
  const open = await place();
  const before = open();
  before.sessions.setPosture("full-access");
  await before.say("Hi");
  await before.sessions.close();
  const capped = open({ posture: "auto-review" });
  await capped.sessions.restore();
  expect(capped.sessions.status.posture).toBe("auto-review");
  await capped.sessions.startNew();
  capped.sessions.setPosture("full-access");
  expect(capped.sessions.status.posture).toBe("auto-review");
  await capped.say("Hi");
  expect(capped.sessions.current.session?.posture).toBe("auto-review");
  await capped.sessions.close();
});
