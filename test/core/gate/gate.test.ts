import fc from "fast-check";
import { expect, test } from "vitest";
import { admit, type Decision, decide, STAGES, type Stages } from "../../../src/core/gate/gate";
import { type Answer, ASKS } from "../../../src/core/gate/postures";
import { sessionKey } from "../../../src/core/gate/sessionKey";
import { strictest } from "../../../src/core/gate/strictest";
import type { Allow, Ask, AskKind, Deny, GateFacts, Verdict } from "../../../src/core/gate/verdict";
import type { Capability } from "../../../src/core/tools/tool";
import { MODES, POSTURES } from "../../../src/shared/modes";
import { facts, planned, ROOT, tool, type What } from "./calls";

const KINDS = Object.keys(ASKS) as AskKind[];
const ALLOW: Allow = { outcome: "allow", layer: "rules", reason: "user_rule", subject: "allow rule" };
const DENY: Deny = { outcome: "deny", layer: "rules", reason: "user_rule" };
const askOf = (kind: AskKind): Ask => ({ outcome: "ask", kind, layer: "law", reason: "repository_law" });

const check = async (what: What, more: Partial<GateFacts> = {}, stages: Partial<Stages> = {}): Promise<Decision> =>
  decide(await planned(what), facts(more), { ...STAGES, ...stages });

const STRICTNESS: Record<Answer, number> = { allow: 0, guardian: 1, ask: 1, deny: 2 };

test("orders the decision table so that no row is looser than one above it", () => {
  for (const posture of POSTURES) {
    const column = Object.values(ASKS).map((row) => STRICTNESS[row.answers[posture]]);
    expect(column).toEqual(column.toSorted((a, b) => a - b));
  }
});

const verdicts: fc.Arbitrary<Verdict | undefined> = fc.oneof(
  fc.constant(undefined),
  fc.constant(ALLOW),
  fc.constant(DENY),
  fc.constantFrom(...KINDS).map(askOf),
);

const outcomeIn = (verdict: Verdict | undefined, posture: (typeof POSTURES)[number]): number => {
  if (verdict?.outcome === "deny") return 2;
  return verdict?.outcome === "ask" ? STRICTNESS[ASKS[verdict.kind].answers[posture]] : 0;
};

test("folds to a verdict that is never looser than any of the stages', in any posture", () => {
  fc.assert(
    fc.property(fc.array(verdicts), fc.constantFrom(...POSTURES), (list, posture) => {
      const folded = outcomeIn(list.reduce(strictest, undefined), posture);
      for (const each of list) expect(folded).toBeGreaterThanOrEqual(outcomeIn(each, posture));
    }),
  );
});

const LEVEL = { allow: 0, ask: 1, deny: 2 };
const CALLS: readonly What[] = [
  { reads: ["src/a.ts"] },
  { writes: ["src/a.ts"] },
  { writes: [".git/config"] },
  { commands: ["ls"] },
];

test("lets hooks, law and policy only tighten what the gate says without them", async () => {
  const stage = fc.constantFrom("hooks", "law", "policy");
  await fc.assert(
    fc.asyncProperty(
      stage,
      verdicts,
      fc.constantFrom(...CALLS),
      fc.constantFrom(...POSTURES),
      async (name, said, call, posture) => {
        const without = await check(call, { posture });
        const withIt = await check(call, { posture }, { [name]: () => said });
        expect(LEVEL[withIt.outcome]).toBeGreaterThanOrEqual(LEVEL[without.outcome]);
      },
    ),
  );
});

