import { expect, test } from "vitest";
import { NO_RULES, type PlacedRule, type Policy, type RuleBook } from "../../../src/core/gate/statutes";
import { memoryFiles } from "../../fakes/memoryFiles";
import { memoryPorts } from "../../fakes/memoryPorts";
import { memorySearch } from "../tools/memorySearch";
import { rig } from "./scripted";

const LAW = "/workspace/.gatehouse/law.json";
const lawOf = (...actions: readonly ("ask" | "block")[]) =>
  JSON.stringify({ invariants: actions.map((action, at) => ({ id: `i${at}`, paths: ["*.txt"], action, why: "so" })) });
const editOf = (path: string, oldText: string, newText: string) =>
  ["edit", { path, edits: [{ oldText, newText }] }] as const;
const editA = editOf("a.txt", "one", "uno");
const editB = editOf("b.txt", "two", "due");
const deny: PlacedRule = { tool: "edit", action: "deny", why: "Ask me by mail." };
const allow: PlacedRule = { tool: "edit", path: "a.txt", action: "allow" };

/** A session whose settings a test can change. */
function open(
  first: { rules?: readonly PlacedRule[]; law?: string; policy?: Policy } = {},
  replies = [{ calls: [editA] }, {}, { calls: [editB] }],
) {
  const host: { rules: RuleBook; policy?: Policy } = {
    rules: { ...NO_RULES, rules: first.rules ?? [] },
    ...(first.policy && { policy: first.policy }),
  };
  const files = { "a.txt": "one\n", "b.txt": "two\n", ...(first.law === undefined ? {} : { [LAW]: first.law }) };
  const ports = memoryPorts({ files });
  return { ...rig({ replies, ports, settings: host }), host, ports };
}

test("a deny rule refuses with its reason, and the model is told", async () => {
  const { session, told, all } = open({ rules: [deny] });
  await session.send("Go");
  expect(told()[0]).toContain("Ask me by mail.");
  expect(all("decision")[0]?.record).toMatchObject({ outcome: "deny", layer: "rules", reason: "user_rule" });
});

test("an allow rule lets the call run and nobody is asked", async () => {
  const { session, ports, all } = open({ rules: [allow] });
  await session.send("Go");
  expect(ports.files.text("a.txt")).toBe("uno\n");
  expect(all("decision")[0]?.record).toMatchObject({ outcome: "allow", layer: "rules", asked: false });
});

test("a law blocks, and a broken one blocks all writing until it is mended, in its own words", async () => {
  const { session, ports, told, next } = open({ law: "{" });
  await session.send("Go");
  expect(told()[0]).toContain(".gatehouse/law.json:1");
  ports.files.set(LAW, lawOf());
  const asked = next("approval_requested");
  const sent = session.send("Again");
  session.answer((await asked).request.id, { answer: "once" });
  await sent;
  expect(ports.files.text("b.txt")).toBe("due\n");
});

test("what a law adds holds from the next turn on, what it drops waits for a person", async () => {
  const { session, ports, all, told } = open({ law: lawOf() }, [
    {},
    { calls: [editA] },
    {},
    { calls: [editB] },
  ] as never);
  await session.send("One");
  ports.files.set(LAW, lawOf("block"));
  await session.send("Two");
  expect(told()[0]).toContain("i0: a.txt: so");
  ports.files.remove(LAW);
  await session.send("Three");
  expect(all("statutes_waiting").at(-1)).toMatchObject({ rules: false, laws: true });
  expect(all("decision").at(-1)?.record).toMatchObject({ outcome: "deny", layer: "law" });
});

test("a law that breaks goes on with what it said before, once it is mended", async () => {
  const { session, ports, all } = open({ law: lawOf("block") }, [{}, {}, { calls: [editA] }] as never);
  await session.send("One");
  ports.files.set(LAW, "{");
  await session.send("Two");
  ports.files.set(LAW, lawOf());
  await session.send("Three");
  expect(all("statutes_waiting").at(-1)).toMatchObject({ laws: true });
  expect(all("decision").at(-1)?.record).toMatchObject({ outcome: "deny", reason: "repository_law" });
  session.useStatutes();
  await session.statutesChanged();
  expect(all("statutes_waiting").at(-1)).toMatchObject({ laws: false });
});

