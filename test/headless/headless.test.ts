import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { temporaryFolder } from "../node/support/folder";
import { type Scenario, startScriptedModel } from "../support/scriptedModel";
import { bundledHeadless, type Ended, type Headless } from "./program";

let headless: Headless["run"];
beforeAll(async () => {
  headless = (await bundledHeadless()).run;
});

const edit = { name: "edit", args: { path: "src/sum.js", edits: [{ oldText: "a - b", newText: "a + b" }] } };

function workspace(): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "src"));
  writeFileSync(join(folder, "src/sum.js"), "export const sum = (a, b) => a - b;\r\n");
  return folder;
}

/** One run against a scripted model, and what it was asked. */
async function play(scenario: Scenario, folder: string, ...more: readonly string[]) {
  const server = await startScriptedModel(scenario);
  try {
    const ended = await headless(["--workspace", folder, "--model", server.url, "--prompt", "Fix sum", ...more], {
      GATEHOUSE_API_KEY: "key-for-test",
    });
    return { ...ended, requests: server.requests, others: server.others };
  } finally {
    await server.close();
  }
}

function answers(folder: string, list: unknown): readonly string[] {
  const file = join(folder, "answers.json");
  writeFileSync(file, JSON.stringify(list));
  return ["--answers", file];
}

/** Of the calls of the first answer, in order. */
const idsOf = ({ events }: Ended): readonly string[] =>
  events.find(({ type }) => type === "assistant_message").calls.map(({ id }: { id: string }) => id);

interface Offered {
  readonly function: { readonly name: string };
}

const MEMORY = join(import.meta.dirname, "../../node_modules/@modelcontextprotocol/server-memory/dist/index.js");

test("a server of --mcp starts when a search concerns it, and its tool is called behind the gate", async () => {
  const folder = workspace();
  const mcp = join(temporaryFolder(), "mcp.json");
  const env = { MEMORY_FILE_PATH: join(temporaryFolder(), "memory.jsonl") };
  writeFileSync(mcp, JSON.stringify({ mcpServers: { notes: { command: process.execPath, args: [MEMORY], env } } }));
  const entities = [{ name: "sum", entityType: "function", observations: ["adds"] }];
  const scenario = [
    { calls: [{ name: "tool_search", args: { query: "notes create entities" } }] },
    { calls: [{ name: "mcp_notes_create_entities", args: { entities } }] },
    { text: "Noted." },
  ];
  const more = ["--mcp", mcp, ...answers(temporaryFolder(), [{ tool: "mcp_notes_create_entities", answer: "once" }])];
  const run = await play(scenario, folder, ...more);
  expect(run).toMatchObject({ code: 0 });
  const finished = run.events.filter(({ type }) => type === "call_finished").map(({ result }) => result);
  expect(finished.map(({ status }) => status)).toEqual(["ok", "ok"]);
  expect(readFileSync(env.MEMORY_FILE_PATH, "utf8")).toContain('"adds"');
  const [first, second] = run.requests.map(({ body }) => body.tools.map((tool: Offered) => tool.function.name));
  expect(first).not.toContain("mcp_notes_create_entities");
  expect(second).toContain("mcp_notes_create_entities");
  expect(second?.slice(0, first?.length)).toEqual(first);
});

test("a program's calls are answered one by one, and --code-mode off leaves programs to be searched for", async () => {
  const folder = workspace();
  const code = `
    const { content } = await tools.call("read", { path: "src/sum.js" });
    await tools.call("write", { path: "copy.js", content });
    return content.length;`;
  const scenario = [{ calls: [{ name: "execute_tools", args: { code } }] }, { text: "Copied." }];
  const run = await play(scenario, folder, ...answers(temporaryFolder(), [{ tool: "write", answer: "once" }]));
  expect(run).toMatchObject({ code: 0 });
  const told = run.requests[1]?.body.messages.at(-1)?.content;
  const calls = [
    { seq: 1, tool: "read", decision: "auto", status: "ok" },
    { seq: 2, tool: "write", decision: "approved", status: "ok" },
  ];
  expect(JSON.parse(told)).toMatchObject({ success: true, return: 37, calls });
  expect(readFileSync(join(folder, "copy.js"), "utf8")).toContain("a - b");
  const off = await play([{ text: "Nothing." }], folder, "--code-mode", "off");
  const names = off.requests[0]?.body.tools.map((tool: Offered) => tool.function.name);
  expect(names).toContain("tool_search");
  expect(names).not.toContain("execute_tools");
});