const ruleData = fc.record(
  {
    tool: fc.constantFrom("tool", "*", "other"),
    path: fc.constantFrom("src/**", "**", ".git"),
    action: fc.constantFrom("allow", "ask", "deny"),
  },
  { requiredKeys: ["tool", "action"] },
);
const lawData = fc.record({
  root: fc.constant(ROOT.path),
  invariants: fc.array(
    fc.record({
      id: fc.constant("x"),
      paths: fc.constantFrom(["src"], ["**"], ["docs/*"]),
      action: fc.constantFrom("ask", "block"),
      why: fc.constant("y"),
    }),
    { maxLength: 2 },
  ),
});
const policyData = fc.record(
  {
    mode: fc.constantFrom(...MODES),
    posture: fc.constantFrom(...POSTURES),
    tools: fc.constantFrom({ deny: ["tool"] }, { allow: ["other"] }, {}),
    broken: fc.constant("/p: no"),
  },
  { requiredKeys: [] },
);
const SITUATION = fc.record({
  mode: fc.constantFrom(...MODES),
  posture: fc.constantFrom(...POSTURES),
  workspaceEdits: fc.constantFrom("ask", "allow"),
});

test("lets rules that ask or deny, laws and a policy only tighten, whatever they say", async () => {
  const strict = fc.array(
    ruleData.filter(({ action }) => action !== "allow"),
    { maxLength: 3 },
  );
  const more = fc.record({ rules: strict, laws: fc.array(lawData, { maxLength: 2 }), policy: policyData });
  await fc.assert(
    fc.asyncProperty(SITUATION, more, fc.constantFrom(...CALLS), async (situation, said, call) => {
      const without = await check(call, situation);
      const withIt = await check(call, { ...situation, ...said });
      expect(LEVEL[withIt.outcome]).toBeGreaterThanOrEqual(LEVEL[without.outcome]);
    }),
  );
});

test("lets allow rules answer nothing but what a saved rule may cover, and never more than Full Access would", async () => {
  const allowing = fc
    .array(ruleData, { minLength: 1, maxLength: 3 })
    .map((list) => list.map((rule) => ({ ...rule, action: "allow" as const })));
  await fc.assert(
    fc.asyncProperty(SITUATION, allowing, fc.constantFrom(...CALLS), async (situation, rules, call) => {
      const without = await check(call, situation);
      const withThem = await check(call, { ...situation, rules });
      if (LEVEL[withThem.outcome] >= LEVEL[without.outcome]) return;
      expect(without.verdict.layer).toBe("tier");
      expect(withThem).toMatchObject({ outcome: "allow", verdict: { layer: "rules" } });
    }),
  );
});

test("never allows a write, a command or spending in Plan, whatever posture, rules and setting say", async () => {
  const capabilities = fc.uniqueArray(
    fc.constantFrom<Capability>("read", "write", "shell", "spend", "state", "network"),
  );
  const acting = capabilities.filter((list) => list.some((each) => ["write", "shell", "spend"].includes(each)));
  await fc.assert(
    fc.asyncProperty(acting, fc.constantFrom(...POSTURES), async (list, posture) => {
      const more = { mode: "plan", posture, workspaceEdits: "allow" } as const;
      const allow = () => ALLOW;
      const decision = await check({ capabilities: list }, more, {
        rules: allow,
        hooks: allow,
        law: allow,
        policy: allow,
      });
      expect(decision).toMatchObject({ outcome: "deny", verdict: { reason: "plan_mode" } });
    }),
  );
});

test("tells the model in Plan what to do instead", () => {
  const denied = admit(tool("bash", ["shell"]), facts({ mode: "plan" }));
  expect(denied?.advice).toContain("put the command in the plan");
});

test("gives Operate the authority of Work, no more and no less", async () => {
  for (const call of CALLS) {
    for (const posture of POSTURES) {
      expect(await check(call, { mode: "operate", posture })).toEqual(await check(call, { mode: "work", posture }));
    }
  }
});

test("admits before preparing exactly what the mode and the host let through", () => {
  expect(MODES.map((mode) => admit(tool("write", ["write"]), facts({ mode }))?.reason)).toEqual([
    "plan_mode",
    undefined,
    undefined,
  ]);
  expect(admit(tool("bash", ["shell"]), facts({ hasShell: false }))).toMatchObject({ reason: "missing_port" });
  expect(admit(tool("mcp_x", ["read", "network"]), facts({ trusted: false }))).toMatchObject({
    reason: "untrusted_workspace",
  });
});