test("always saves what the card showed, covers what waits as well, and stands in the audit", async () => {
  const again = editOf("a.txt", "uno", "eins");
  const { session, next, all, ports } = open({}, [{ calls: [editA] }, { calls: [again] }] as never);
  const asked = next("approval_requested");
  const sent = session.send("Go");
  const { request } = await asked;
  expect(request.choices).toEqual(["once", "session", "always", "deny", "deny_with_note"]);
  expect(request.proposedRules).toEqual([allow]);
  expect(session.answer(request.id, { answer: "always", rules: [{ tool: "*", action: "allow" }] })).toBe(false);
  expect(session.answer(request.id, { answer: "always", rules: [] })).toBe(false);
  expect(session.answer(request.id, { answer: "always", rules: [allow] })).toBe(true);
  await sent;
  expect(ports.files.text("a.txt")).toBe("eins\n");
  expect(all("approval_requested")).toHaveLength(1);
  const [first, second] = all("decision").map(({ record }) => record);
  expect(first).toMatchObject({ by: "user", saved: ["allow edit path a.txt"] });
  expect(second).toMatchObject({ layer: "rules", asked: false });
});

test("always is not offered where no saved rule may cover the call", async () => {
  for (const [rules, path] of [
    [[{ tool: "edit", action: "ask" }], "a.txt"],
    [[], ".env"],
  ] as const) {
    const ports = memoryPorts({ files: { "a.txt": "one\n", ".env": "one\n" } });
    const { session, next } = rig({
      replies: [{ calls: [["write", { path, content: "x" }]] }],
      ports,
      settings: { rules: { ...NO_RULES, rules: rules.map((rule) => ({ ...rule, tool: "write" })) } },
    });
    const asked = next("approval_requested");
    const sent = session.send("Go");
    const { request } = await asked;
    expect(request.choices).not.toContain("always");
    session.answer(request.id, { answer: "deny" });
    await sent;
  }
});

test("a policy caps the mode and the posture that a session has, and those that are chosen later", async () => {
  const policy: Policy = { posture: "auto-review", mode: "work" };
  const { session, all } = rig({ posture: "full-access", settings: { policy } });
  expect(session.posture).toBe("auto-review");
  session.setPosture("full-access");
  expect(session.posture).toBe("auto-review");
  expect(all("notice")[0]).toMatchObject({ code: "policy" });
  session.setPosture("ask");
  expect(session.posture).toBe("ask");
});

test("a broken policy refuses every call, and says why", async () => {
  const { session, told } = open({ policy: { broken: "/etc/gatehouse/policy.json: no" } });
  await session.send("Go");
  expect(told()[0]).toContain("plan");
  const reading = rig({
    replies: [{ calls: [["read", { path: "a.txt" }]] }],
    ports: memoryPorts({ files: { "a.txt": "" } }),
    settings: { policy: { broken: "/etc/gatehouse/policy.json: no" } },
  });
  await reading.session.send("Go");
  expect(reading.told()[0]).toContain("/etc/gatehouse/policy.json: no");
});

test("a search leaves out what it finds where a rule of its tool says no", async () => {
  const files = memoryFiles({ "secret/a.txt": "one\n", "b.txt": "one\n" });
  const ports = { ...memoryPorts({ files }), search: memorySearch(files) };
  const rules = { ...NO_RULES, rules: [{ tool: "grep", path: "secret", action: "ask" as const }] };
  const { session, told } = rig({ replies: [{ calls: [["grep", { pattern: "one" }]] }], ports, settings: { rules } });
  await session.send("Go");
  expect(told()[0]).toContain("b.txt:1: one");
  expect(told()[0]).not.toContain("a.txt");
});

test("a failed edit tells nothing of a file that a rule closes", async () => {
  const ports = memoryPorts({ files: { "secret/a.txt": "one\n" } });
  const rules = { ...NO_RULES, rules: [{ tool: "*", path: "secret", action: "deny" as const }] };
  const { session, told } = rig({
    replies: [{ calls: [editOf("secret/a.txt", "nothing like it", "x")] }],
    ports,
    settings: { rules },
  });
  await session.send("Go");
  expect(told()[0]).not.toContain("one");
  expect(told()[0]).toContain("rule");
});

test("a law that is a link out of its root counts as broken, and nothing of where it leads is told", async () => {
  const links = { "/workspace/.gatehouse/law.json": "/home/user/.docker/config.json" };
  const files = memoryFiles({ "a.txt": "one\n", "/home/user/.docker/config.json": '{"auths":1}' }, { links });
  const { session, told } = rig({ replies: [{ calls: [editA] }], ports: memoryPorts({ files }) });
  await session.send("Go");
  expect(told()[0]).toContain("a link that leads out of its root");
  expect(told()[0]).not.toContain("auths");
});
