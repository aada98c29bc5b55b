import { expect, test } from "vitest";
import type { Hook, Hooks } from "../../../src/core/operations/hooks";
import type { Web } from "../../../src/core/operations/web";
import { fakeClock } from "../../fakes/clock";
import { memoryPorts } from "../../fakes/memoryPorts";
import type { Script } from "../../fakes/processes";
import { fakePrograms, type Power } from "../../fakes/programs";
import { fakeLanguage } from "../tools/languageFake";
import { failure, files, receipt, running } from "./running";
import { type Reply, type Rig, rig } from "./scripted";

test.each([
  "agent",
  "workflow",
  "request_user_input",
  "execute_tools",
  "shell_start",
  "shell_kill",
  "create_goal",
  "update_goal",
  "mcp_github_authenticate",
  "clarify",
  "escalate",
  "delegate_task",
  "await_shell",
])("%s stays direct: a program is refused, whatever name it goes by", async (name) => {
  const session = running(async ({ call }) => call(name).catch(failure));
  await session.session.send("Go");
  const stays = expect.stringContaining("a program can't call this tool");
  expect(receipt(session).return).toEqual(["refused", stays]);
  expect(session.all("decision").at(-1)?.record).toMatchObject({ outcome: "deny", reason: "stays_direct" });
  expect(session.all("call_started").map(({ callId }) => callId)).toEqual(["s1c0"]);
});

test("a search tells schemas and activates nothing, and what it finds can be called at once", async () => {
  const session = running(
    async ({ call }) => {
      const { content } = await call("tool_search", { query: "errors and warnings that the editor knows" });
      const exact = await call("tool_search", { query: "symbols, nothing_like_it", match: "exact" });
      return { found: content.tools[0], exact: exact.content.tools, problems: await call("diagnostics") };
    },
    { memory: { language: fakeLanguage() } },
  );
  await session.session.send("Go");
  const { return: got } = receipt(session);
  expect(got.found).toMatchObject({ name: "diagnostics", parameters: { type: "object", properties: { path: {} } } });
  expect(got.exact.map(({ name }: { name: string }) => name)).toEqual(["symbols"]);
  expect(got.problems.content).toMatch(/^No problems known/);
  const [first, second] = session.all("request_prepared");
  expect(second?.toolsSha256).toBe(first?.toolsSha256);
  expect(second?.reset).toBeUndefined();
  expect(session.model.requests[1]?.tools).toEqual(session.model.requests[0]?.tools);
  expect(session.model.requests[1]?.system).toBe(session.model.requests[0]?.system);
});

test("after a change of posture the rest of a program's calls is refused, and one approved in a narrower one runs", async () => {
  const session = running(async ({ call }) => {
    const first = call("write", { path: "one.txt", content: "1" }).catch(failure);
    const second = call("write", { path: "two.txt", content: "2" }).catch(failure);
    return [await first, await second, await call("read", { path: "a.txt" }).catch(failure)];
  });
  const done = session.session.send("Go");
  const { request } = await session.next("approval_requested", ({ request }) => request.callId === "s1c0.2");
  expect(request.callId).toBe("s1c0.2");
  session.session.answer(request.id, { answer: "once" });
  session.session.setPosture("full-access");
  await done;
  const { return: got, calls } = receipt(session);
  expect(got[0]).toEqual(["denied", expect.stringContaining("posture was changed")].with(0, "refused"));
  expect(got[1]).toMatchObject({ metadata: { path: "two.txt" } });
  expect(got[2][0]).toBe("refused");
  expect(calls.map(({ decision }: { decision: string }) => decision)).toEqual(["refused", "approved", "refused"]);
});

test("a posture that was changed there and back counts as changed", async () => {
  const session = running(async ({ call }) => {
    await call("read", { path: "a.txt" });
    session.session.setPosture("full-access");
    session.session.setPosture("ask");
    return call("read", { path: "a.txt" }).catch(failure);
  });
  await session.session.send("Go");
  expect(receipt(session).return[0]).toBe("refused");
});

test("Plan hides programs, and a host that can't run them does too", async () => {
  const names = ({ model }: Rig) => model.requests[0]?.tools.map(({ name }) => name) ?? [];
  const plan = running(async () => 1, { mode: "plan" });
  await plan.session.send("Go");
  expect(names(plan)).not.toContain("execute_tools");
  expect(plan.result("s1c0")).toMatchObject({ status: "refused" });
  const bare = rig({ ports: memoryPorts({ files }) });
  await bare.session.send("Go");
  expect(names(bare)).not.toContain("execute_tools");
  const work = running(async () => 1);
  await work.session.send("Go");
  expect(names(work).at(-1)).toBe("execute_tools");
});

test("without code mode a program has to be searched for, and can be called all the same", async () => {
  const off = running(async () => 1, { settings: { codeMode: false } });
  await off.session.send("Go");
  const [before, after] = off.model.requests.map(({ tools }) => tools.map(({ name }) => name));
  expect(before).not.toContain("execute_tools");
  expect(after).toEqual([...(before ?? []), "execute_tools"]);
  expect(receipt(off).return).toBe(1);
});

test("code mode is what it was when the session started, also after a reload", async () => {
  let codeMode = true;
  const settings = {
    get codeMode() {
      return codeMode;
    },
  };
  const session = running(async () => 1, { settings });
  await session.session.send("Go");
  codeMode = false;
  await session.session.send("Again");
  expect(session.model.requests.at(-1)?.tools).toEqual(session.model.requests[0]?.tools);
  const ports = { ...memoryPorts({ files }), programs: fakePrograms({}) };
  const reopened = rig({ stored: session.log.events, settings: { codeMode: false }, ports });
  await reopened.session.send("And again");
  expect(reopened.model.requests[0]?.tools).toEqual(session.model.requests[0]?.tools);
});

