import { readFileSync, writeFileSync } from "node:fs";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { buildCatalog } from "../../../src/core/surface/catalog";
import { govern, NO_GOVERNANCE } from "../../../src/core/surface/governance";
import { type ResolverFacts, resolve } from "../../../src/core/surface/resolver";
import { REASON_WORDS } from "../../../src/shared/reasonWords";
import { child, fakeTool, HINDRANCES, probe, ROOT_FACTS } from "./probe";

const read = fakeTool("read", { core: true });
const write = fakeTool("write", { capabilities: ["write"], worker: "main-process-proxy" });
const bash = fakeTool("bash", { capabilities: ["shell"], ports: ["shell"] });
const catalog = buildCatalog([
  [
    read,
    write,
    bash,
    fakeTool("execute_tools", { capabilities: ["state"], worker: "disabled" }),
    fakeTool("read_file", { offer: "hidden", standsFor: ["read"] }),
    fakeTool("File", { offer: "hidden", standsFor: ["read", "write"] }),
    fakeTool("weixin_send_text", { offer: "hidden", standsFor: ["send_message"] }),
  ],
]);

const inEffect = (facts: Partial<ResolverFacts>, governance = NO_GOVERNANCE) =>
  resolve(catalog, governance, { ...ROOT_FACTS, ...facts }).toolNames;

const row = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [head, head.map(() => "---"), ...rows].map(row).join("\n");

/** For the root agent, and for a child that is granted everything. */
function oneAtATime(): string {
  const cells = HINDRANCES.map((hindrance) => {
    const [root, sub] = [probe([hindrance], "root").found, probe([hindrance], "child").found];
    const words = REASON_WORDS[hindrance.reason].text;
    return [hindrance.because, root?.reason ?? "in effect", `${sub?.state}`, `${sub?.route}`, `${sub?.reason}`, words];
  });
  return table(["What is in the way", "root agent", "child: state", "route", "reason", "wording"], cells);
}

/** Of two things in a tool's way, the number of the one that is given as the reason. */
function twoAtATime(): string {
  const numbers = HINDRANCES.map((_, at) => `${at + 1}`);
  const cells = HINDRANCES.map((one, at) => [
    `${at + 1} ${one.reason}`,
    ...HINDRANCES.map((other) => `${place(probe([one, other], "child").found?.reason)}`),
  ]);
  return table(["", ...numbers], cells);
}

const place = (reason: string | undefined) => HINDRANCES.findIndex((each) => each.reason === reason) + 1;

test("gives each reason and puts each above the next, as the golden tables say", () => {
  const text = `# One thing in the way\n\n${oneAtATime()}\n\n# Two: which is told\n\n${twoAtATime()}\n`;
  const golden = `${import.meta.dirname}/golden/reasons.md`;
  if (process.env["UPDATE_GOLDEN"] === "1") writeFileSync(golden, text);
  expect(text).toBe(readFileSync(golden, "utf8"));
});

test("of any number of things in the way the first in order is the reason", () => {
  fc.assert(
    fc.property(fc.subarray([...HINDRANCES]), fc.constantFrom("root", "child"), (hindrances, agent) => {
      const [first] = hindrances.filter(({ ofChildren }) => agent === "child" || !ofChildren);
      const { name, surface, found } = probe(hindrances, agent);
      expect(found?.reason).toBe(first?.reason);
      expect(found?.wording).toBe(first && REASON_WORDS[first.reason].text);
      expect(surface.toolNames).toEqual(first ? [] : [name]);
      expect(surface.disabledReasons[name]).toBe(first?.reason);
    }),
    { numRuns: 500 },
  );
});

test("every reason it gives is worded in English", () => {
  for (const { reason } of HINDRANCES) expect(REASON_WORDS[reason].text).toMatch(/^[A-Z].+\.$/);
});

describe("the session's list", () => {
  test("leaves everything when there is none", () => {
    expect(inEffect({})).toEqual(["read", "write", "bash", "execute_tools", "read_file", "File"]);
  });
  test("leaves nothing when it is empty, core tools included", () => expect(inEffect({ allowed: [] })).toEqual([]));
  test("admits no name that does not exist", () => {
    expect(inEffect({ allowed: ["nope", "bash"] })).toEqual(["bash"]);
  });
});

test("never switches a core tool off", () => {
  const rules = govern([{ source: "user", tools: { read: { enabled: false } } }]);
  expect(inEffect({}, rules)).toContain("read");
});

test("an untrusted workspace leaves only reading tools, by name", () => {
  expect(inEffect({ trusted: false })).toEqual(["read", "read_file"]);
});

test("Plan takes away execute_tools and nothing else", () => {
  const all = inEffect({});
  expect(inEffect({ mode: "plan" })).toEqual(all.filter((name) => name !== "execute_tools"));
});

describe("an old name", () => {
  test("is off where the tool is off whose work it does", () => {
    const rules = govern([{ source: "user", tools: { write: { enabled: false } } }]);
    const surface = resolve(catalog, rules, ROOT_FACTS);
    expect(surface.disabledReasons).toEqual({
      write: "tool_disabled",
      File: "tool_disabled",
      weixin_send_text: "not_built_yet",
    });
  });
  test("has a switch of its own", () => {
    const rules = govern([{ source: "user", tools: { read_file: { enabled: false } } }]);
    expect(inEffect({}, rules)).not.toContain("read_file");
  });
  test("on a list means the tools whose work it does", () => {
    expect(inEffect({ allowed: ["File"] })).toEqual(["read", "write", "read_file", "File"]);
  });
  test("goes the way of its tool for a child", () => {
    const surface = resolve(catalog, NO_GOVERNANCE, { ...ROOT_FACTS, agent: child(["read"]) });
    expect(surface.toolNames).toEqual(["read", "read_file"]);
    expect(surface.toolRuntimeRoutes["read_file"]?.state).toBe("worker-local");
  });
});

test("a name that two servers have gets its reason without an entry", () => {
  const { disabledReasons } = resolve(catalog, NO_GOVERNANCE, { ...ROOT_FACTS, collisions: ["mcp_a_go"] });
  expect(disabledReasons["mcp_a_go"]).toBe("name_collision");
});

test("a built-in keeps its name though two servers would have it", () => {
  expect(inEffect({ collisions: ["read"] })).toContain("read");
});

test("gives hints of tools in effect, the user's before the tool's own", () => {
  const hinted = buildCatalog([[fakeTool("a", { promptHint: "Own." }), fakeTool("b", { promptHint: "Own." })]]);
  const rules = govern([{ source: "user", tools: { a: { promptHint: "Mine." } } }]);
  const hints = (allowed: readonly string[]) => resolve(hinted, rules, { ...ROOT_FACTS, allowed }).toolPromptHints;
  expect(hints(["a", "b"])).toEqual({ a: "Mine.", b: "Own." });
  expect(hints(["b"])).toEqual({ b: "Own." });
});

test("a child may not have what its owner keeps from children", () => {
  const rules = govern([{ source: "user", tools: { read: { subagentAllowed: false } } }]);
  const surface = resolve(catalog, rules, { ...ROOT_FACTS, agent: child(["read"]) });
  expect(surface.disabledReasons["read"]).toBe("not_selected_for_subagent");
});

test("finds nothing under the names of Object's own properties", () => {
  const name = "__proto__";
  const surface = resolve(buildCatalog([[fakeTool(name)]]), NO_GOVERNANCE, ROOT_FACTS);
  expect(surface.toolRuntimeRoutes[name]?.state).toBe("main-process-proxied");
  expect(surface.disabledReasons["constructor"]).toBeUndefined();
});