test("refuses a tool that declares nothing in an untrusted workspace", () => {
  expect(admit(tool("x", []), facts({ trusted: false }))).toMatchObject({ reason: "untrusted_workspace" });
});

test("takes a capability that nobody has listed for the strictest", async () => {
  const capabilities: readonly Capability[] = ["read", "telepathy" as Capability];
  expect(await check({ capabilities })).toMatchObject({ outcome: "ask", verdict: { reason: "unknown_capability" } });
  expect(await check({ capabilities }, { mode: "plan" })).toMatchObject({ outcome: "deny" });
});

test("F62: a tool that declares nothing asks, in Full Access too", async () => {
  expect(await check({ capabilities: [] }, { posture: "full-access" })).toMatchObject({ outcome: "ask" });
});

test("stops at the first deny and runs no later stage", async () => {
  const asked: string[] = [];
  const note = (name: string) => () => void asked.push(name);
  await check({ writes: [".git/config"] }, {}, { hooks: () => DENY, rules: note("rules"), law: note("law") });
  expect(asked).toEqual([]);
});

test("has no opinion of rules, law, policy, hooks or a guardian where there are none", async () => {
  const call = await planned({ reads: ["src/a.ts"] });
  expect(STAGES.hooks(call, facts())).toBeUndefined();
  expect(STAGES.rules(call, facts())).toBeUndefined();
  expect(STAGES.law(call, facts())).toBeUndefined();
  expect(STAGES.policy(call, facts())).toBeUndefined();
  expect(await STAGES.guardian(call, facts(), [askOf("network")])).toBeUndefined();
});

test("takes a hook's allow for no opinion", async () => {
  const hooks = () => ({ ...ALLOW, layer: "hooks" }) as const;
  expect(await check({ reads: ["src/a.ts"] }, {}, { hooks })).toMatchObject({ verdict: { layer: "tier" } });
});

test("lets an allow rule stand in for the tier's ask, and for nothing else", async () => {
  const rules = () => ALLOW;
  expect(await check({ hosts: ["a.example"] }, {}, { rules })).toMatchObject({
    outcome: "allow",
    verdict: { layer: "rules" },
  });
  expect(await check({ writes: [".git/config"] }, {}, { rules })).toMatchObject({
    outcome: "ask",
    verdict: { layer: "paths" },
  });
  expect(await check({ writes: ["/etc/hosts"] }, {}, { rules })).toMatchObject({
    outcome: "ask",
    verdict: { layer: "paths" },
  });
});

test("lets no allow rule cover a call that nobody knows", async () => {
  expect(await check({ capabilities: [] }, {}, { rules: () => ALLOW })).toMatchObject({ outcome: "ask" });
});

test("keeps a rule's ask or deny over what the tier allows", async () => {
  expect(await check({ reads: ["src/a.ts"] }, {}, { rules: () => askOf("user_rule") })).toMatchObject({
    outcome: "ask",
  });
  expect(await check({ reads: ["src/a.ts"] }, {}, { rules: () => DENY })).toMatchObject({ outcome: "deny" });
});

test("asks the guardian in Auto-Review alone, and only what the table leaves to it", async () => {
  const review = { risk: "low", reason: "It only reads.", inputTokens: 9, outputTokens: 3, ms: 1 } as const;
  const guardian = async () => ({ outcome: "allow", review }) as const;
  const call = { capabilities: ["network"] } as const;
  expect(await check(call, { posture: "auto-review" }, { guardian })).toMatchObject({
    outcome: "allow",
    verdict: { layer: "tier", reason: "network" },
    by: "guardian",
    review,
  });
  expect(await check(call, { posture: "ask" }, { guardian })).toMatchObject({ outcome: "ask" });
  expect(await check({ commands: ["ls"] }, { posture: "auto-review" }, { guardian })).toMatchObject({
    outcome: "deny",
    by: "posture",
  });
});

