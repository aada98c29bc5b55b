import { describe, expect, test } from "vitest";
import { hookAnswer } from "../../../src/core/gate/hookAnswer";
import { parseHookFile, parseHookSetting } from "../../../src/core/gate/hookConfig";
import type { Hook, HookEnd } from "../../../src/core/operations/hooks";

const HOOK: Hook = { event: "tool_call_before", command: "check", strict: false, timeoutMs: 30_000 };
const STRICT: Hook = { ...HOOK, strict: true };
const said = (stdout: string, code = 0, stderr = ""): HookEnd => ({ how: "exited", code, stdout, stderr });

describe("what a hook says", () => {
  test.each<[string, HookEnd, object]>([
    ["deny", said('{"decision":"deny","reason":"Not\\non Fridays."}'), { decision: "deny", reason: "Not on Fridays." }],
    ["ask", said('{"decision":"ask"}'), { decision: "ask", reason: "" }],
    ["allow is no opinion", said('{"decision":"allow","reason":"fine"}'), { reason: "fine" }],
    ["nothing is no opinion", said(""), { reason: "" }],
    ["exit 2 denies with what it complains of", said("", 2, "no\n"), { decision: "deny", reason: "no" }],
    ["exit 2 denies whatever it says besides", said('{"decision":"allow"}', 2), { decision: "deny" }],
    ["rewritten arguments", said('{"arguments":{"a":1}}'), { reason: "", arguments: { a: 1 } }],
    ["a change since its approval asks", { how: "changed", stdout: "", stderr: "" }, { decision: "ask" }],
    ["prose is no answer", said("ok"), { reason: "" }],
    ["an unknown field is no answer", said('{"decision":"ask","x":1}'), { reason: "" }],
    ["another exit code is no answer", said('{"decision":"deny"}', 1), { reason: "" }],
    [
      "arguments past 32 KiB are no answer",
      said(JSON.stringify({ arguments: { a: "x".repeat(40_000) } })),
      { reason: "" },
    ],
    ["arguments that are a list are no answer", said('{"arguments":[1]}'), { reason: "" }],
  ])("%s", (_, end, expected) => {
    const answer = hookAnswer(HOOK, end);
    expect(answer).toMatchObject(expected);
    expect("decision" in answer).toBe("decision" in expected);
    expect("arguments" in answer).toBe("arguments" in expected);
  });

  test.each<[string, HookEnd]>([
    ["nothing", said("")],
    ["prose", said("ok")],
    ["an exit code", said('{"decision":"allow"}', 1)],
    ["no end in time", { how: "timeout", stdout: '{"decision":"allow"}', stderr: "" }],
    ["a signal", { how: "killed", stdout: "", stderr: "" }],
    ["a start that failed", { how: "failed", stdout: "", stderr: "no shell was found" }],
    ["new arguments without a word", said('{"arguments":{}}')],
  ])("a strict one denies on %s", (_, end) => expect(hookAnswer(STRICT, end).decision).toBe("deny"));

  test("a strict one's allow is a verdict", () => {
    expect(hookAnswer(STRICT, said('{"decision":"allow"}')).decision).toBe(undefined);
  });
});

describe("a file of hooks", () => {
  const file = (entry: object) => parseHookFile(JSON.stringify({ hooks: [entry] }), "hooks.json");

  test("gives its hooks, not strict and with 30 s where it says nothing", () => {
    expect(file({ event: "tool_call_before", command: "check" })).toEqual({ hooks: [HOOK], problems: [] });
    expect(parseHookSetting([{ event: "turn_end", command: "x", timeout: 5 }], "gatehouse.hooks").hooks).toMatchObject([
      { event: "turn_end", timeoutMs: 5_000 },
    ]);
  });

  test.each<[string, string, string]>([
    ["no JSON", "{", "line 1: close brace expected"],
    ["a key that stands twice", '{"hooks":[],\n"hooks":[]}', "line 2: the key stands twice"],
    ["nothing but brackets", "[".repeat(100_000), "nested too deeply"],
    ["no list", "{}", "hooks"],
    ["an unknown event", '{"hooks":[{"event":"x","command":"y"}]}', "hooks.0.event"],
    ["no command", '{"hooks":[{"event":"turn_end"}]}', "hooks.0.command"],
    ["more than 30 s", '{"hooks":[{"event":"turn_end","command":"y","timeout":31}]}', "hooks.0.timeout"],
    ["an unknown field", '{"hooks":[{"event":"turn_end","command":"y","async":true}]}', "async"],
  ])("with %s is broken, and says where", (_, text, where) => {
    const { hooks, problems } = parseHookFile(text, "hooks.json");
    expect(hooks).toEqual([]);
    expect(problems[0]?.text).toContain("hooks.json");
    expect(problems[0]?.text).toContain(where);
  });
});