test("a broken file of servers is named with its line, and nothing starts", async () => {
  const mcp = join(temporaryFolder(), "mcp.json");
  writeFileSync(mcp, '{\n  "mcpServers": {\n    "a": {"command": }\n  }\n}');
  const run = await play([{ text: "never" }], workspace(), "--mcp", mcp);
  expect(run).toMatchObject({ code: 2 });
  expect(run.errors).toContain("mcp.json:3");
});

test("--rules decide as the setting would, and a law of the repository over them", async () => {
  const rules = join(temporaryFolder(), "rules.json");
  writeFileSync(rules, JSON.stringify([{ tool: "edit", path: "src/**", action: "allow" }]));
  const scenario = [{ calls: [edit] }, { text: "Done." }];
  const decisionOf = ({ events }: Ended) => events.find(({ type }) => type === "decision")?.record;
  const folder = workspace();
  const allowed = await play(scenario, folder, "--rules", rules);
  expect(decisionOf(allowed)).toMatchObject({ outcome: "allow", layer: "rules", asked: false });
  expect(readFileSync(join(folder, "src/sum.js"), "utf8")).toContain("a + b");
  const other = workspace();
  mkdirSync(join(other, ".gatehouse"));
  const law = { invariants: [{ id: "sums", paths: ["src"], action: "block", why: "They are right." }] };
  writeFileSync(join(other, ".gatehouse/law.json"), JSON.stringify(law));
  const blocked = await play(scenario, other, "--rules", rules, "--posture", "full-access");
  expect(decisionOf(blocked)).toMatchObject({ outcome: "deny", layer: "law" });
  expect(readFileSync(join(other, "src/sum.js"), "utf8")).toContain("a - b");
});

test("a broken rule is named with its place, and nothing starts", async () => {
  const rules = join(temporaryFolder(), "rules.json");
  writeFileSync(rules, JSON.stringify([{ tool: "edit", action: "forbid" }]));
  const run = await play([{ text: "never" }], workspace(), "--rules", rules);
  expect(run).toMatchObject({
    code: 2,
    errors: expect.stringContaining("rules.json[0]: action: must be allow, ask or deny"),
  });
});

test("--tools and --skills are all that a session may have, and an empty list is none", async () => {
  const folder = workspace();
  for (const name of ["mend", "other"]) {
    mkdirSync(join(folder, ".gatehouse/skills", name), { recursive: true });
    writeFileSync(
      join(folder, ".gatehouse/skills", name, "SKILL.md"),
      `---\nname: ${name}\ndescription: d\n---\nDo.\n`,
    );
  }
  const read = { calls: [{ name: "read", args: { path: "src/sum.js" } }] };
  const few = await play([{ text: "Hm." }], folder, "--tools", "load_skill, read, nope", "--skills", "mend");
  const [first] = few.requests.map(({ body }) => body);
  expect(first.tools.map(({ function: { name } }: Offered) => name)).toEqual(["read", "load_skill"]);
  const told = JSON.stringify(first.messages);
  expect([told.includes("- mend: d"), told.includes("- other: d")]).toEqual([true, false]);
  expect(few.events.find(({ code }) => code === "unknown_names")?.args).toEqual(["nope"]);
  const none = await play([read, { text: "Hm." }], folder, "--tools=", "--skills=");
  expect(none.requests[0]?.body.tools ?? []).toEqual([]);
  expect(JSON.stringify(none.requests[0]?.body.messages.slice(1))).not.toContain("<skills>");
  expect(none.events.find(({ type }) => type === "call_finished")?.result).toMatchObject({ status: "refused" });
});

const ended = ({ events }: Ended) => events.find(({ type }) => type === "turn_finished")?.summary;

