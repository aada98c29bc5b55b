import { beforeEach, expect, test, vi } from "vitest";
import type { ToolRow } from "../../src/shared/surface";

const values = { global: undefined as unknown, workspace: undefined as unknown };
/** Released one after the other: what is written at the same time must not be lost. */
const writes: (() => void)[] = [];
let isSlow = false;

vi.mock("vscode", () => ({
  ConfigurationTarget: { Global: 1, Workspace: 2 },
  workspace: {
    getConfiguration: () => ({
      inspect: () => ({ globalValue: values.global, workspaceValue: values.workspace }),
      update: async (_key: string, value: unknown, target: number) => {
        if (isSlow) await new Promise<void>((go) => writes.push(go));
        if (target === 1) values.global = value;
        else values.workspace = value;
      },
    }),
  },
}));

const { locksOf, scopeRules, setToolRule, withRule } = await import("../../src/vscode/toolRules");

beforeEach(() => {
  values.global = undefined;
  values.workspace = undefined;
  isSlow = false;
});

const row = (change: Partial<ToolRow>) =>
  ({ name: "grep", core: false, enabled: true, subagentAllowed: true, ...change }) as ToolRow;
const here = () => scopeRules({ trusted: true, hasFolder: true });

test("a rule is written to its scope and joins what stands there", async () => {
  values.global = { bash: { enabled: false } };
  await setToolRule("grep", { enabled: false }, "user");
  await setToolRule("grep", { subagentAllowed: false }, "workspace");
  expect(values.global).toEqual({ bash: { enabled: false }, grep: { enabled: false } });
  expect(values.workspace).toEqual({ grep: { subagentAllowed: false } });
});

test("a value that is the default takes the rule away, and the last one the setting", async () => {
  values.global = { grep: { enabled: false, promptHint: "x" } };
  await setToolRule("grep", { enabled: true }, "user");
  expect(values.global).toEqual({ grep: { promptHint: "x" } });
  await setToolRule("grep", { promptHint: "" }, "user");
  expect(values.global).toBeUndefined();
});

test("two changes at once are both kept", async () => {
  isSlow = true;
  const both = [setToolRule("a", { enabled: false }, "user"), setToolRule("b", { enabled: false }, "user")];
  for (let done = 0; done < 2; done++) {
    await vi.waitFor(() => expect(writes.length).toBe(1));
    writes.pop()?.();
  }
  await Promise.all(both);
  expect(values.global).toEqual({ a: { enabled: false }, b: { enabled: false } });
});

test("a rule that can't be read gives way, another's stays as it is", () => {
  const value = { grep: { enabled: "no", odd: 1 }, bash: { odd: 1 } };
  expect(withRule(value, "grep", { enabled: true })).toEqual({ bash: { odd: 1 } });
  expect(withRule("nonsense", "grep", { enabled: false })).toEqual({ grep: { enabled: false } });
});

test("names that every object has are names like others", () => {
  const rules = withRule(withRule({}, "__proto__", { enabled: false }), "constructor", { enabled: false });
  expect(Object.keys(rules ?? {})).toEqual(["__proto__", "constructor"]);
  expect(Object.getPrototypeOf(rules)).toBe(Object.prototype);
});

test("the workspace's scope is there only where a trusted folder is", () => {
  const scopes = (trusted: boolean, hasFolder: boolean) => scopeRules({ trusted, hasFolder }).map(({ scope }) => scope);
  expect([scopes(true, true), scopes(false, true), scopes(true, false)]).toEqual([
    ["user", "workspace"],
    ["user"],
    ["user"],
  ]);
});

test("what is on can be switched off in each scope", () => expect(locksOf(row({}), here())).toBeUndefined());

test("only the scope that switched a tool off gives it back", () => {
  values.global = { grep: { enabled: false } };
  expect(locksOf(row({ enabled: false }), here())).toEqual({ workspace: { enabled: "user" } });
  values.workspace = { grep: { enabled: false } };
  expect(locksOf(row({ enabled: false }), here())).toBeUndefined();
  values.global = undefined;
  expect(locksOf(row({ enabled: false }), here())).toEqual({ user: { enabled: "workspace" } });
});

test("a broken rule switched off where it stands", () => {
  values.global = { grep: { enabled: "no" } };
  const off = row({ enabled: false, subagentAllowed: false });
  expect(locksOf(off, here())).toEqual({ workspace: { enabled: "user", subagentAllowed: "user" } });
});

test("what neither scope switched off is locked in both", () => {
  const elsewhere = { subagentAllowed: "elsewhere" };
  expect(locksOf(row({ subagentAllowed: false }), here())).toEqual({ user: elsewhere, workspace: elsewhere });
});

test("a core tool's switch is locked, its allowance is not", () => {
  expect(locksOf(row({ core: true }), here())).toEqual({ user: { enabled: "core" }, workspace: { enabled: "core" } });
});
