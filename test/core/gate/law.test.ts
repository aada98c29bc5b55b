import { expect, test } from "vitest";
import { decide } from "../../../src/core/gate/gate";
import { readLaw } from "../../../src/core/gate/lawFile";
import { brokenLaw } from "../../../src/core/gate/statutes";
import type { GateFacts } from "../../../src/core/gate/verdict";
import { memoryFiles } from "../../fakes/memoryFiles";
import { facts, planned, ROOT, type What, workspace } from "./calls";

const TEXT = `{
  // What a person wrote.
  "invariants": [
    { "id": "frozen", "paths": ["src/api/**", "LICENSE"], "action": "block", "why": "Others depend on it." },
    { "id": "seen", "paths": ["src"], "action": "ask", "why": "The team looks at these." },
  ],
}`;

async function check(what: What, more: Partial<GateFacts> = {}, text = TEXT, files = workspace()) {
  const laws = [readLaw(text, ROOT.path)];
  return decide(await planned(what, files), facts({ laws, ...more }));
}

test("blocks what the law blocks in every posture", async () => {
  for (const posture of ["ask", "auto-review", "full-access"] as const) {
    const decision = await check({ writes: ["src/api/v1.ts"] }, { posture });
    expect(decision).toMatchObject({ outcome: "deny", verdict: { layer: "law", reason: "repository_law" } });
    expect(decision.verdict.subject).toBe("frozen: src/api/v1.ts: Others depend on it.");
  }
});

test("has the law's ask answered by a person, or refused: never by a posture or a rule", async () => {
  const rules = [{ tool: "tool", action: "allow" as const }];
  expect(await check({ writes: ["src/a.ts"] }, { rules })).toMatchObject({ outcome: "ask", verdict: { layer: "law" } });
  for (const posture of ["auto-review", "full-access"] as const) {
    expect((await check({ writes: ["src/a.ts"] }, { posture, rules })).outcome).toBe("deny");
  }
});

test("leaves reading alone, and what no invariant names", async () => {
  expect((await check({ reads: ["src/a.ts"] })).outcome).toBe("allow");
  expect(await check({ writes: ["lib/src/a.ts"] })).toMatchObject({ verdict: { layer: "tier" } });
});

test("holds for the root that it lies in alone", async () => {
  const other = { name: "lib", path: "/home/ann/lib" };
  const files = memoryFiles({ "src/api/a.ts": "", "/home/ann/lib/src/api/a.ts": "" }, { roots: [ROOT, other] });
  const roots = { roots: [ROOT, other] };
  expect((await check({ writes: ["src/api/a.ts"] }, roots, TEXT, files)).outcome).toBe("deny");
  expect((await check({ writes: ["/home/ann/lib/src/api/a.ts"] }, roots, TEXT, files)).outcome).toBe("ask");
});

test.each<[string, string, string]>([
  ["not JSON", '{\n"invariants": [\n}', ".gatehouse/law.json:3: "],
  ["no object", "[]", ".gatehouse/law.json: the file must be an object"],
  ["an empty file", "", ".gatehouse/law.json: the file must be an object"],
  ["no invariants", "{}", ".gatehouse/law.json: invariants: must be a list."],
  ["an unknown key", '{ "invariants": [],\n "invariant": [] }', "invariant is not known"],
  [
    "an unknown action",
    TEXT.replace('"ask"', '"warn"'),
    ".gatehouse/law.json:5: invariants.1.action: must be ask or block.",
  ],
  [
    "a broken glob",
    TEXT.replace('"LICENSE"', '"../x"'),
    ".gatehouse/law.json:4: invariants.0.paths.1: a glob can't leave its root",
  ],
  ["no path", TEXT.replace('["src"]', "[]"), ".gatehouse/law.json:5: invariants.1.paths: must name a path."],
  [
    "no reason",
    TEXT.replace('"Others depend on it."', '""'),
    ".gatehouse/law.json:4: invariants.0.why: must not be empty.",
  ],
  ["an id that stands twice", TEXT.replace('"seen"', '"frozen"'), ".gatehouse/law.json:5: the id frozen stands twice."],
  ["a key that stands twice", TEXT.replace('"id": "seen"', '"id": "seen", "id": "x"'), "the key stands twice"],
])("a law with %s blocks all writing below its root, in its own words", async (_, text, words) => {
  const decision = await check({ writes: ["docs/x.md"] }, { posture: "full-access" }, text);
  expect(decision).toMatchObject({ outcome: "deny", verdict: { layer: "law", reason: "law_broken" } });
  expect(decision.verdict.subject).toContain(words);
  expect((await check({ reads: ["src/a.ts"] }, {}, text)).outcome).toBe("allow");
});

test("a broken law blocks commands, whose writes nobody knows, and nothing in another root", async () => {
  const laws = [brokenLaw(ROOT.path, "it can't be read.")];
  expect((await decide(await planned({ commands: ["ls"] }), facts({ laws }))).outcome).toBe("deny");
  expect(await decide(await planned({ writes: ["/etc/hosts"] }), facts({ laws }))).toMatchObject({
    verdict: { layer: "paths" },
  });
});
