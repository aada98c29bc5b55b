import fc from "fast-check";
import { expect, test } from "vitest";
import { law } from "../../../src/core/gate/law";
import { rules } from "../../../src/core/gate/rules/rules";
import type { Invariant, Law, PlacedRule } from "../../../src/core/gate/statutes";
import { type Statutes, tightens, together } from "../../../src/core/gate/tightens";
import type { Verdict } from "../../../src/core/gate/verdict";
import { facts, planned, ROOT, type What } from "./calls";

const rule: fc.Arbitrary<PlacedRule> = fc.record(
  {
    tool: fc.constantFrom("edit", "write", "*"),
    path: fc.constantFrom("src/**", "src/a.ts", "docs/**"),
    action: fc.constantFrom("allow", "ask", "deny"),
  },
  { requiredKeys: ["tool", "action"] },
);
const invariant: fc.Arbitrary<Invariant> = fc.record({
  id: fc.constantFrom("a", "b"),
  paths: fc.subarray(["src/**", "docs/**", "src/a.ts"], { minLength: 1 }),
  action: fc.constantFrom("ask", "block"),
  why: fc.constant("so"),
});
const laws: fc.Arbitrary<readonly Law[]> = fc.array(
  fc.record({ root: fc.constant(ROOT.path), invariants: fc.array(invariant, { maxLength: 3 }) }),
  { maxLength: 1 },
);
const statutes: fc.Arbitrary<Statutes> = fc.record({ rules: fc.array(rule, { maxLength: 4 }), laws });

const CALLS: readonly What[] = [
  { tool: "edit", writes: ["src/a.ts"] },
  { tool: "write", writes: ["src/b.ts"] },
  { tool: "edit", writes: ["docs/c.md", "src/a.ts"] },
];
const LEVEL = { allow: 0, ask: 2, deny: 3 };
/** No opinion leaves the tool's own ask: stricter than a rule's allow, looser than a rule's ask. */
const level = (verdict: Verdict | undefined): number => (verdict ? LEVEL[verdict.outcome] : 1);

async function levels({ rules: list, laws: held }: Statutes): Promise<number[]> {
  const calls = await Promise.all(CALLS.map((what) => planned(what)));
  const here = facts({ rules: list, laws: held });
  return calls.flatMap((call) => [level(rules(call, here)), level(law(call, here))]);
}

test("never says that a change tightens which makes any call's answer looser", async () => {
  await fc.assert(
    fc.asyncProperty(statutes, statutes, async (before, after) => {
      fc.pre(tightens(before, after));
      const [was, is] = [await levels(before), await levels(after)];
      for (const [at, each] of is.entries()) expect(each).toBeGreaterThanOrEqual(was[at] ?? 0);
    }),
    { numRuns: 60, maxSkipsPerRun: 1_000 },
  );
});

test("takes of two the tighter for each call", async () => {
  await fc.assert(
    fc.asyncProperty(statutes, statutes, async (before, after) => {
      const both = together(before, after);
      expect(tightens(before, both)).toBe(true);
      const [was, is, will] = [await levels(before), await levels(both), await levels(after)];
      for (const [at, each] of is.entries()) expect(each).toBeGreaterThanOrEqual(Math.max(was[at] ?? 0, will[at] ?? 0));
    }),
    { numRuns: 60 },
  );
});

const of = (...list: PlacedRule[]): Statutes => ({ rules: list, laws: [] });
const deny: PlacedRule = { tool: "edit", action: "deny" };
const ask: PlacedRule = { tool: "edit", action: "ask" };
const allow: PlacedRule = { tool: "edit", action: "allow" };

test.each<[string, Statutes, Statutes, boolean]>([
  ["nothing changed", of(deny, allow), of(allow, deny), true],
  ["a deny came", of(), of(deny), true],
  ["a deny went", of(deny), of(), false],
  ["an ask became a deny", of(ask), of(deny), true],
  ["a deny became an ask", of(deny), of(ask), false],
  ["an allow came", of(), of(allow), false],
  ["an allow went", of(allow), of(), true],
  ["an allow became an ask", of(allow), of(ask), true],
  ["only the reason changed", of(deny), of({ ...deny, why: "new" }), true],
  ["a rule moved to another root", of({ ...deny, root: "/a" }), of({ ...deny, root: "/b" }), false],
])("tells whether it tightens when %s", (_, before, after, expected) => {
  expect(tightens(before, after)).toBe(expected);
});