test("hooks are asked about a program's calls as about all others, and may rewrite their arguments", async () => {
  const asked: string[] = [];
  const hook: Hook = { event: "tool_call_before", command: "check", strict: false, timeoutMs: 30_000 };
  const hooks: Hooks = {
    current: () => ({ hooks: [hook], problems: [] }),
    async run(_, input) {
      const { tool } = JSON.parse(input).call;
      asked.push(tool);
      const answer = tool === "read" ? { arguments: { path: "c.txt" } } : {};
      return { how: "exited", code: 0, stdout: JSON.stringify(answer), stderr: "" };
    },
  };
  const session = running(async ({ call }) => (await call("read", { path: "a.txt" })).content, { hooks });
  await session.session.send("Go");
  expect(receipt(session).return).toBe("gamma\n");
  expect(asked).toEqual(["execute_tools", "read"]);
});

test("a program's command never leaves the sandbox: nobody is asked for a way out", async () => {
  const denied: Script = async (_, emit) => {
    emit("touch: cannot touch '/etc/x': Read-only file system\n", "stderr");
    return { code: 1, sandboxed: true };
  };
  const session = running(({ call }) => call("bash", { command: "touch" }).catch(failure), {
    answer: "once",
    memory: { commands: { touch: denied } },
    isolation: { kind: "sandboxed" },
  });
  await session.session.send("Go");
  expect(receipt(session).return).toEqual(["failed", expect.stringContaining("The sandbox kept this command")]);
  expect(session.all("approval_requested")).toHaveLength(1);
  expect(session.ports.processes.ran).toHaveLength(1);
});

test("Auto-Review's guardian answers for a program's calls, and the turn's clock stands while it is asked", async () => {
  const clock = fakeClock();
  let answer: () => void = () => undefined;
  const wait = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const web: Web = {
    fetch: async (_, url) => ({ url, status: 200, type: "text/plain", title: "", text: "page", cut: false }),
  };
  const session = running(({ call }) => call("Web", { action: "fetch", url: "https://example.org/" }), {
    posture: "auto-review",
    memory: { clock },
    web,
    settings: { maxTurnMs: 10_000 },
    after: [{ text: JSON.stringify({ risk: "low", decision: "allow", reason: "A public page." }), wait }],
  });
  const asked = session.next("call_reviewing");
  const done = session.session.send("Go");
  expect((await asked).callId).toBe("s1c0.1");
  await clock.advance(60_000);
  answer();
  await done;
  expect(receipt(session)).toMatchObject({
    success: true,
    calls: [{ tool: "Web", decision: "approved", status: "ok" }],
  });
  expect(session.all("turn_finished")[0]?.summary.end).toBe("completed");
});

test("a call that follows a program in its response is prepared anew after what the program did", async () => {
  const made = memoryPorts({ files: { "a.txt": "alpha\n" } });
  const programs = fakePrograms({ go: ({ call }) => call("write", { path: "a.txt", content: "alpha\nbeta\n" }) });
  const edits = [{ oldText: "alpha", newText: "gamma" }];
  const session = rig({
    replies: [
      {
        calls: [
          ["execute_tools", { code: "go" }],
          ["edit", { path: "a.txt", edits }],
          ["read", { path: "a.txt" }],
        ],
      },
    ],
    ports: { ...made, programs },
    posture: "full-access",
  });
  await session.session.send("Go");
  expect(session.result("s1c1").status).toBe("ok");
  expect(session.result("s1c2").text).toBe("gamma\nbeta\n");
});

test("what was approved before a change of posture and is not the same any more is refused, not asked about again", async () => {
  const making = new Map<string, () => void>();
  const session = running(
    async ({ call }) => {
      const make = call("bash", { command: "make" });
      const write = call("write", { path: "a.txt", content: "mine\n" }).catch(failure);
      await make;
      return write;
    },
    {
      settings: { rules: { rules: [{ tool: "write", action: "ask" }], problems: [] } },
      memory: {
        commands: { make: () => new Promise((resolve) => making.set("end", () => resolve({}))) },
      },
    },
  );
  const done = session.session.send("Go");
  const cards = [await session.next("approval_requested")];
  while (session.session.pending().length < 2) cards.push(await session.next("approval_requested"));
  const runs = session.next("call_running", ({ callId }) => callId === "s1c0.1");
  for (const { request } of cards) session.session.answer(request.id, { answer: "once" });
  await runs;
  session.ports.files.set("/workspace/a.txt", "made\n");
  session.session.setPosture("full-access");
  making.get("end")?.();
  await done;
  expect(receipt(session).return).toEqual(["refused", expect.stringContaining("posture was changed")]);
  expect(session.all("approval_requested")).toHaveLength(2);
});

test("what a program learns counts for the goal as if it had been learned by direct calls", async () => {
  const look = (path: string): Reply => ({ calls: [["execute_tools", { code: path }]] });
  const paths = ["a.txt", "b.json", "c.txt"];
  const programs = fakePrograms(
    Object.fromEntries(paths.map((path) => [path, ({ call }: Power) => call("read", { path })])),
  );
  const says: Reply = { text: "On it." };
  const session = rig({
    replies: [
      { calls: [["create_goal", { objective: "Go" }]] },
      says,
      ...paths.flatMap((path) => [look(path), says]),
      says,
    ],
    ports: { ...memoryPorts({ files }), programs },
    settings: { maxPasses: 4 },
  });
  await session.session.send("Go");
  expect(session.all("goal_changed").at(-1)?.goal).toMatchObject({ pause: "max_passes" });
});
