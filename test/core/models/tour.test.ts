import { describe, expect, test } from "vitest";
import type { Message, ModelEvent } from "../../../src/core/models/model";
import { createTour } from "../../../src/core/models/tour";
import { nextScene } from "../../../src/core/models/tourScenes";
import { fakeClock } from "../../fakes/clock";

/** What the tools of a workspace answer, by "tool first-argument"; the first match wins. */
type Answers = readonly (readonly [RegExp, string])[];

const PACKAGE = '{\n  "name": "gatehouse-sample",\n  "scripts": {\n    "test": "node --test"\n  }\n}\n';
const TODO: Answers[number] = [/^todo_write/, "4 items, 0 % settled."];
const FINE: Answers = [
  TODO,
  [/^read package/, PACKAGE],
  [/^read src\/sum.js/, "for (let i = 1; i < n; i++) {\n}\n"],
  [/^read test/, "test()\n"],
  [/^bash grep/, "./src/sum.js:1:sum\n./test/sum.test.js:2:sum\nexit 0 in 0.1 s"],
  [/^edit src\/sum.js/, "Edited src/sum.js: 1 change."],
  [/^bash node --test/, "pass 2\nexit 0 in 0.4 s"],
  [
    /^execute_tools/,
    '{"success":true,"return":{"lines":9,"found":2},"calls":[{"seq":1,"tool":"read"},{"seq":2,"tool":"grep"}],"log":""}',
  ],
  [/^tool_search/, "1 tool that you can call from your next answer on, best first:\ngrep: Search the text of files."],
  [/^load_skill/, "Skill mend-with-proof, in /w/.gatehouse/skills/mend-with-proof:\n\n# Mend with proof\n\n1. Run it."],
  [/^create_goal/, "The goal is set and active."],
  [/^grep/, "src/sum.js:2: export function sum(numbers) {\ntest/sum.test.js:3: sum"],
  [/^update_goal complete/, "The goal is complete."],
  [/^update_goal blocked/, "The goal is blocked."],
];
const DENIED = "denied: The user refused this call and says: not today\nHint: Follow what the user says.";
const PLAN_MODE = "safety_blocked: Refused by the gate: the mode is Plan.\nHint: Plan mode runs no commands.";

interface Played {
  readonly said: string[];
  /** One line a call: "tool first-argument". */
  readonly calls: string[];
  readonly todos: string[][];
  readonly messages: Message[];
}

/** Plays one turn as the engine does. */
async function play(answers: Answers, before: readonly Message[] = [], scenes = 30): Promise<Played> {
  const played: Played = { said: [], calls: [], todos: [], messages: [...before, { role: "user", text: "Show me" }] };
  const tour = createTour({ clock: fakeClock(), pace: 0 });
  for (let scene = 0; scene < scenes; scene++) {
    const events: ModelEvent[] = [];
    const request = { system: "", tools: [], messages: played.messages };
    for await (const event of tour.stream(request, new AbortController().signal)) events.push(event);
    const text = events.map((event) => (event.type === "text" ? event.text : "")).join("");
    const calls = events.flatMap((event) => (event.type === "call" ? [event.call] : []));
    played.said.push(text);
    played.messages.push({ role: "assistant", text, calls });
    if (calls.length === 0) return played;
    for (const { id, name, arguments: json } of calls) {
      const args = JSON.parse(json) as { [first: string]: unknown; todos?: { status: string }[] };
      const line = args.todos || "code" in args ? name : `${name} ${Object.values(args)[0] ?? ""}`.trim();
      if (args.todos) played.todos.push(args.todos.map((todo) => todo.status));
      played.calls.push(line);
      const answer = answers.find(([pattern]) => pattern.test(line))?.[1] ?? "not_found: There is no such file.";
      played.messages.push({ role: "tool", callId: id, text: answer });
    }
  }
  return played;
}

const withAnswer = (pattern: RegExp, answer: string): Answers => [[pattern, answer], ...FINE];

