import { expect, test } from "vitest";
import type { StoredEvent } from "../../../src/core/progress/events";
import type { Goal } from "../../../src/shared/goal";
import { memoryPorts } from "../../fakes/memoryPorts";
import { type Reply, type Rig, rig } from "./scripted";

const CREATE: Reply = { calls: [["create_goal", { objective: "All tests pass" }]] };
const COMPLETE: Reply = { calls: [["update_goal", { status: "complete", evidence: "npm test: 12 passed" }]] };
const SAYS: Reply = { text: "One step done." };
const reads = (path: string): Reply => ({ calls: [["read", { path }]] });
const files = () => memoryPorts({ files: { "a.txt": "a\n", "b.txt": "b\n", "c.txt": "c\n", "d.txt": "d\n" } });

const goalOf = ({ all }: Rig): Goal | null | undefined => all("goal_changed").at(-1)?.goal;
const passes = ({ all }: Rig) => all("notice").filter(({ code }) => code === "goal_pass");
const asked = ({ model }: Rig) => model.requests.length;

test("a turn that ends without an end of the goal is followed by another pass that begins with a reminder", async () => {
  const it = rig({ replies: [CREATE, SAYS, reads("a.txt"), COMPLETE, SAYS], ports: files() });
  await it.session.send("Get the tests to pass");
  expect(passes(it)).toHaveLength(1);
  const told = it.model.requests[2]?.messages.at(-1);
  expect(told).toMatchObject({ role: "user" });
  expect(told?.text).toContain("pass 2 of at most 25");
  expect(told?.text).toContain("All tests pass");
  expect(goalOf(it)).toMatchObject({ status: "complete", evidence: "npm test: 12 passed", passes: 2 });
  expect(it.all("turn_finished")).toHaveLength(2);
});

test("a goal that is blocked ends the passes and keeps what is in the way", async () => {
  const blocked: Reply = { calls: [["update_goal", { status: "blocked", blocker: "No network" }]] };
  const it = rig({ replies: [CREATE, blocked, SAYS], ports: files() });
  await it.session.send("Go");
  expect(goalOf(it)).toMatchObject({ status: "blocked", blocker: "No network" });
  expect(passes(it)).toHaveLength(0);
});

test("complete needs evidence and blocked a blocker", async () => {
  const bare = (status: string, id: string): Reply => ({ calls: [["update_goal", { status }, id]] });
  const it = rig({ replies: [CREATE, bare("complete", "x"), bare("blocked", "y"), COMPLETE, SAYS], ports: files() });
  await it.session.send("Go");
  expect(it.result("x")).toMatchObject({ status: "failed", errorCode: "invalid_argument" });
  expect(it.result("y")).toMatchObject({ status: "failed", errorCode: "invalid_argument" });
});

test("a finished goal is frozen, and another may be set after it", async () => {
  const again: Reply = { calls: [["update_goal", { status: "blocked", blocker: "no" }, "frozen"]] };
  const next: Reply = { calls: [["create_goal", { objective: "Another" }, "next"]] };
  const it = rig({ replies: [CREATE, COMPLETE, again, next, COMPLETE, SAYS], ports: files() });
  await it.session.send("Go");
  expect(it.result("frozen")).toMatchObject({ status: "failed", errorCode: "precondition_failed" });
  expect(it.result("next").status).toBe("ok");
});

test("a second goal beside an unfinished one is refused", async () => {
  const second: Reply = { calls: [["create_goal", { objective: "Another" }, "second"]] };
  const it = rig({ replies: [CREATE, second, COMPLETE, SAYS], ports: files() });
  await it.session.send("Go");
  expect(it.result("second")).toMatchObject({ status: "failed", errorCode: "precondition_failed" });
});

test("get_goal without a goal is a good answer that says so", async () => {
  const it = rig({ replies: [{ calls: [["get_goal", {}, "g"]] }], ports: files() });
  await it.session.send("Go");
  expect(it.result("g")).toMatchObject({ status: "ok", text: "No goal is set." });
});

test("three passes in a row that change and learn nothing pause the goal", async () => {
  const it = rig({ replies: [CREATE, ...Array<Reply>(20).fill(SAYS)], ports: files() });
  await it.session.send("Go");
  expect(goalOf(it)).toMatchObject({ status: "paused", pause: "no_progress" });
  expect(passes(it)).toHaveLength(2);
});

test("the same call with the same result again teaches nothing; a new one does", async () => {
  const same = [reads("a.txt"), SAYS];
  const it = rig({
    replies: [CREATE, ...same, ...same, ...same, ...same, ...Array<Reply>(20).fill(SAYS)],
    ports: files(),
  });
  await it.session.send("Go");
  // The first pass learned a.txt; the three after it nothing.
  expect(passes(it)).toHaveLength(3);
  const other = rig({
    replies: [CREATE, SAYS, SAYS, reads("b.txt"), SAYS, ...Array<Reply>(20).fill(SAYS)],
    ports: files(),
  });
  await other.session.send("Go");
  expect(passes(other)).toHaveLength(5);
});

test("a goal is paused after the passes that the setting allows", async () => {
  const replies = [CREATE, ...["a", "b", "c", "d"].flatMap((name) => [reads(`${name}.txt`), SAYS])];
  const it = rig({ replies, ports: files(), settings: { maxPasses: 2 } });
  await it.session.send("Go");
  expect(goalOf(it)).toMatchObject({ status: "paused", pause: "max_passes", passes: 2 });
});

