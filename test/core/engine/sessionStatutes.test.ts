import { expect, test } from "vitest";
import { SessionStatutes } from "../../../src/core/engine/statutes";
import { NO_RULES, type PlacedRule, type RuleBook } from "../../../src/core/gate/statutes";
import { memoryPorts } from "../../fakes/memoryPorts";
import { rig } from "./scripted";

const deny: PlacedRule = { tool: "edit", action: "deny" };
const allow: PlacedRule = { tool: "edit", action: "allow" };
const offered = (statutes: SessionStatutes, ...rules: readonly PlacedRule[]) => statutes.offer({ rules, laws: [] });

test("has those of its start in force, whatever they allow", () => {
  const statutes = new SessionStatutes();
  expect(offered(statutes, allow)).toEqual({ tightened: false, waits: { rules: false, laws: false } });
  expect(statutes.rules).toEqual([allow]);
});

test("takes at once what tightens, and of a mixed change only that", () => {
  const statutes = new SessionStatutes();
  offered(statutes);
  expect(offered(statutes, deny)).toEqual({ tightened: true, waits: { rules: false, laws: false } });
  const other: PlacedRule = { tool: "write", action: "deny" };
  expect(offered(statutes, allow, other)).toEqual({ tightened: true, waits: { rules: true, laws: false } });
  expect(statutes.rules).toEqual([deny, other]);
  statutes.confirm();
  expect(statutes.rules).toEqual([allow, other]);
});

test("forgets a change that was taken back", () => {
  const statutes = new SessionStatutes();
  offered(statutes, deny);
  expect(offered(statutes).waits.rules).toBe(true);
  expect(offered(statutes, deny).waits.rules).toBe(false);
});

test("asks while a rule can't be read, and goes on with what was read before once it can", () => {
  const statutes = new SessionStatutes();
  offered(statutes, deny, allow);
  const unread: PlacedRule = { tool: "edit", action: "ask", unread: true };
  expect(offered(statutes, unread, allow).tightened).toBe(true);
  expect(statutes.rules).toEqual([deny, unread, allow]);
  expect(offered(statutes, deny, allow)).toEqual({ tightened: false, waits: { rules: false, laws: false } });
  expect(statutes.rules).toEqual([deny, allow]);
  offered(statutes, unread);
  expect(offered(statutes, allow).waits.rules).toBe(true);
  expect(statutes.rules).toEqual([deny]);
});

test("has saved rules in force before and after the settings say so", () => {
  const statutes = new SessionStatutes();
  offered(statutes);
  statutes.add([allow]);
  expect(statutes.rules).toEqual([allow]);
  expect(offered(statutes, allow)).toEqual({ tightened: false, waits: { rules: false, laws: false } });
  expect(statutes.rules).toEqual([allow]);
});

test("decides again what waits for a person when a rule tightens meanwhile", async () => {
  const book: { rules: RuleBook } = { rules: NO_RULES };
  const ports = memoryPorts({ files: { "a.txt": "one\n" } });
  const edit = ["edit", { path: "a.txt", edits: [{ oldText: "one", newText: "uno" }] }] as const;
  const { session, next, all, told } = rig({ replies: [{ calls: [edit] }], ports, settings: book });
  const asked = next("approval_requested");
  const sent = session.send("Go");
  await asked;
  book.rules = { ...NO_RULES, rules: [deny] };
  await session.statutesChanged();
  await sent;
  expect(all("approval_settled")[0]?.end).toEqual({ answer: "replanned" });
  expect(told()[0]).toContain("rule");
});

test("a rule that allows changes nothing for what waits, until a person wants it", async () => {
  const book: { rules: RuleBook } = { rules: NO_RULES };
  const ports = memoryPorts({ files: { "a.txt": "one\n" } });
  const edit = ["edit", { path: "a.txt", edits: [{ oldText: "one", newText: "uno" }] }] as const;
  const { session, next, all } = rig({ replies: [{ calls: [edit] }], ports, settings: book });
  const asked = next("approval_requested");
  const sent = session.send("Go");
  await asked;
  book.rules = { ...NO_RULES, rules: [allow] };
  await session.statutesChanged();
  expect(session.pending()).toHaveLength(1);
  expect(all("statutes_waiting")).toEqual([{ type: "statutes_waiting", rules: true, laws: false }]);
  session.useStatutes();
  await sent;
  expect(ports.files.text("a.txt")).toBe("uno\n");
});
