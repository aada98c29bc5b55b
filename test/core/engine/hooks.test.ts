import { expect, test } from "vitest";
import type { Hook, HookEnd, HookProblem, Hooks } from "../../../src/core/operations/hooks";
import { memoryPorts } from "../../fakes/memoryPorts";
import { type RigOptions, rig } from "./scripted";

const files = { "a.txt": "one\n", "b.txt": "two\n" };
const readA = ["read", { path: "a.txt" }] as const;
const before: Hook = { event: "tool_call_before", command: "check", strict: false, timeoutMs: 30_000 };
const says = (answer: object): HookEnd => ({ how: "exited", code: 0, stdout: JSON.stringify(answer), stderr: "" });

interface Scripted extends Hooks {
  readonly inputs: { readonly hook: Hook; readonly input: Record<string, never> }[];
}

function hooksOf(
  hooks: readonly Hook[],
  answer: (hook: Hook) => HookEnd = () => says({}),
  problems: readonly HookProblem[] = [],
): Scripted {
  const inputs: Scripted["inputs"] = [];
  return {
    inputs,
    current: () => ({ hooks, problems }),
    async run(hook, input) {
      inputs.push({ hook, input: JSON.parse(input) });
      return answer(hook);
    },
  };
}

const session = (hooks: Hooks, more: RigOptions = {}) =>
  rig({ hooks, ports: memoryPorts({ files }), replies: [{ calls: [readA] }], ...more });

test("a hook's deny is the call's, with the reason for the model", async () => {
  const hooks = hooksOf([before], () => says({ decision: "deny", reason: "a.txt is closed today." }));
  const { session: own, result, all } = session(hooks);
  await own.send("Read");
  expect(result("s1c0")).toMatchObject({ status: "refused", errorCode: "safety_blocked" });
  expect(result("s1c0").text).toContain("a.txt is closed today.");
  expect(all("decision")[0]?.record).toMatchObject({ layer: "hooks", reason: "hook", outcome: "deny" });
});

test("it is asked once a call, with the call as it would run", async () => {
  const hooks = hooksOf([before]);
  const { session: own, result, all } = session(hooks);
  await own.send("Read");
  expect(result("s1c0").status).toBe("ok");
  expect(all("decision")[0]?.record.hooks).toEqual(["check"]);
  expect(hooks.inputs.map(({ input }) => input)).toMatchObject([
    { event: "tool_call_before", mode: "work", call: { tool: "read", arguments: { path: "a.txt" } } },
  ]);
});

test("its ask is put before the user, even in Full Access", async () => {
  const hooks = hooksOf([before], () => says({ decision: "ask", reason: "Sure?" }));
  const { session: own, all, result } = session(hooks, { posture: "full-access", answer: "once" });
  await own.send("Read");
  expect(all("approval_requested")[0]?.request).toMatchObject({ reason: "hook", because: "check: Sure?" });
  expect(hooks.inputs).toHaveLength(1);
  expect(result("s1c0").status).toBe("ok");
});

test("its allow opens nothing", async () => {
  const hooks = hooksOf([before], () => says({ decision: "allow" }));
  const { session: own, all } = session(hooks, {
    replies: [{ calls: [["write", { path: "c.txt", content: "x" }]] }],
    answer: "deny",
  });
  await own.send("Write");
  expect(all("approval_requested")).toHaveLength(1);
});

test("rewritten arguments are the call's: prepared and judged anew, and hooks are not asked again", async () => {
  const hooks = hooksOf([before], () => says({ arguments: { path: "b.txt" } }));
  const { session: own, result, all } = session(hooks);
  await own.send("Read");
  expect(result("s1c0").text).toContain("two");
  expect(all("call_started")[0]?.subject).toContain("b.txt");
  expect(hooks.inputs).toHaveLength(1);
});

test("rewriting leads past no rule: what it leads to is judged as if the model had asked for it", async () => {
  const hooks = hooksOf([before], () => says({ decision: "allow", arguments: { path: "/etc/hosts" } }));
  const { session: own, result } = session(hooks, { posture: "auto-review" });
  await own.send("Read");
  expect(result("s1c0")).toMatchObject({ status: "refused" });
});

test("arguments that don't fit the tool refuse the call", async () => {
  const hooks = hooksOf([before], () => says({ arguments: { nonsense: 1 } }));
  const { session: own, result, all } = session(hooks);
  await own.send("Read");
  expect(result("s1c0").status).toBe("refused");
  expect(all("decision")[0]?.record).toMatchObject({ layer: "hooks", outcome: "deny" });
});

test("of several the strictest stands, the first deny ends, and each sees what the one before rewrote", async () => {
  const chain = ["first", "second", "third", "fourth"].map((command) => ({ ...before, command }));
  const answers: Record<string, object> = {
    first: { arguments: { path: "b.txt" } },
    second: { decision: "ask" },
    third: { decision: "deny" },
  };
  const hooks = hooksOf(chain, ({ command }) => says(answers[command] ?? {}));
  const { session: own, result } = session(hooks);
  await own.send("Read");
  expect(hooks.inputs.map(({ hook }) => hook.command)).toEqual(["first", "second", "third"]);
  expect(hooks.inputs[1]?.input).toMatchObject({ call: { arguments: { path: "b.txt" } } });
  expect(result("s1c0").status).toBe("refused");
});

test("one that says nothing leaves what the one before it rewrote", async () => {
  const chain = ["first", "second"].map((command) => ({ ...before, command }));
  const hooks = hooksOf(chain, ({ command }) => says(command === "first" ? { arguments: { path: "b.txt" } } : {}));
  const { session: own, result } = session(hooks);
  await own.send("Read");
  expect(result("s1c0").text).toContain("two");
});

test("a hook for other tools is not asked", async () => {
  const hooks = hooksOf([{ ...before, tools: ["bash", "mcp_*"] }]);
  await session(hooks).session.send("Read");
  expect(hooks.inputs).toEqual([]);
});

test("while a file of hooks can't be read, what has an effect asks, and reading goes on", async () => {
  const hooks = hooksOf([], undefined, [{ file: "hooks.json", text: "hooks.json is not valid JSON" }]);
  const replies = [{ calls: [readA, ["write", { path: "c.txt", content: "x" }] as const] }];
  const { session: own, all, result } = session(hooks, { posture: "full-access", answer: "deny", replies });
  await own.send("Write");
  expect(all("approval_requested").map(({ request }) => [request.tool, request.reason])).toEqual([
    ["write", "hooks_broken"],
  ]);
  expect(result("s1c0").status).toBe("ok");
});

test("without trust no hook runs", async () => {
  const hooks = hooksOf([before, { ...before, event: "turn_end" }]);
  await session(hooks, { settings: { trusted: false } }).session.send("Read");
  expect(hooks.inputs).toEqual([]);
});

test("each event of a session reaches the hooks that name it", async () => {
  const events = [
    "session_start",
    "message_submit",
    "tool_call_after",
    "turn_end",
    "mode_change",
    "session_end",
  ] as const;
  const hooks = hooksOf(events.map((event) => ({ ...before, event })));
  const { session: own } = session(hooks);
  await own.send("Read");
  own.setMode("plan");
  await own.close();
  expect(hooks.inputs.map(({ input }) => input["event"])).toEqual([
    "message_submit",
    "session_start",
    "tool_call_after",
    "turn_end",
    "mode_change",
    "session_end",
  ]);
  expect(hooks.inputs[2]?.input).toMatchObject({
    call: { tool: "read", status: "ok", text: expect.stringContaining("one") },
  });
});
