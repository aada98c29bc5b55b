import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Memory } from "../../../src/core/operations/memory";
import type { Skills } from "../../../src/core/operations/skills";
import { memoryFiles } from "../../fakes/memoryFiles";
import { type MemoryPorts, memoryPorts } from "../../fakes/memoryPorts";
import { memorySearch } from "../tools/memorySearch";
import { type Reply, type Rig, type RigOptions, rig } from "./scripted";

const FIXTURES = "../../fixtures/transcripts/";
const SYSTEMS = ["codewhale", "netaclaw", "sage"];

type Call = readonly [name: string, args: unknown, id: string];

/** One message as CodeWhale and NetaClaw saved it (parts), or as Sage did (functions with JSON texts). */
interface Message {
  readonly role: string;
  readonly content: string | readonly { type: string; text?: string; id?: string; name?: string; input?: unknown }[];
  readonly tool_calls?: readonly { id: string; function: { name: string; arguments: string } }[];
}

function callsOf({ content, tool_calls: functions = [] }: Message): readonly Call[] {
  const parts = typeof content === "string" ? [] : content.filter(({ type }) => type === "tool_use");
  return [
    ...parts.map(({ id = "", name = "", input }): Call => [name, input, id]),
    ...functions.map(({ id, function: { name, arguments: args } }): Call => [name, args, id]),
  ];
}

/** What the assistant said in a saved transcript, to be said again. */
function savedCalls(system: string): readonly (readonly Call[])[] {
  const lines = readFileSync(new URL(`${FIXTURES}${system}.jsonl`, import.meta.url), "utf8")
    .trim()
    .split("\n");
  const messages = lines.map((line): Message => JSON.parse(line));
  return messages.filter(({ role }) => role === "assistant").map(callsOf);
}

function workspace(): MemoryPorts {
  const files = memoryFiles({
    "README.md": "Subtracts.\n",
    "src/sum.ts": "export const sum = (a: number, b: number) =>\n  a - b;\n",
    ".env": "TOKEN=1\n",
    "/etc/hostname": "host\n",
  });
  const note = { id: "n1", scope: "workspace", text: "Use pnpm.", savedAt: 0 } as const;
  const memory: Memory = { save: async () => note, all: async () => [note] };
  const skill = { name: "mend", description: "How to mend.", folder: "/s/mend", source: "home" } as const;
  const skills: Skills = { list: async () => [skill], load: async () => ({ skill, body: "Mend it.", files: [] }) };
  const ports = memoryPorts({ files, commands: { "*": { stdout: "passed\n" } } });
  return { ...ports, search: memorySearch(files), memory, skills };
}

async function replayed(system: string, options: RigOptions): Promise<Rig> {
  const replies: Reply[] = savedCalls(system).map((calls) => ({ calls }));
  const it = rig({ replies, ports: workspace(), ...options });
  void answerForms(it);
  await it.session.send("Go on.");
  return it;
}

/** Somebody is there, and takes the first choice. */
async function answerForms(it: Rig): Promise<void> {
  const { form } = await it.next("form_requested");
  const values = form.fields.map(({ id, options = [] }) => [id, options[0]?.value ?? "I see."] as const);
  void answerForms(it);
  it.session.answerForm(form.id, { action: "accept", values: Object.fromEntries(values) });
}

/** Each call, as they stand in the transcript, with what was decided about it and what came of it. */
function told(it: Rig, calls: readonly Call[], withText: boolean): string {
  const records = it.all("decision").map(({ record }) => record);
  return calls
    .map(([name, , id]) => {
      const { status, errorCode, text } = it.result(id);
      const record = records.find((each) => each.callId === id);
      const head = `${id} ${name} ${record?.subject.replaceAll("\n", "⏎") ?? ""}`.trimEnd();
      const decided = record
        ? `${record.outcome} by ${record.by}, ${record.layer}: ${record.reason}`
        : "could not be prepared";
      const end = `  ${decided} → ${status}${errorCode ? ` ${errorCode}` : ""}`;
      return [head, end, ...(withText ? lines(stable(text)) : [])].join("\n");
    })
    .join("\n");
}

const lines = (text: string): string[] =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => `    ${line}`.trimEnd());

/** Which tools could still be had is the catalog's, not the transcript's. */
const stable = (text: string): string =>
  text
    .replace(/"available_expandable_tools":\[[^\]]*\]/, '"available_expandable_tools":[…]')
    .replace(/,"more_expandable_tools":\d+/, "");

describe.each(SYSTEMS)("a saved transcript of %s", (system) => {
  test("runs again as it was written, each call through the gate as the tool that does the same", async () => {
    const calls = savedCalls(system).flat();
    const asked = await replayed(system, { answer: "once" });
    const plan = await replayed(system, { answer: "once", mode: "plan" });
    const review = await replayed(system, { posture: "auto-review" });
    const golden = [
      "# Work, Ask, a person who allows all\n",
      told(asked, calls, true),
      "\n# Plan, the same person\n",
      told(plan, calls, false),
      "\n# Work, Auto-Review\n",
      told(review, calls, false),
      "",
    ].join("\n");
    await expect(golden).toMatchFileSnapshot(`${FIXTURES}${system}.golden.txt`);
  });

  test("finds none of its names in a request", async () => {
    const { model, session } = await replayed(system, { answer: "once" });
    const sent = model.requests.flatMap(({ tools }) => tools.map(({ name }) => name));
    expect(sent.filter((name) => session.surface.catalog.find(name)?.offer === "hidden")).toEqual([]);
  });

  test("has a result for each of its calls", async () => {
    const it = await replayed(system, { answer: "once" });
    for (const [, , id] of savedCalls(system).flat()) expect(it.result(id).status, id).toBeTruthy();
  });
});

const edited = (line: string) => `--- a/.env\n+++ b/.env\n@@ -1 +1 @@\n-${line}\n+TOKEN=2\n`;
const created = "--- /dev/null\n+++ b/new.txt\n@@ -0,0 +1 @@\n+x\n";

// Else guess after guess would spell the file out.
test.each<[name: string, args: (line: string) => unknown]>([
  ["edit_file", (line) => ({ path: ".env", search: line, replace: "TOKEN=2" })],
  ["File", (line) => ({ action: "edit", path: ".env", search: line, replace: "TOKEN=2" })],
  ["File", (line) => ({ action: "patch", patch: edited(line) })],
  ["patch", (line) => ({ patch: edited(line) })],
  ["patch", (line) => ({ patch: edited(line) + created })],
])("%s refuses a right and a wrong guess at a sensitive file in the same words (%#)", async (name, args) => {
  const guesses: Reply = {
    calls: [
      [name, args("TOKEN=1"), "right"],
      [name, args("TOKEN=9"), "wrong"],
    ],
  };
  const it = rig({ replies: [guesses], ports: workspace(), posture: "auto-review" });
  await it.session.send("Go on.");
  const { operationId: _, ...right } = it.result("right");
  expect(right).toMatchObject({ status: "refused", errorCode: "denied" });
  expect(it.result("wrong")).toMatchObject(right);
});
