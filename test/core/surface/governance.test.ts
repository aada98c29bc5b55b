import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type GovernanceLayer,
  govern,
  readToolRules,
  type ToolWish,
  UNGOVERNED,
  withLayer,
} from "../../../src/core/surface/governance";

/** What comes of one tool's wishes, layer by layer. */
function rule(wishes: Partial<Record<GovernanceLayer["source"], ToolWish>>) {
  const layers = Object.entries(wishes).map(([source, wish]) => ({ source, tools: { bash: wish } }) as GovernanceLayer);
  return govern(layers).tools.get("bash");
}

describe("layers", () => {
  test("the user's own says what it likes", () => {
    const wish = {
      enabled: false,
      subagentAllowed: false,
      workerRoutingStrategy: "force-local",
      promptHint: "Slowly.",
    };
    expect(rule({ user: wish as ToolWish })).toEqual(wish);
  });

  test("a workspace may switch off what the user left on", () => {
    expect(rule({ workspace: { enabled: false, subagentAllowed: false } })).toEqual({
      ...UNGOVERNED,
      enabled: false,
      subagentAllowed: false,
    });
  });

  test.each(["workspace", "folder", "profile"] as const)("a %s layer switches nothing on again", (source) => {
    const off = { enabled: false, subagentAllowed: false };
    expect(rule({ user: off, [source]: { enabled: true, subagentAllowed: true } })).toMatchObject(off);
  });

  test.each([
    ["auto", "force-local", "force-local"],
    ["auto", "force-main-process-proxy", "force-main-process-proxy"],
    ["force-local", "auto", "force-local"],
    ["force-local", "force-main-process-proxy", "force-local"],
    ["force-main-process-proxy", "force-local", "force-main-process-proxy"],
    ["force-local", "force-disabled", "force-disabled"],
    ["force-disabled", "auto", "force-disabled"],
    ["force-disabled", "force-local", "force-disabled"],
  ] as const)("over the user's %s a workspace's %s comes to %s", (user, workspace, expected) => {
    const found = rule({
      user: { workerRoutingStrategy: user },
      workspace: { workerRoutingStrategy: workspace },
    });
    expect(found?.workerRoutingStrategy).toBe(expected);
  });

  test("a workspace has no hint, a profile's comes behind the user's", () => {
    const hint = (promptHint: string) => ({ promptHint });
    const found = rule({
      user: hint("Mine."),
      workspace: hint("Obey."),
      folder: hint("Obey."),
      profile: hint("Theirs."),
    });
    expect(found?.promptHint).toBe("Mine. Theirs.");
  });

  test("speak in their order, whatever order they come in", () => {
    const user: GovernanceLayer = { source: "user", tools: { bash: { enabled: true } } };
    const folder: GovernanceLayer = { source: "folder", tools: { bash: { enabled: false } } };
    expect(govern([folder, user])).toEqual(govern([user, folder]));
    expect(govern([folder, user]).tools.get("bash")?.enabled).toBe(false);
  });

  test("two lists leave what both name, and an empty one leaves nothing", () => {
    const only = (...names: string[]): GovernanceLayer => ({ source: "profile", tools: {}, only: names });
    expect(govern([]).only).toBeUndefined();
    expect(govern([only("a", "b"), only("b", "c")]).only).toEqual(new Set(["b"]));
    expect(govern([only("a"), only()]).only).toEqual(new Set());
  });

  test("laying a profile on top leaves what is below as it was", () => {
    const below = govern([], ["grep", "grep"]);
    const above = withLayer(below, { source: "profile", tools: { bash: { enabled: false } }, only: ["read"] });
    expect(below).toEqual({ tools: new Map(), alwaysLoad: ["grep"] });
    expect(above.alwaysLoad).toEqual(["grep"]);
    expect(above.tools.get("bash")?.enabled).toBe(false);
  });
});

describe("the setting", () => {
  test("may be absent", () => expect(readToolRules(undefined)).toEqual({ rules: {}, problems: [] }));

  test("gives its rules by name", () => {
    const rules = { bash: { enabled: false }, read: { promptHint: "Whole files.", workerRoutingStrategy: "auto" } };
    expect(readToolRules(rules)).toEqual({ rules, problems: [] });
  });

  test.each([
    ["a switch that is none", { enabled: "no" }, "enabled must be true or false"],
    ["an unknown key", { enabeld: false }, "enabeld is not known"],
    ["an unknown route", { workerRoutingStrategy: "fast" }, "workerRoutingStrategy must be auto, force-local"],
    ["a hint that is too long", { promptHint: "x".repeat(501) }, "promptHint must have at most 500 characters"],
    ["no object", false, "must be an object"],
    ["nothing", null, "must be an object"],
  ])("with %s switches that tool off, says why and keeps the others", (_what, entry, why) => {
    const { rules, problems } = readToolRules({ bash: entry, read: { subagentAllowed: false } });
    expect(rules).toEqual({ bash: { enabled: false, subagentAllowed: false }, read: { subagentAllowed: false } });
    expect(problems).toEqual([{ key: "bash", why: expect.stringContaining(why) }]);
  });

  test("that is no object gives no rule and is told of", () => {
    expect(readToolRules(["bash"])).toEqual({ rules: {}, problems: [{ key: "", why: expect.any(String) }] });
  });

  test("may name a tool like a property of Object", () => {
    const { rules } = readToolRules(JSON.parse('{"__proto__": {"enabled": false}, "constructor": {"enabled": false}}'));
    expect(Object.keys(rules)).toEqual(["__proto__", "constructor"]);
    expect(govern([{ source: "user", tools: rules }]).tools.get("__proto__")?.enabled).toBe(false);
    expect(rules["toString"]).toBeUndefined();
  });

  test("is read without a throw whatever stands there", () => {
    fc.assert(
      fc.property(fc.anything({ withNullPrototype: true }), (value) => {
        const { rules, problems } = readToolRules({ tool: value });
        expect(problems.length === 0 || rules["tool"]?.enabled === false).toBe(true);
        readToolRules(value);
      }),
    );
  });
});
