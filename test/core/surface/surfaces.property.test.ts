import * as fc from "fast-check";
import { expect, test } from "vitest";
import { buildCatalog } from "../../../src/core/surface/catalog";
import { type GovernanceLayer, govern } from "../../../src/core/surface/governance";
import { type ResolverFacts, resolve } from "../../../src/core/surface/resolver";
import type { Tool } from "../../../src/core/tools/tool";
import { fakeTool } from "./probe";

const NAMES = ["read", "bash", "write", "execute_tools", "create_goal", "mcp_a_go", "Old", "__proto__", "constructor"];
const names = fc.subarray(NAMES);
const optional = <T>(some: fc.Arbitrary<T>) => fc.option(some, { nil: undefined });
const STRATEGIES = ["auto", "force-local", "force-main-process-proxy", "force-disabled"] as const;

const tool = fc.record(
  {
    capabilities: fc.subarray(["read", "write", "shell", "network", "state"] as const),
    worker: fc.constantFrom("local", "main-process-proxy", "disabled"),
    offer: fc.constantFrom("eager", "deferred", "hidden"),
    origin: fc.constantFrom("builtin", "mcp", "synthetic"),
    kind: fc.constantFrom("builtin", "memory", "skill"),
    ports: fc.subarray(["shell", "web"] as const),
    core: fc.constant(true as const),
    standsFor: names,
  },
  { requiredKeys: [] },
) as fc.Arbitrary<Partial<Tool>>;

const catalogs = fc
  .tuple(names, fc.array(tool, { minLength: NAMES.length, maxLength: NAMES.length }))
  .map(([chosen, tools]) =>
    buildCatalog(
      [chosen.map((name, at) => fakeTool(name, tools[at]))],
      NAMES.slice(0, 2).map((name) => ({ name, title: name })),
    ),
  );

const wish = fc.record(
  {
    enabled: fc.boolean(),
    subagentAllowed: fc.boolean(),
    workerRoutingStrategy: fc.constantFrom(...STRATEGIES),
    promptHint: fc.string(),
  },
  { requiredKeys: [] },
);
const layerOf = (...sources: GovernanceLayer["source"][]) =>
  fc
    .record({
      source: fc.constantFrom(...sources),
      tools: fc.dictionary(fc.constantFrom(...NAMES), wish),
      only: optional(names),
    })
    .map(({ only, ...layer }): GovernanceLayer => (only && layer.source === "profile" ? { ...layer, only } : layer));
const userLayers = fc.array(layerOf("user"), { maxLength: 2 });
const narrowing = fc.array(layerOf("workspace", "folder", "profile"), { maxLength: 4 });

const grant = fc.record({ selected: names, allowShell: fc.boolean(), allowWrite: fc.boolean() });
const rootFacts = fc
  .record({
    mode: fc.constantFrom("plan", "work", "operate"),
    trusted: fc.boolean(),
    ports: fc.subarray(["shell", "web"]).map((ports) => new Set(ports)),
    roots: fc.subarray(["/a", "/b"]),
    allowed: optional(names),
    collisions: names,
  })
  .map(
    ({ allowed, ...facts }): ResolverFacts => ({
      ...(facts as Omit<ResolverFacts, "agent">),
      ...(allowed && { allowed }),
      agent: { kind: "root" },
    }),
  );
const withChild = (facts: ResolverFacts, agent: typeof grant extends fc.Arbitrary<infer G> ? G : never) => ({
  ...facts,
  agent: { kind: "child" as const, ...agent },
});
const isWithin = (part: readonly string[], whole: readonly string[]) =>
  expect(whole).toEqual(expect.arrayContaining([...part]));

test("resolving is total, and the same input gives the same bytes", () => {
  fc.assert(
    fc.property(catalogs, userLayers, narrowing, rootFacts, optional(grant), (catalog, user, more, root, agent) => {
      const facts = agent ? withChild(root, agent) : root;
      const once = () => JSON.stringify(resolve(catalog, govern([...user, ...more]), structuredClone(facts)));
      const surface = once();
      expect(once()).toBe(surface);
      const { toolNames, disabledReasons } = resolve(catalog, govern([...user, ...more]), facts);
      const told = [...toolNames, ...Object.keys(disabledReasons)];
      isWithin(
        catalog.entries.map(({ name }) => name),
        told,
      );
      expect(new Set(told).size).toBe(told.length);
    }),
  );
});

test("a child has nothing that its parent has not, under any governance", () => {
  fc.assert(
    fc.property(catalogs, userLayers, narrowing, rootFacts, grant, (catalog, user, more, facts, agent) => {
      const governance = govern([...user, ...more]);
      const parent = resolve(catalog, governance, facts).toolNames;
      const got = resolve(catalog, governance, withChild(facts, agent)).toolNames;
      isWithin(got, parent);
      for (const name of ["execute_tools", "create_goal", "update_goal"]) {
        if (!catalog.find(name)?.standsFor?.length) expect(got).not.toContain(name);
      }
    }),
  );
});

test("a child of which less is selected or granted has no more", () => {
  fc.assert(
    fc.property(
      catalogs,
      narrowing,
      rootFacts,
      grant,
      names,
      fc.boolean(),
      (catalog, layers, facts, agent, few, no) => {
        const less = {
          selected: agent.selected.filter((name) => few.includes(name)),
          allowShell: agent.allowShell && no,
          allowWrite: agent.allowWrite && !no,
        };
        const namesOf = (grant: typeof agent) => resolve(catalog, govern(layers), withChild(facts, grant)).toolNames;
        isWithin(namesOf(less), namesOf(agent));
      },
    ),
  );
});

test("an empty list of the session, of the profile or of the starter yields nothing", () => {
  fc.assert(
    fc.property(catalogs, userLayers, rootFacts, grant, (catalog, user, facts, agent) => {
      const namesOf = (facts: ResolverFacts, only?: string[]) => {
        const profile: GovernanceLayer[] = only ? [{ source: "profile", tools: {}, only }] : [];
        return resolve(catalog, govern([...user, ...profile]), facts).toolNames;
      };
      expect(namesOf({ ...facts, allowed: [] })).toEqual([]);
      expect(namesOf(facts, [])).toEqual([]);
      expect(namesOf(withChild(facts, { ...agent, selected: [] }))).toEqual([]);
    }),
  );
});

test("a layer above the user's never widens, for the root agent or for a child", () => {
  fc.assert(
    fc.property(catalogs, userLayers, narrowing, rootFacts, grant, (catalog, user, more, facts, agent) => {
      for (const each of [facts, withChild(facts, agent)]) {
        const before = resolve(catalog, govern(user), each).toolNames;
        isWithin(resolve(catalog, govern([...user, ...more]), each).toolNames, before);
      }
    }),
  );
});
