import { expect, test, vi } from "vitest";
import type { SurfaceAct } from "../../../src/shared/messages/surface";
import type { ProfileRow, ServerRow, ToolRow } from "../../../src/shared/surface";
import type { SurfaceState } from "../../../src/vscode/views/surfaceView";

vi.mock("vscode", () => ({ ConfigurationTarget: {}, workspace: {} }));

const { refusalOf, surfaceView } = await import("../../../src/vscode/views/surfaceView");

const row = (name: string, change: Partial<ToolRow> = {}) =>
  ({
    name,
    title: name,
    description: "",
    promptHint: "",
    core: false,
    enabled: true,
    subagentAllowed: true,
    ...change,
  }) as ToolRow;
const PROFILE: ProfileRow = { name: "a", description: "", file: "a.md", problems: [], effective: [] };
const state = (change: Partial<SurfaceState> = {}): SurfaceState => ({
  snapshot: undefined,
  tools: [row("grep"), row("read", { core: true })],
  servers: [{ name: "files" } as ServerRow],
  profiles: [PROFILE],
  rules: { problems: [], rules: [], omitted: 0, laws: [], policy: null },
  trusted: true,
  hasFolder: true,
  scopes: [
    { scope: "user", rules: {} },
    { scope: "workspace", rules: {} },
  ],
  ...change,
});

test("no snapshot is said, not left out", () => expect(surfaceView(state()).snapshot).toBeNull());

test("rows and their texts are bounded, and what is left out is counted", () => {
  const tools = Array.from({ length: 5_003 }, (_, index) => row(`t${index}`, { description: "x".repeat(4_000) }));
  const shown = surfaceView(state({ tools })).tools;
  expect([shown.rows.length, shown.omitted]).toEqual([5_000, 3]);
  expect(shown.rows[0]?.description).toHaveLength(300);
});

test("tools that a profile did not select are a number", () => {
  const effective = Array.from({ length: 900 }, (_, index) => ({
    name: `t${index}`,
    state: index < 600 ? ("worker-local" as const) : ("not-selected" as const),
    route: "worker-local" as const,
  }));
  const [shown] = surfaceView(state({ profiles: [{ ...PROFILE, effective }] })).profiles;
  expect([shown?.effective.length, shown?.omitted, shown?.notSelected]).toEqual([500, 100, 300]);
});

test("the page learns which scopes there are, not what stands in them", () => {
  const scopes = [{ scope: "user" as const, rules: { secret: {} } }];
  const shown = surfaceView(state({ scopes }));
  expect(shown.place).toEqual({ trusted: true, hasFolder: true, scopes: ["user"] });
  expect(JSON.stringify(shown)).not.toContain("secret");
});

const setTool = (change: Partial<Extract<SurfaceAct, { kind: "setTool" }>> = {}): SurfaceAct => ({
  kind: "setTool",
  revision: 1,
  name: "grep",
  wish: { enabled: false },
  scope: "user",
  ...change,
});
const draft = { name: "a", description: "", tools: null, model: "", mode: "" as const, prompt: "" };

test.each<[string, SurfaceAct, Partial<SurfaceState>, string | undefined]>([
  ["a tool's switch", setTool(), {}, undefined],
  ["a tool that is not there", setTool({ name: "nope" }), {}, "unknown"],
  ["a core tool's switch", setTool({ name: "read" }), {}, "locked"],
  ["a core tool's allowance", setTool({ name: "read", wish: { subagentAllowed: false } }), {}, undefined],
  ["a hint of the workspace", setTool({ wish: { promptHint: "x" }, scope: "workspace" }), {}, "locked"],
  [
    "the workspace's settings without trust",
    setTool({ scope: "workspace" }),
    { trusted: false, scopes: [{ scope: "user", rules: {} }] },
    "untrusted",
  ],
  [
    "the workspace's settings without a folder",
    setTool({ scope: "workspace" }),
    { hasFolder: false, scopes: [{ scope: "user", rules: {} }] },
    "no_folder",
  ],
  ["a server", { kind: "server", revision: 1, name: "files", action: "start" }, {}, undefined],
  ["a server that is not there", { kind: "server", revision: 1, name: "x", action: "start" }, {}, "unknown"],
  ["a listed profile", { kind: "editProfile", revision: 1, file: "a.md" }, {}, undefined],
  ["a file that is no profile", { kind: "editProfile", revision: 1, file: "/etc/passwd" }, {}, "unknown"],
  ["saving one that is none", { kind: "saveProfile", revision: 1, file: "b", base: "", profile: draft }, {}, "unknown"],
  ["a new profile without trust", { kind: "newProfile", revision: 1, profile: draft }, { trusted: false }, "untrusted"],
  [
    "a new profile without a folder",
    { kind: "newProfile", revision: 1, profile: draft },
    { hasFolder: false },
    "no_folder",
  ],
])("%s is decided by the state as it is", (_, intent, change, expected) => {
  expect(refusalOf(intent, state(change))).toBe(expected);
});

test("only rules that the page lists as a person's own can be removed", () => {
  const rule = { tool: "bash", command: "git push", action: "deny" } as const;
  const of = (source: "user" | "workspace", more: { unread?: true } = {}) =>
    state({ rules: { problems: [], rules: [{ rule, source, ...more }], omitted: 0, laws: [], policy: null } });
  const remove: SurfaceAct = { kind: "removeRule", revision: 1, rule };
  expect(refusalOf(remove, of("user"))).toBeUndefined();
  expect(refusalOf(remove, of("workspace"))).toBe("locked");
  expect(refusalOf(remove, of("user", { unread: true }))).toBe("unknown");
  expect(refusalOf(remove, state())).toBe("unknown");
});