test("reads, edits with a prepared answer, and the bytes are on the disk", async () => {
  const folder = workspace();
  const scenario = [
    { text: "Looking.", calls: [{ name: "read", args: { path: "src/sum.js" } }] },
    { text: "Fixing.", calls: [edit] },
    { text: "Fixed." },
  ];
  const run = await play(
    scenario,
    folder,
    ...answers(temporaryFolder(), [
      { tool: "bash", answer: "deny" },
      { tool: "edit", contains: "src/sum.js", answer: "once" },
    ]),
  );
  expect(run).toMatchObject({ code: 0, errors: "" });
  expect(readFileSync(join(folder, "src/sum.js"), "utf8")).toBe("export const sum = (a, b) => a + b;\r\n");
  expect(ended(run)).toMatchObject({ end: "completed", steps: 3, calls: 2, asked: 1, files: [{ path: "src/sum.js" }] });
  expect(run.lines.every((line) => line.startsWith('{"type":"'))).toBe(true);
  expect(run.requests[1]?.body.messages.at(-1)).toMatchObject({
    role: "tool",
    content: "export const sum = (a, b) => a - b;\r\n",
  });
  expect(run.requests[0]?.headers["authorization"]).toBe("Bearer key-for-test");
  expect(run.others).toEqual([]);
});

test("an ask without an answer is denied and reported", async () => {
  const folder = workspace();
  const run = await play([{ calls: [edit] }, { text: "I could not." }], folder);
  expect(run.code).toBe(0);
  expect(run.errors).toContain("no answer for it: edit");
  expect(run.requests[1]?.body.messages.at(-1).content).toContain("Nobody is there to answer");
  expect(readFileSync(join(folder, "src/sum.js"), "utf8")).toContain("a - b");
});

test("where nobody can be asked, a chain is denied for its one part that no rule allows, and reported (F42)", async () => {
  const rules = join(temporaryFolder(), "rules.json");
  writeFileSync(rules, JSON.stringify([{ tool: "bash", command: "node", action: "allow" }]));
  const calls = ["node --version", "node --version && date > stamp"].map((command) => ({
    name: "bash",
    args: { command },
  }));
  const folder = workspace();
  const run = await play([{ calls }, { text: "Over." }], folder, "--rules", rules);
  const ended = run.events.filter(({ type }) => type === "call_finished");
  const statuses = calls.map((_, at) => ended.find(({ callId }) => callId === idsOf(run)[at])?.result.status);
  expect(statuses).toEqual(["ok", "refused"]);
  expect(run.errors).toContain("no answer for it: bash");
  expect(existsSync(join(folder, "stamp"))).toBe(false);
});

test("a note of a prepared refusal reaches the model", async () => {
  const run = await play(
    [{ calls: [edit] }, { text: "Well." }],
    workspace(),
    ...answers(temporaryFolder(), [{ tool: "edit", answer: "deny", note: "Use Math.fround." }]),
  );
  expect(run.requests[1]?.body.messages.at(-1).content).toContain("Use Math.fround.");
});

test("a command runs through the broker and streams its output", async () => {
  const folder = workspace();
  const run = await play(
    [{ calls: [{ name: "bash", args: { command: "echo out; pwd; exit 3" } }] }, { text: "It failed." }],
    folder,
    ...answers(temporaryFolder(), [{ tool: "bash", contains: "echo", answer: "once" }]),
  );
  const progress = run.events.filter(({ type }) => type === "tool_progress");
  expect(progress.map(({ text }) => text).join("")).toBe(`out\n${folder}\n`);
  expect(run.events.find(({ type }) => type === "call_finished").result).toMatchObject({
    status: "failed",
    text: expect.stringContaining("exit 3"),
  });
});

test("a turn that does not end well ends the program with 1", async () => {
  const run = await play([{ status: 401, errorBody: { error: { message: "Invalid key" } } }], workspace());
  expect(run.code).toBe(1);
  expect(ended(run).end).toBe("failed");
});

test("an endpoint that insists on a name is asked for its models once", async () => {
  const run = await play(
    (request) =>
      request.body.model === "scripted"
        ? { text: "Hello." }
        : {
            status: 404,
            errorBody: { error: { message: "The model `default` does not exist", code: "model_not_found" } },
          },
    workspace(),
  );
  expect(run.code).toBe(0);
  expect(run.others.map(({ path }) => path)).toEqual(["/v1/models"]);
  expect(run.requests.at(-1)?.body.model).toBe("scripted");
});