describe("the tour on the sample workspace", () => {
  test("reads, searches, mends the fault and runs the test", async () => {
    const { calls, said } = await play(FINE);
    expect(calls.filter((line) => line !== "todo_write")).toEqual([
      "read package.json",
      "read src/sum.js",
      "read test/sum.test.js",
      "bash grep -rn \"sum\" --include='*.js' . | head -20",
      "edit src/sum.js",
      "bash node --test",
      "execute_tools",
      "tool_search search the text of files",
      "load_skill mend-with-proof",
      "create_goal Know each line that has the word sum in it.",
      "grep \\bsum\\b",
      "update_goal complete",
    ]);
    expect(said[0]).toMatch(/a script that is built into Gatehouse, not a model/);
    expect(said.at(-1)).toMatch(/The test passes now\./);
  });

  test("keeps its list up to date", async () => {
    expect((await play(FINE)).todos).toEqual([
      ...Array.from({ length: 8 }, (_, at) => [
        ...Array(at).fill("completed"),
        "in_progress",
        ...Array(7 - at).fill("pending"),
      ]),
      Array(8).fill("completed"),
    ]);
  });

  test("repeats what a refusal said, goes on, and does not claim the test", async () => {
    const { said, calls, todos } = await play([[/^edit/, DENIED], [/^bash node/, "fail 1\nexit 1 in 0.4 s"], ...FINE]);
    expect(said.join("\n")).toContain("not today");
    expect(calls).toContain("bash node --test");
    expect(said.at(-1)).toMatch(/Changed a file: refused; nothing of it was done/);
    expect(said.at(-1)).toMatch(/The test still fails\./);
    expect(todos.at(-1)?.slice(0, 4)).toEqual(["completed", "completed", "cancelled", "cancelled"]);
  });

  test("never says that the test passes when the test was refused", async () => {
    const { said } = await play(withAnswer(/^bash node/, DENIED));
    expect(said.at(-1)).not.toMatch(/passes|still fails/);
  });

  test("in Plan mode it explains what was refused and comes to its end", async () => {
    const { said } = await play([[/^(bash|edit|write)/, PLAN_MODE], ...FINE]);
    expect(said.at(-1)).toMatch(
      /Searched by a command: refused[\s\S]*Changed a file: refused[\s\S]*Ran the test: refused/,
    );
    expect(said.join("\n")).toContain("the mode is Plan");
  });

  test("has nothing to mend when the fault is gone", async () => {
    const { calls, said } = await play(withAnswer(/^read src/, "for (let i = 0; i < n; i++) {\n}\n"));
    expect(calls.some((line) => /^(edit|write)/.test(line))).toBe(false);
    expect(said.join("\n")).toContain("nothing to mend");
  });
});

describe("the tour's program", () => {
  test("is told by what really came back of it", async () => {
    const { said } = await play(FINE);
    expect(said.join("\n")).toContain('The program made 2 calls, and only this came back: `{"lines":9,"found":2}`.');
    expect(said.at(-1)).toMatch(/Ran a program: done/);
  });

  test.each([
    ["failed", '{"success":false,"error":"TypeError: no","calls":[],"log":""}', "tried; it did not work out"],
    ["is not there", "not_offered: execute_tools is not in this request.", "refused; nothing of it was done"],
  ])("that %s is no success, and the tour goes on", async (_, answer, words) => {
    const { said, calls } = await play(withAnswer(/^execute_tools/, answer));
    expect(said.at(-1)).toContain(`Ran a program: ${words}`);
    expect(calls).toContain("load_skill mend-with-proof");
  });
});

describe("the tour's tool, skill and goal", () => {
  test("are all there: it tells what was found, loaded and reached, and where the surface is seen", async () => {
    const { said } = await play(FINE);
    const all = said.join("\n");
    expect(all).toContain("The search found `grep`.");
    expect(all).toContain("The skill `mend-with-proof` is loaded: 2 lines.");
    expect(all).toContain("The goal is reached.");
    expect(said.at(-1)).toMatch(/Pursued a goal: reached[\s\S]*`\/tools`/);
  });

  test("the evidence of the goal is what the tool really showed", async () => {
    const { messages } = await play(FINE);
    const calls = messages.flatMap((message) => (message.role === "assistant" ? message.calls : []));
    const end = calls.find(({ name }) => name === "update_goal")?.arguments;
    expect(JSON.parse(end ?? "")).toEqual({ status: "complete", evidence: "grep found 2 lines." });
  });

  test("says that there is no such skill", async () => {
    const { said } = await play(
      withAnswer(/^load_skill/, "not_found: There is no skill named mend-with-proof.\nHint: load_skill lists all."),
    );
    expect(said.join("\n")).toContain("did not work out: “There is no skill named mend-with-proof.”.");
    expect(said.at(-1)).toMatch(/Loaded a skill: tried; it did not work out/);
  });

  test.each([
    ["found none", "No tool fits these words. Try other words for what it should do, or do without it."],
    ["had no room for it", "1 tool that you can call:\nx: X.\ngrep: Search the text of files. (no room)"],
    ["was refused", "not_offered: tool_search is switched off."],
  ])("does not call the tool when the search %s, and the goal is blocked", async (_, answer) => {
    const { calls, said } = await play(withAnswer(/^tool_search/, answer));
    expect(calls.some((line) => line.startsWith("grep"))).toBe(false);
    expect(calls).toContain("update_goal blocked");
    expect(said.at(-1)).toMatch(/Used the tool that was found: not done\n- Pursued a goal: blocked/);
  });

  test("a goal of the person's own is left alone", async () => {
    const there = "precondition_failed: There is an unfinished goal already.\nHint: End it by update_goal.";
    const { calls, said } = await play(withAnswer(/^create_goal/, there));
    expect(calls.some((line) => line.startsWith("update_goal"))).toBe(false);
    expect(said.join("\n")).toContain("There is an unfinished goal already.");
    expect(said.at(-1)).toMatch(/Pursued a goal: tried; it did not work out/);
  });

  test("a goal that could not be ended is not called reached", async () => {
    const { said } = await play(withAnswer(/^update_goal/, DENIED));
    expect(said.at(-1)).toMatch(/Pursued a goal: set, and not ended/);
  });
});

