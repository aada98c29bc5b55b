import { expect, test } from "vitest";
import type { Analysis } from "../../src/core/gate/shell/analysis";
import { loadAnalyser } from "../../src/core/gate/shell/loader";
import { shellAssets } from "../../src/node/shellAssets";
import type { CommandPart } from "../../src/shared/commandParts";
import type { Rule } from "../../src/shared/rules";
import { createExplain, explanationOf } from "../../src/vscode/explain";

const ASSETS = "node_modules/@vscode/tree-sitter-wasm/wasm";
const load = () => loadAnalyser(shellAssets(ASSETS), () => performance.now());
const failures: unknown[] = [];
const rules: Rule[] = [{ tool: "bash", command: "npm test", action: "allow" }];
const explain = (loader = load) =>
  createExplain({ load: loader, shell: () => "bash", rules: () => rules, failed: (error) => failures.push(error) });

const analysis = (...parts: CommandPart[]): Analysis => ({
  shell: "bash",
  outcome: parts.some(({ outcome }) => outcome === "deny") ? "deny" : "ask",
  parts,
  effects: { reads: [], writes: [], unresolvedReads: [], gitFolders: [], gitPrints: [] },
  commands: [],
});
const asking = (why: CommandPart["why"]): CommandPart => ({ text: "x", outcome: "ask", why });

test("a command is judged part by part by the rules in force, and by those that are tried", async () => {
  const look = explain();
  const found = await look("git status && npm test && make", []);
  expect(found?.parts.map(({ outcome, why }) => [outcome, why])).toEqual([
    ["auto", "read_only"],
    ["auto", "allow_rule"],
    ["ask", "not_listed"],
  ]);
  const tried = await look("make", [{ tool: "bash", command: "make", action: "allow" }]);
  expect(tried?.outcome).toBe("auto");
});

test("where the parser does not load, nothing is known of a command, and the log says why", async () => {
  const look = explain(() => Promise.reject(new Error("no such file")));
  expect(explanationOf(await look("ls", []))).toEqual({ state: "unknown" });
  expect(failures).toEqual([new Error("no such file")]);
});

test("each posture answers as the gate's table says, the strictest ask for all", () => {
  const postures = (...parts: CommandPart[]) => {
    const explanation = explanationOf(analysis(...parts));
    return explanation.state === "known" ? explanation.postures : undefined;
  };
  expect(postures(asking("not_listed"), asking("ask_rule"))).toEqual({
    ask: "ask",
    "auto-review": "deny",
    "full-access": "ask",
  });
  expect(postures(asking("always_ask"))).toMatchObject({ ask: "ask", "auto-review": "deny" });
  expect(postures({ text: "rm -rf /", outcome: "deny", why: "floor" }, asking("always_ask"))).toEqual({
    ask: "deny",
    "auto-review": "deny",
    "full-access": "deny",
  });
});

test("what is posted is bounded, and what is left out is counted", () => {
  const parts = Array.from({ length: 1_007 }, () => ({ ...asking("writes"), text: "y".repeat(5_000) }));
  const explanation = explanationOf(analysis(...parts));
  expect(explanation).toMatchObject({ omitted: 7 });
  expect(JSON.stringify(explanation).length).toBeLessThan(1_200_000);
});