test("tells the model not to work around what a posture refused", async () => {
  const { verdict } = await check({ writes: [".git/config"] }, { posture: "auto-review" });
  expect(verdict).toMatchObject({
    outcome: "deny",
    subject: ".git/config",
    advice: expect.stringContaining("not work around"),
  });
});

const approvedFor = async (what: What): Promise<Partial<GateFacts>> => ({
  sessionApprovals: new Set([sessionKey(await planned(what))]),
});

test("remembers a command for the session by its exact text, whatever its time limit", async () => {
  const approved = await approvedFor({ tool: "bash", commands: ["npm test"] });
  const again = { tool: "bash", commands: ["npm test"], input: { timeout: 5 } };
  expect(await check(again, approved)).toMatchObject({
    outcome: "allow",
    by: "user",
    verdict: { reason: "session_approval" },
  });
  expect(await check({ tool: "bash", commands: ["npm test "] }, approved)).toMatchObject({ outcome: "ask" });
  expect(await check({ tool: "bash", commands: ["npm test; ls"] }, approved)).toMatchObject({ outcome: "ask" });
});

test("remembers an edit for the session by tool and file", async () => {
  const approved = await approvedFor({ tool: "edit", writes: ["src/a.ts"], input: 1 });
  expect(await check({ tool: "edit", writes: ["src/a.ts"], input: 2 }, approved)).toMatchObject({ outcome: "allow" });
  expect(await check({ tool: "edit", writes: ["src/b.ts"], input: 1 }, approved)).toMatchObject({ outcome: "ask" });
  expect(await check({ tool: "write", writes: ["src/a.ts"], input: 1 }, approved)).toMatchObject({ outcome: "ask" });
  expect(await check({ tool: "edit", writes: ["src/a.ts"], agent: "child" }, approved)).toMatchObject({
    outcome: "ask",
  });
});

test("lets no session approval cover a sensitive path, an outside path or a law", async () => {
  for (const path of [".git/config", "/etc/hosts"]) {
    const approved = await approvedFor({ writes: [path] });
    expect(await check({ writes: [path] }, approved)).toMatchObject({ outcome: "ask" });
  }
  const outside = { commands: ["cat"], reads: ["/etc/hosts"] };
  expect(await check(outside, await approvedFor(outside))).toMatchObject({ outcome: "ask" });
  const approved = await approvedFor({ writes: ["src/a.ts"] });
  expect(await check({ writes: ["src/a.ts"] }, approved, { law: () => askOf("law") })).toMatchObject({
    outcome: "ask",
  });
});

test("lets no session approval speak where the posture asks nobody", async () => {
  const approved = await approvedFor({ commands: ["ls"] });
  expect(await check({ commands: ["ls"] }, { ...approved, posture: "auto-review" })).toMatchObject({ outcome: "deny" });
});

test("asks for writing that names no file of the workspace, whatever the setting for edits there", async () => {
  const note: What = { tool: "memory_save", capabilities: ["write"] };
  const facing = (more: Partial<GateFacts>) => check(note, { workspaceEdits: "allow", ...more });
  expect(await facing({})).toMatchObject({ outcome: "ask", verdict: { reason: "outside_workspace" } });
  expect((await facing({})).sessionKey).toBeUndefined();
  expect((await facing({ posture: "auto-review" })).outcome).toBe("deny");
});

test("asks about a host that a call would speak to, whatever its tool declares", async () => {
  const call = await planned({ reads: ["src/a.ts"] });
  const speaking = { ...call, prepared: { effects: { ...call.prepared.effects, hosts: ["x.example"] } } };
  expect(await decide(speaking, facts())).toMatchObject({ outcome: "ask", verdict: { reason: "network" } });
});