test("claims nothing about code that it was not allowed to read", async () => {
  const { calls, said } = await play(withAnswer(/^read src/, DENIED));
  expect(calls.some((line) => /^(edit|write)/.test(line))).toBe(false);
  expect(said.join("\n")).not.toMatch(/starts at|nothing to mend/);
});

describe("the tour elsewhere", () => {
  test("proposes a file of its own and runs the workspace's test", async () => {
    const manifest = '{ "name": "mine", "scripts": { "test": "vitest run" } }';
    const { calls } = await play([TODO, [/^read package/, manifest], [/^(read|bash|write)/, "ok"]]);
    expect(calls.filter((line) => line !== "todo_write").slice(1)).toEqual([
      "read README.md",
      expect.stringMatching(/^bash grep .*TODO/),
      "write gatehouse-tour.md",
      "bash npm test",
      "execute_tools",
      "tool_search search the text of files",
      "load_skill",
      "create_goal Know what is marked as left to do.",
    ]);
  });

  test("comes to its end in an empty folder", async () => {
    const { calls, said } = await play([TODO]);
    expect(calls).toContain("bash ls");
    expect(said.at(-1)).toMatch(/That was the tour/);
  });
});

describe("the tour as a function of the conversation", () => {
  test("goes on where a closed session was", async () => {
    const whole = await play(FINE);
    for (let scenes = 1; scenes < whole.said.length; scenes++) {
      const first = await play(FINE, [], scenes);
      const second = await play(FINE, first.messages);
      expect([...first.calls, ...second.calls]).toEqual(whole.calls);
    }
  });

  test("goes on after a stop", async () => {
    const stopped = await play(withAnswer(/^bash grep/, "cancelled: The call was stopped."), [], 3);
    const { said } = await play(FINE, stopped.messages);
    expect(said[0]).toMatch(/^The search was stopped\./);
    expect(said.at(-1)).toMatch(/Searched by a command: stopped/);
  });

  test("once over, it only says so", async () => {
    const { messages } = await play(FINE);
    const after = await play(FINE, messages);
    expect([after.calls, after.said.length]).toEqual([[], 1]);
    expect(after.said[0]).toMatch(/can't answer/);
  });

  test("ids of its calls are unique in the session", async () => {
    const { messages } = await play(FINE);
    const ids = messages.flatMap((message) => (message.role === "tool" ? [message.callId] : []));
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("ignores calls that another model made before", async () => {
    const before: Message[] = [
      { role: "assistant", text: "", calls: [{ id: "x", name: "read", arguments: '{"path":"package.json"}' }] },
      { role: "tool", callId: "x", text: PACKAGE },
      { role: "assistant", text: "Read.", calls: [] },
    ];
    expect(nextScene(before)).toEqual(nextScene([]));
  });
});

test("words come at their pace, and a stop ends them", async () => {
  const clock = fakeClock();
  const stop = new AbortController();
  const events = createTour({ clock, pace: 10 })
    .stream({ system: "", tools: [], messages: [] }, stop.signal)
    [Symbol.asyncIterator]();
  expect((await events.next()).value).toEqual({ type: "text", text: "This " });
  const second = events.next();
  await clock.advance(10);
  expect((await second).value).toEqual({ type: "text", text: "is " });
  const third = events.next();
  stop.abort(new Error("stopped"));
  await expect(third).rejects.toThrow("stopped");
});