test("keeps log and spills where it is told, and nothing otherwise", async () => {
  const session = join(temporaryFolder(), "kept");
  const folder = workspace();
  await play(
    [{ calls: [{ name: "bash", args: { command: "seq 1 20000" } }] }, { text: "Done." }],
    folder,
    "--session",
    session,
    ...answers(temporaryFolder(), [{ tool: "bash", answer: "once" }]),
  );
  const [id = ""] = readdirSync(session);
  const types = readFileSync(join(session, id, "log.jsonl"), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line).event.type);
  expect(types[0]).toBe("session_started");
  expect(types.at(-1)).toBe("turn_finished");
  expect(readdirSync(join(session, id, "spill"))).toHaveLength(1);
  expect(readdirSync(folder)).toEqual(["src"]);
});

test("many deltas are printed whole and in order, in far fewer lines", async () => {
  const run = await play([{ deltas: { count: 5_000, size: 8 } }], workspace());
  const text = run.events
    .filter(({ type }) => type === "text_delta")
    .map((event) => event.text)
    .join("");
  expect(text).toBe(Array.from({ length: 5_000 }, (_, n) => `${n} `.padEnd(8, ".")).join(""));
  expect(run.lines.length).toBeLessThan(2_500);
});

test("the tour plays without a key or a network", async () => {
  const run = await headless([
    "--workspace",
    workspace(),
    "--model",
    "tour",
    "--prompt",
    "Show me",
    "--posture",
    "full-access",
  ]);
  expect(run.code).toBe(0);
  expect(run.events.some(({ type }) => type === "call_finished")).toBe(true);
});

describe("arguments that can't be followed", () => {
  const good = { workspace: ".", model: "tour", prompt: "Hi" };
  const cases: readonly [what: string, args: Readonly<Record<string, string>>, said: string][] = [
    ["no workspace", { model: "tour", prompt: "Hi" }, "--workspace is missing"],
    ["no prompt", { workspace: ".", model: "tour" }, "--prompt is missing"],
    ["a folder that is not there", { ...good, workspace: "/nowhere/at/all" }, "there is no folder"],
    ["a model that is no URL", { ...good, model: "gpt" }, 'neither a URL (http or https) nor "tour"'],
    ["an unknown mode", { ...good, mode: "yolo" }, "not one of plan, work, operate"],
    ["an unknown posture", { ...good, posture: "yolo" }, "not one of ask, auto-review, full-access"],
    ["a file of rules that is not there", { ...good, rules: "/nowhere.json" }, "--rules"],
    ["a file of hooks that is not there", { ...good, hooks: "/nowhere.json" }, "--hooks"],
    ["an unknown sandbox", { ...good, sandbox: "yolo" }, "not one of off, auto, required"],
    ["an unknown option", { ...good, yolo: "x" }, "yolo"],
    ["an answers file that is not there", { ...good, answers: "/nowhere.json" }, "--answers"],
  ];
  test.for(cases)("%s", async ([_what, args, said]) => {
    const run = await headless(Object.entries(args).map(([name, value]) => `--${name}=${value}`));
    expect(run).toMatchObject({ code: 2, lines: [], errors: expect.stringContaining(said) });
  });

  test("an answers file with an unknown answer", async () => {
    const folder = temporaryFolder();
    const run = await headless([
      "--workspace",
      folder,
      "--model",
      "tour",
      "--prompt",
      "Hi",
      ...answers(folder, [{ tool: "edit", answer: "always" }]),
    ]);
    expect(run).toMatchObject({ code: 2, errors: expect.stringContaining("answer") });
    expect(existsSync(join(folder, "log.jsonl"))).toBe(false);
  });
});

test("the session's own folder is never written, also when it is named by a link", async () => {
  const folder = workspace();
  const sessions = temporaryFolder();
  const link = join(temporaryFolder(), "link");
  symlinkSync(sessions, link);
  const call = { name: "write", args: { path: join(sessions, "log.jsonl"), content: "x" } };
  const run = await play([{ calls: [call] }], folder, "--session", link, "--posture", "full-access");
  expect(run.events.find(({ type }) => type === "decision")?.record).toMatchObject({ outcome: "deny", layer: "floor" });
  expect(existsSync(join(sessions, "log.jsonl"))).toBe(false);
});