test("a token budget is a hard stop in the middle of a turn, after the calls of that answer", async () => {
  const usage = { inputTokens: 900, outputTokens: 200 };
  const create: Reply = { calls: [["create_goal", { objective: "Go", token_budget: 2_000 }]], usage };
  const it = rig({ replies: [create, { ...reads("a.txt"), usage }, { ...reads("b.txt"), usage }], ports: files() });
  await it.session.send("Go");
  expect(goalOf(it)).toMatchObject({ status: "paused", pause: "budget" });
  expect(it.all("turn_finished").at(-1)?.summary.end).toBe("budget");
  expect(asked(it)).toBe(2);
  expect(it.told().at(-1)).toContain("a");
});

test("a goal whose budget is spent can't be resumed: it says why, and no request goes out", async () => {
  const usage = { inputTokens: 900, outputTokens: 200 };
  const create: Reply = { calls: [["create_goal", { objective: "Go", token_budget: 1_000 }]], usage };
  const it = rig({ replies: [create], ports: files() });
  await it.session.send("Go");
  const before = asked(it);
  await it.session.actOnGoal("resume");
  expect(asked(it)).toBe(before);
  expect(goalOf(it)).toMatchObject({ status: "paused", pause: "budget" });
  expect(it.all("notice").filter(({ code }) => code === "goal_paused")).toHaveLength(2);
});

test("stopping the turn pauses the goal, and not one more pass begins", async () => {
  const it = rig({ replies: [CREATE, SAYS, { text: "Working", hang: true }], ports: files() });
  const sent = it.session.send("Go");
  await it.next("text_delta", ({ text }) => text === "Working");
  it.session.stop();
  await sent;
  expect(goalOf(it)).toMatchObject({ status: "paused", pause: "stopped" });
  expect(asked(it)).toBe(3);
});

test("stopping between two passes begins no further one", async () => {
  const it = rig({ replies: [CREATE, SAYS, SAYS], ports: files() });
  void it.next("turn_finished").then(() => it.session.stop());
  await it.session.send("Go");
  expect(asked(it)).toBeLessThanOrEqual(3);
  expect(goalOf(it)?.status).toBe("paused");
});

test("a person pauses a goal: the turn that runs ends, and no pass follows; resuming begins one", async () => {
  const it = rig({ replies: [CREATE, { text: "Working", hang: true }, COMPLETE, SAYS], ports: files() });
  const sent = it.session.send("Go");
  await it.next("text_delta", ({ text }) => text === "Working");
  await it.session.actOnGoal("pause");
  it.session.stop();
  await sent;
  expect(goalOf(it)).toMatchObject({ status: "paused", pause: "user" });
  await it.session.actOnGoal("resume");
  expect(goalOf(it)).toMatchObject({ status: "complete", passes: 2 });
});

test("a person completes, blocks and clears a goal", async () => {
  const paused = async () => {
    const it = rig({ replies: [CREATE, ...Array<Reply>(20).fill(SAYS)], ports: files() });
    await it.session.send("Go");
    return it;
  };
  const completed = await paused();
  await completed.session.actOnGoal("complete");
  expect(goalOf(completed)).toMatchObject({ status: "complete", evidence: "The user says so." });
  const blocked = await paused();
  await blocked.session.actOnGoal("blocked", "No key");
  expect(goalOf(blocked)).toMatchObject({ status: "blocked", blocker: "No key" });
  const cleared = await paused();
  await cleared.session.actOnGoal("clear");
  expect(goalOf(cleared)).toBeNull();
});

test("a goal of the user's own begins its passes with the objective as the message", async () => {
  const it = rig({ replies: [SAYS, reads("a.txt"), COMPLETE, SAYS], ports: files() });
  expect(await it.session.pursue("All tests pass")).toBe(true);
  expect(it.model.requests[0]?.messages[0]?.text).toContain("All tests pass");
  expect(goalOf(it)).toMatchObject({ status: "complete", passes: 2 });
  expect(it.all("goal_changed")[0]).toMatchObject({ by: "user" });
});

test("a goal that was active when its host ended waits for a person, and goes on when resumed", async () => {
  const first = rig({ replies: [CREATE, { text: "Working", hang: true }], ports: files() });
  void first.session.send("Go");
  await first.next("text_delta");
  const stored = first.log.events as readonly StoredEvent[];
  const second = rig({ stored, replies: [COMPLETE, SAYS], ports: files() });
  expect(goalOf(second)).toMatchObject({ status: "paused", pause: "interrupted" });
  expect(asked(second)).toBe(0);
  await second.session.actOnGoal("resume");
  expect(goalOf(second)).toMatchObject({ status: "complete" });
});

test("a session that is closed in the middle of a pass has its goal interrupted: nobody has stopped it", async () => {
  const it = rig({ replies: [CREATE, { text: "Working", hang: true }], ports: files() });
  const sent = it.session.send("Go");
  await it.next("text_delta", ({ text }) => text === "Working");
  await it.session.close();
  await sent;
  expect(goalOf(it)).toMatchObject({ status: "paused", pause: "interrupted" });
  expect(it.all("turn_finished").at(-1)?.summary.end).toBe("interrupted");
});

test("what passes cost stands in the goal", async () => {
  const usage = { inputTokens: 100, outputTokens: 10 };
  const it = rig({
    replies: [
      { ...CREATE, usage },
      { ...SAYS, usage },
      { ...COMPLETE, usage },
      { ...SAYS, usage },
    ],
    ports: files(),
  });
  await it.session.send("Go");
  // The answer that set the goal counts, the one after its end does not.
  expect(goalOf(it)).toMatchObject({ status: "complete", tokens: 330 });
});

test("of two goals that a person sets at once the first stands", async () => {
  const it = rig({ replies: [SAYS, SAYS, SAYS, SAYS], ports: files() });
  expect(await Promise.all([it.session.pursue("One"), it.session.pursue("Two")])).toEqual([true, false]);
  expect(new Set(it.all("goal_changed").map(({ goal }) => goal?.objective))).toEqual(new Set(["One"]));
});
