import { beforeEach, expect, test, vi } from "vitest";
import type { Policy } from "../../src/core/gate/statutes";
import type { HookProblem } from "../../src/core/operations/hooks";
import type { RuleProblem } from "../../src/shared/rules";
import { memoryFiles } from "../fakes/memoryFiles";
import { memoryLogPort } from "../fakes/memoryPorts";

const opened: string[] = [];
vi.mock("vscode", async () => {
  const { FakeEmitter } = await import("./support/emitter");
  return {
    EventEmitter: FakeEmitter,
    commands: {
      executeCommand: async (command: string, ...args: string[]) => opened.push([command, ...args].join(" ")),
    },
  };
});
vi.mock("../../src/vscode/mcp/banner", () => ({
  openPlace: async ({ file, line }: { file: string; line?: number }) =>
    opened.push(line === undefined ? file : `${file}:${line}`),
}));
const { Faults } = await import("../../src/vscode/faults");
const { EventEmitter } = await import("vscode");

beforeEach(() => void opened.splice(0));

const LAW = "/workspace/.gatehouse/law.json";

/** A window in which a test can break things and mend them. */
function open(files: Readonly<Record<string, string>> = {}) {
  const host: { rules: RuleProblem[]; hooks: HookProblem[]; policy?: Policy | undefined; trusted: boolean } = {
    ...{ rules: [], hooks: [], trusted: true },
  };
  const [rules, hooks] = [new EventEmitter<void>(), new EventEmitter<void>()];
  const disk = memoryFiles(files);
  const faults = new Faults({
    rules: {
      ...{ onDidChange: rules.event, checkFile: async () => undefined },
      get current() {
        return { rules: [], problems: host.rules };
      },
    },
    hooks: {
      onDidChange: hooks.event,
      get problems() {
        return host.hooks;
      },
    },
    policy: () => host.policy,
    trusted: () => host.trusted,
    ...{ files: disk, log: memoryLogPort() },
  });
  let told = 0;
  faults.onDidChange(() => {
    told += 1;
  });
  return { faults, host, disk, rules, hooks, told: () => told };
}

test("nothing broken is nothing to say", async () => {
  const { faults, told } = open({ [LAW]: '{"invariants": []}' });
  await faults.refresh();
  expect(faults.current).toEqual([]);
  expect(told()).toBe(0);
});

test("names the first of each kind and how many more there are, and opens it where it stands", async () => {
  const { faults, host, told } = open({ [LAW]: '{\n"invariants": 1}' });
  host.rules = [
    { place: "gatehouse.rules[2]", why: "tool: must be a text" },
    { place: "gatehouse.rules[3]", why: "it must be an object" },
  ];
  host.hooks = [
    { file: "/workspace/.gatehouse/hooks.json", text: "/workspace/.gatehouse/hooks.json is not valid JSON" },
  ];
  host.policy = { broken: "/etc/gatehouse/policy.json: no" };
  await faults.refresh();
  expect(faults.current).toEqual([
    { of: "rules", why: "gatehouse.rules[2]: tool: must be a text", more: 1 },
    { of: "law", why: ".gatehouse/law.json:2: invariants: must be a list.", more: 0 },
    { of: "hooks", why: "/workspace/.gatehouse/hooks.json is not valid JSON", more: 0 },
    { of: "policy", why: "/etc/gatehouse/policy.json: no", more: 0 },
  ]);
  expect(told()).toBe(1);
  for (const of of ["rules", "law", "hooks", "policy"] as const) await faults.open(of);
  expect(opened).toEqual([
    "workbench.action.openSettings gatehouse.rules",
    `${LAW}:2`,
    "/workspace/.gatehouse/hooks.json",
    "/etc/gatehouse/policy.json",
  ]);
});

test("a settings file that does not parse is opened as text", async () => {
  const { faults, host } = open();
  host.rules = [{ place: "gatehouse.rules", why: "settings.json:3: comma expected" }];
  await faults.open("rules");
  expect(opened).toEqual(["workbench.action.openSettingsJson"]);
});

test("what is mended is gone, as soon as that is heard of, and so is what was opened too late", async () => {
  const { faults, host, disk, rules, hooks, told } = open({ [LAW]: "{" });
  host.hooks = [{ file: "gatehouse.hooks", text: "gatehouse.hooks can't be used" }];
  await faults.refresh();
  expect(faults.current.map(({ of }) => of)).toEqual(["law", "hooks"]);
  disk.remove(LAW);
  rules.fire();
  await expect.poll(told).toBe(2);
  host.hooks = [];
  hooks.fire();
  expect(told()).toBe(3);
  expect(faults.current).toEqual([]);
  await faults.open("law");
  expect(opened).toEqual([]);
});

test("says nothing of a repository's law before the workspace is trusted", async () => {
  const { faults, host } = open({ [LAW]: "{" });
  host.trusted = false;
  await faults.refresh();
  expect(faults.current).toEqual([]);
});

test("tells once what stays as it is", async () => {
  const { faults, host, told } = open();
  host.policy = { broken: "x".repeat(1_000) };
  await faults.refresh();
  await faults.refresh();
  expect(told()).toBe(1);
  expect(faults.current[0]?.why).toHaveLength(400);
});
