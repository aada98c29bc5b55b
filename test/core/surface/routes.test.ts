import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { buildCatalog, type CatalogEntry } from "../../../src/core/surface/catalog";
import { UNGOVERNED } from "../../../src/core/surface/governance";
import { blocked, routeOf, VIEW_ROUTES, workerPolicy } from "../../../src/core/surface/routes";
import { nativeTools } from "../../../src/core/tools";
import type { Tool } from "../../../src/core/tools/tool";
import type { WorkerRoutingStrategy } from "../../../src/shared/surface";
import { fakeTool } from "./probe";

const entry = (what: Partial<Tool>): CatalogEntry =>
  buildCatalog([[fakeTool("tool", what)]]).entries[0] as CatalogEntry;

const CLASSES: readonly (readonly [string, CatalogEntry])[] = [
  ["reads files", entry({})],
  ["runs commands", entry({ capabilities: ["shell"] })],
  ["writes files", entry({ capabilities: ["write"], worker: "main-process-proxy" })],
  ["keeps state", entry({ capabilities: ["state"], worker: "main-process-proxy" })],
  ["memory", entry({ capabilities: ["read"], kind: "memory", worker: "main-process-proxy" })],
  ["a server's", entry({ capabilities: ["network"], origin: "mcp", kind: "custom", worker: "main-process-proxy" })],
  ["programs", entry({ capabilities: ["state"], worker: "disabled" })],
];
const STRATEGIES = ["auto", "force-local", "force-main-process-proxy", "force-disabled"] as const;
const GRANTS = {
  everything: { roots: ["/w"], allowShell: true, allowWrite: true },
  "no folder": { roots: [], allowShell: true, allowWrite: true },
  "no shell": { roots: ["/w"], allowShell: false, allowWrite: true },
  "no writing": { roots: ["/w"], allowShell: true, allowWrite: false },
} as const;

function cell(tool: CatalogEntry, grant: keyof typeof GRANTS, strategy: WorkerRoutingStrategy): string {
  const policy = workerPolicy([tool.manifest], GRANTS[grant]);
  const rule = { ...UNGOVERNED, workerRoutingStrategy: strategy };
  const { state, reason } = routeOf(tool, rule, { selected: new Set([tool.name]), policy });
  return reason === undefined ? state : `${state}: ${reason}`;
}

function routes(grant: keyof typeof GRANTS): string {
  const head = ["", ...STRATEGIES];
  const rows = CLASSES.map(([title, tool]) => [title, ...STRATEGIES.map((strategy) => cell(tool, grant, strategy))]);
  const lines = [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`);
  return `# A child with ${grant}\n\n${lines.join("\n")}\n`;
}

test("every class of tool goes with every strategy and grant as the golden table says", () => {
  const text = (Object.keys(GRANTS) as (keyof typeof GRANTS)[]).map(routes).join("\n");
  const golden = `${import.meta.dirname}/golden/routes.md`;
  if (process.env["UPDATE_GOLDEN"] === "1") writeFileSync(golden, text);
  expect(text).toBe(readFileSync(golden, "utf8"));
});

describe("the policy of a child", () => {
  const manifests = (...capabilities: Tool["capabilities"]) => [entry({ capabilities }).manifest];
  const everything = GRANTS.everything;

  test("has each root once, in order", () => {
    expect(workerPolicy([], { ...everything, roots: ["/w", "/x", "/w"] }).workspaceRoots).toEqual(["/w", "/x"]);
  });
  test("has a shell only when a selected tool needs one and it is granted", () => {
    expect(workerPolicy(manifests("shell"), everything).allowShell).toBe(true);
    expect(workerPolicy(manifests("read"), everything).allowShell).toBe(false);
    expect(workerPolicy(manifests("shell"), GRANTS["no shell"]).allowShell).toBe(false);
  });
  test("only reads unless a selected tool writes and that is granted", () => {
    expect(workerPolicy(manifests("write"), everything).readonly).toBe(false);
    expect(workerPolicy(manifests("read"), everything).readonly).toBe(true);
    expect(workerPolicy(manifests("write"), GRANTS["no writing"]).readonly).toBe(true);
  });
});

test("four states fold to the three routes of the views", () => {
  expect(VIEW_ROUTES).toEqual({
    "worker-local": "worker-local",
    "main-process-proxied": "main-process-proxy",
    "disabled-in-worker": "disabled",
    "not-selected": "disabled",
  });
  expect(blocked("not_selected_for_subagent")).toMatchObject({ state: "not-selected", route: "disabled" });
  expect(blocked("tool_disabled")).toMatchObject({ state: "disabled-in-worker", route: "disabled" });
});

/** From the design's table of default routes. */
const DEFAULT_ROUTES: Readonly<Record<string, string>> = {
  read: "worker-local parallel",
  list_dir: "worker-local parallel",
  find_files: "worker-local parallel",
  grep: "worker-local parallel",
  tool_search: "worker-local parallel",
  bash: "worker-local",
  write: "main-process-proxied sequential",
  edit: "main-process-proxied sequential",
  load_skill: "main-process-proxied",
  memory_save: "main-process-proxied sequential",
  memory_recall: "main-process-proxied",
  Web: "main-process-proxied",
  todo_write: "main-process-proxied sequential",
  get_goal: "main-process-proxied sequential",
  create_goal: "disabled-in-worker sequential",
  update_goal: "disabled-in-worker sequential",
  request_user_input: "main-process-proxied sequential",
  agent: "main-process-proxied sequential",
  workflow: "main-process-proxied sequential",
  execute_tools: "disabled-in-worker",
};

test.each(buildCatalog([nativeTools("bash")]).entries.filter(({ name }) => Object.hasOwn(DEFAULT_ROUTES, name)))(
  "$name goes as the design's table says",
  (tool) => {
    const policy = workerPolicy([tool.manifest], GRANTS.everything);
    const { state } = routeOf(tool, UNGOVERNED, { selected: new Set([tool.name]), policy });
    expect(`${state} ${tool.manifest.executionMode}`).toMatch(new RegExp(`^${DEFAULT_ROUTES[tool.name]}`));
  },
);
