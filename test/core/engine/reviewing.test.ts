import { expect, test } from "vitest";
import type { Web } from "../../../src/core/operations/web";
import { type MemoryPorts, memoryPorts } from "../../fakes/memoryPorts";
import { linesOf, type Reply, rig } from "./scripted";

const PAGE = { status: 200, type: "text/plain", title: "", text: "the page", cut: false };
const web: Web = { fetch: async (_, url) => ({ ...PAGE, url }) };
const ports = (): MemoryPorts => ({ ...memoryPorts(), web });
const fetchPage = ["Web", { action: "fetch", url: "https://example.org/" }] as const;
const answer = (risk: string, decision: string, reason: string): Reply => ({
  text: JSON.stringify({ risk, decision, reason }),
  usage: { inputTokens: 300, outputTokens: 20 },
});
const reviewed = (...replies: readonly Reply[]) => rig({ ports: ports(), posture: "auto-review", replies });

test("in Auto-Review the guardian answers in the user's place, and the record says how and what it cost", async () => {
  const { session, all, result, model } = reviewed({ calls: [fetchPage] }, answer("low", "allow", "A public page."));
  await session.send("Look it up");
  expect(result("s1c0").text).toContain("the page");
  expect(all("approval_requested")).toEqual([]);
  expect(all("call_reviewing")).toEqual([{ type: "call_reviewing", callId: "s1c0" }]);
  expect(all("decision").map(({ record }) => record)).toMatchObject([
    {
      outcome: "allow",
      asked: true,
      by: "guardian",
      reason: "network",
      review: { risk: "low", reason: "A public page.", model: "Test", inputTokens: 300, outputTokens: 20 },
    },
  ]);
  expect(all("turn_finished")[0]?.summary).toMatchObject({ inputTokens: 300, outputTokens: 20, blocked: 0 });
  // The conversation goes on as if nobody had been asked.
  expect(model.requests[2]?.messages.map(({ role }) => role)).toEqual(["user", "assistant", "tool"]);
});

test("what it denies does not run, and the model gets its reason and is told not to work around it", async () => {
  const { session, told, result, all } = reviewed({ calls: [fetchPage] }, answer("high", "allow", "It sends secrets."));
  await session.send("Look it up");
  expect(result("s1c0")).toMatchObject({ status: "refused", errorCode: "denied" });
  expect(told()[0]).toContain("high risk: It sends secrets.");
  expect(told()[0]).toContain("Do not work around it");
  expect(all("decision")[0]?.record).toMatchObject({ outcome: "deny", by: "guardian", review: { risk: "high" } });
});

test("the same call again in the turn is refused with the same reason unasked; in the next turn it is asked anew", async () => {
  const { session, told, model, result } = reviewed(
    { calls: [fetchPage] },
    answer("high", "deny", "It sends secrets."),
    { calls: [fetchPage] },
    { text: "I give up." },
    { calls: [fetchPage] },
    answer("low", "allow", "The user asked for it."),
  );
  await session.send("Look it up");
  expect(told().at(-1)).toContain("It sends secrets. It was refused before in this turn");
  expect(model.requests).toHaveLength(4);
  await session.send("Again");
  expect(result("s5c0").status).toBe("ok");
});

test("a posture that changes while the guardian is asked ends its question: the user is asked", async () => {
  const { session, next, result, all } = reviewed({ calls: [fetchPage] }, { hang: true });
  const asked = next("call_reviewing");
  const sent = session.send("Look it up");
  await asked;
  const card = next("approval_requested");
  session.setPosture("ask");
  session.answer((await card).request.id, { answer: "once" });
  await sent;
  expect(result("s1c0").status).toBe("ok");
  expect(all("decision")).toHaveLength(1);
});

test("a turn that is stopped while the guardian is asked has a result for its call", async () => {
  const { session, next, result, all } = reviewed({ calls: [fetchPage] }, { hang: true });
  const asked = next("call_reviewing");
  const sent = session.send("Look it up");
  await asked;
  session.stop();
  await sent;
  expect(result("s1c0").status).toBe("cancelled");
  expect(all("decision")).toEqual([]);
});

test("a session that is reopened still knows what was reviewed", async () => {
  const { session, log } = reviewed({ calls: [fetchPage] }, answer("low", "allow", "A public page."));
  await session.send("Look it up");
  const records = linesOf(log.events).flatMap(({ event }) => (event.type === "decision" ? [event.record] : []));
  expect(records).toMatchObject([{ review: { risk: "low" } }]);
});
