import { beforeEach, expect, test, vi } from "vitest";
import type { Law, Policy } from "../../src/core/gate/statutes";
import type { Rule } from "../../src/shared/rules";
import type { RuleDeskParts } from "../../src/vscode/ruleDesk";

let written: unknown;
let laws: (() => readonly Law[]) | undefined;

vi.mock("vscode", () => ({
  ConfigurationTarget: { Global: 1 },
  EventEmitter: class {
    readonly #all: (() => void)[] = [];
    readonly event = (listener: () => void) => this.#all.push(listener);
    fire() {
      for (const each of this.#all) each();
    }
    dispose() {}
  },
  l10n: { t: (words: string) => words },
  window: {},
  workspace: {
    getConfiguration: () => ({
      inspect: () => ({ globalValue: written }),
      update: async (_key: string, value: unknown) => {
        written = value;
      },
    }),
  },
}));
vi.mock("../../src/core/engine/laws", () => ({
  readLaws: async () => {
    if (!laws) throw new Error("The disk is gone.");
    return laws();
  },
}));

const { RuleDesk } = await import("../../src/vscode/ruleDesk");

const PUSH: Rule = { tool: "bash", command: "git push", action: "ask" };
const LAW: Law = { root: "/w/api", invariants: [{ id: "a", paths: ["x"], action: "block", why: "No." }] };
/** In the place of those that most tests have. */
let lists: readonly object[] | undefined;
let trusted = true;
let policy: Policy | undefined;
let changed: () => void;

function desk() {
  const parts = {
    settings: {
      lists: lists ?? [
        { source: "user", rules: [PUSH, { tool: "*", action: "ask", unread: true }], problems: [] },
        {
          source: "folder",
          folder: "api",
          rules: [{ tool: "edit", action: "deny", root: "/w/api" }],
          problems: [{ place: "gatehouse.workspaceRules[1]", why: "no" }],
        },
      ],
      onDidChange: (listener: () => void) => {
        changed = listener;
        return { dispose: () => undefined };
      },
      checkFile: async () => undefined,
    },
    files: { roots: () => [{ name: "api", path: "/w/api" }] },
    log: { error: () => undefined },
    trusted: () => trusted,
    policy: () => policy,
    explain: async () => undefined,
    toolNames: () => ["read", "write", "edit", "bash"],
  } as unknown as RuleDeskParts;
  return new RuleDesk(parts);
}

beforeEach(() => {
  written = [PUSH, { broken: true }];
  laws = () => [LAW];
  lists = undefined;
  trusted = true;
  policy = undefined;
});

test("shows every rule with its source, and what can't be used", () => {
  const { rules, problems, omitted } = desk().view;
  expect(rules).toEqual([
    { rule: PUSH, source: "user" },
    { rule: { tool: "*", action: "ask" }, source: "user", unread: true },
    { rule: { tool: "edit", action: "deny" }, source: "folder", folder: "api" },
  ]);
  expect(problems).toEqual([{ place: "gatehouse.workspaceRules[1]", why: "no" }]);
  expect(omitted).toBe(0);
});

test("a rule whose tool nobody knows is told with what was meant; servers' tools may come later", () => {
  lists = ["wirte", "nothing_like_it", "mcp_notes_*", "mcp_notes_find", "*", "write"].map((tool) => ({
    ...{ source: "user", rules: [{ tool, action: "deny" }], problems: [] },
  }));
  const { rules, problems } = desk().view;
  expect(rules.map(({ rule, unknownTool }) => [rule.tool, unknownTool])).toEqual([
    ["wirte", ["write"]],
    ["nothing_like_it", []],
    ...["mcp_notes_*", "mcp_notes_find", "*", "write"].map((tool) => [tool, undefined]),
  ]);
  expect(problems).toEqual([]);
});

test("laws are read when somebody looks, again when something changed, and not before trust", async () => {
  const page = desk();
  expect(page.view.laws).toBe("loading");
  changed();
  expect(page.view.laws).toBe("loading");
  await page.refresh();
  expect(page.view.laws).toEqual([{ folder: "api", invariants: LAW.invariants }]);
  laws = () => [{ ...LAW, invariants: [], broken: "line 3" }];
  const told = new Promise<void>((resolve) => void page.onDidChange(() => resolve()));
  changed();
  await told;
  expect(page.view.laws).toEqual([{ folder: "api", invariants: [], broken: "line 3" }]);
  trusted = false;
  expect(page.view.laws).toEqual([]);
});

test("laws that can't be read at all are a state of their own", async () => {
  laws = undefined;
  const page = desk();
  await page.refresh();
  expect(page.view.laws).toBe("failed");
});

test("the policy is shown list by list", () => {
  policy = { posture: "ask", servers: { deny: ["x"] } };
  expect(desk().view.policy).toEqual({ posture: "ask", lists: [{ of: "servers", deny: ["x"] }] });
});

test("a rule goes behind those that stand there, and what can't be read stays", async () => {
  const rule: Rule = { tool: "bash", command: "npm test", action: "allow" };
  expect(await desk().add(rule)).toEqual({ type: "ruleChanged", change: "added" });
  expect(written).toEqual([PUSH, { broken: true }, rule]);
});

test("one that can't be used, or is there already, is refused with the reason and not written", async () => {
  const before = written;
  expect(await desk().add({ tool: "*", action: "allow" })).toMatchObject({
    why: "invalid_rule",
    problems: [{ text: expect.stringContaining("it would allow everything") }],
  });
  expect(await desk().add({ ...PUSH, why: "Again." })).toMatchObject({ why: "rule_exists" });
  expect(written).toBe(before);
});

test("a rule is removed wherever it stands, and one that is gone is refused", async () => {
  written = [PUSH, { broken: true }, { ...PUSH, why: "Again." }];
  expect(await desk().remove(PUSH)).toEqual({ type: "ruleChanged", change: "removed" });
  expect(written).toEqual([{ broken: true }]);
  expect(await desk().remove(PUSH)).toMatchObject({ why: "unknown" });
});

test("settings that are no list are never overwritten", async () => {
  written = { rules: [] };
  await expect(desk().add(PUSH)).rejects.toThrow("is no list of rules");
  expect(written).toEqual({ rules: [] });
});
