import { expect, test } from "vitest";
import { ToolError } from "../../../../src/core/operations/failure";
import type { Memory } from "../../../../src/core/operations/memory";
import { parseArguments } from "../../../../src/core/tools/arguments";
import { oldTools } from "../../../../src/core/tools/old";
import type { RunContext, Tool, ToolQuery } from "../../../../src/core/tools/tool";
import { memoryFiles } from "../../../fakes/memoryFiles";
import { memoryPorts } from "../../../fakes/memoryPorts";
import { type CallOptions, call } from "../calls";
import { memorySearch } from "../memorySearch";

const old = (name: string, shell = "bash"): Tool => {
  const found = oldTools(shell).find((tool) => tool.name === name);
  if (!found) throw new Error(`There is no old name ${name}.`);
  return found;
};

const SIX = "1\n2\n3\n4\n5\n6\n";

function host(files: Record<string, string> = { "a.txt": SIX }) {
  const memory = memoryFiles(files);
  const ports = memoryPorts({ files: memory, commands: { "*": { stdout: "out\n" } } });
  return { ports, powers: { search: memorySearch(memory) } };
}

async function textOf(name: string, args: unknown, options: CallOptions = host()): Promise<string> {
  return (await call(old(name), args, options)).text;
}

test.each([
  ["read_file", { path: "a.txt", start_line: 2, max_lines: 2 }],
  ["read_file", { path: "a.txt", offset: 2, limit: 2 }],
  ["File", { action: "read", path: "a.txt", start_line: 2, max_lines: 2 }],
  ["file_read", { file_path: "a.txt", start_line: 1, end_line: 3 }],
])("%s %j reads the window that its own numbers mean", async (name, args) => {
  expect(await textOf(name, args)).toBe("2\n3\n[Lines 2-3 of 6 lines, 12 bytes. Go on with offset 4.]");
});

test("file_read gives 400 lines when it is not told, and all with a null end", async () => {
  const many = host({ "a.txt": "x\n".repeat(500) });
  expect(await textOf("file_read", { file_path: "a.txt" }, many)).toContain("[Lines 1-400 of 500");
  expect(await textOf("file_read", { file_path: "a.txt", end_line: null }, many)).toBe("x\n".repeat(500));
});

test.each([
  ["write_file", { path: "b.txt", content: "new\n" }],
  ["File", { action: "write", path: "b.txt", content: "new\n" }],
  ["file_write", { file_path: "b.txt", content: "new\n" }],
])("%s %j writes, and shows before what it will write", async (name, args) => {
  const it = host();
  const { prepared, text } = await call(old(name), args, it);
  expect(prepared.effects.writes).toEqual([{ path: "b.txt", hash: "absent" }]);
  expect(prepared.preview).toMatchObject({ before: "", after: "new\n" });
  expect(text).toBe("Created b.txt: 4 bytes, 1 lines.");
  expect(it.ports.files.text("b.txt")).toBe("new\n");
});

test.each([
  ["edit_file", { path: "a.txt", search: "2", replace: "two" }],
  ["File", { action: "edit", path: "a.txt", search: "2", replace: "two" }],
])("%s %j makes one edit", async (name, args) => {
  const it = host();
  expect(await textOf(name, args, it)).toBe("Edited a.txt: 1 change.");
  expect(it.ports.files.text("a.txt")).toBe(SIX.replace("2", "two"));
});

test("file_write appends with the file's own line ends, or makes the file", async () => {
  const it = host({ "a.txt": "1\r\n2\r\n" });
  await call(old("file_write"), { file_path: "a.txt", content: "3\n4\n", mode: "append" }, it);
  expect(it.ports.files.text("a.txt")).toBe("1\r\n2\r\n3\r\n4\r\n");
  await call(old("file_write"), { file_path: "b.txt", content: "1\n", mode: "append" }, it);
  expect(it.ports.files.text("b.txt")).toBe("1\n");
});

test("File lists, finds names and finds text, within what those tools give", async () => {
  const it = host({ "a.txt": "one\nTwo\n", "src/list.ts": "two\n", "src/b.js": "two\n" });
  expect(await textOf("File", { action: "list" }, it)).toBe("src/\na.txt");
  expect(await textOf("File", { action: "search_name", query: "list", max_results: 900 }, it)).toBe("src/list.ts");
  expect(await textOf("File", { action: "search_name", query: "*.js" }, it)).toBe("src/b.js");
  const text = { action: "search_content", pattern: "two", context_lines: 50, max_results: 900 };
  expect(await textOf("File", { ...text, include: ["*.ts", "*.js"] }, it)).toBe("src/b.js:1: two\nsrc/list.ts:1: two");
  expect(await textOf("File", { ...text, include: ["*.txt"], case_insensitive: true }, it)).toBe(
    "a.txt-1- one\na.txt:2: Two",
  );
});

test.each([
  ["File", { action: "read" }, "path: expected string, but it is missing."],
  ["File", { action: "write", path: "a", content: "b", expected_hash: "c" }, 'unknown key "expected_hash"; known: '],
  ["File", { path: "a" }, "action: "],
  ["file_read", { path: "a" }, "file_path: "],
  ["file_read", { file_path: "a", start_line: 5, end_line: 5 }, "end_line: it must be more than start_line"],
  ["read_file", { file_path: "a" }, 'unknown key "file_path"; known: path, start_line'],
  ["Bash", { action: "run" }, "command: Too small"],
  ["execute_shell_command", { command: "a", env_vars: { "A;rm": "1" } }, "env_vars"],
  ["tool_expand_tools", { tool_names: [] }, "tool_names"],
])("%s %j is refused as its own schema is, and never guessed at", (name, args, said) => {
  const parsed = parseArguments(old(name), JSON.stringify(args));
  expect(parsed).toBeInstanceOf(ToolError);
  expect((parsed as ToolError).message).toContain(said);
});

test("what is text in a transcript and is no text in the schema is read as usual", () => {
  const { input } = parseArguments(old("read_file"), '{"path":"a","start_line":"3"}') as { input: unknown };
  expect(input).toEqual({ to: "read", path: "a", input: { path: "a", offset: 3, limit: undefined } });
});

const ran = async (name: string, args: unknown, shell = "bash") => {
  const { ports } = host();
  const { prepared } = await call(old(name, shell), args, { ports });
  const [request] = ports.processes.ran;
  expect(prepared.effects.commands).toEqual([request?.command]);
  return [request?.command, (request?.timeoutMs ?? 0) / 1000];
};

test("Bash runs in its folder and for its time, all of it in the command that is judged", async () => {
  expect(await ran("Bash", { action: "run", command: "make" })).toEqual(["make", 120]);
  expect(await ran("Bash", { action: "run", command: "make", timeout_ms: 5_000, cwd: "it's" })).toEqual([
    "cd -- 'it'\\''s' || exit\nmake",
    5,
  ]);
});

test("execute_shell_command waits at least as long as bash, since what goes on after is not there", async () => {
  const args = { command: "make", workdir: "sub", env_vars: '{"MODE":"it\'s $HOME"}' };
  const whole = "cd -- 'sub' || exit\nexport MODE='it'\\''s $HOME'\nmake";
  expect(await ran("execute_shell_command", { ...args, block_until_ms: 30_000 })).toEqual([whole, 120]);
  expect(await ran("execute_shell_command", { command: "make", block_until_ms: 9e9 })).toEqual(["make", 3_600]);
});

test("PowerShell is spoken to in its own quotes", async () => {
  const args = { command: "make", workdir: "it's", env_vars: { A: "$b" } };
  expect((await ran("execute_shell_command", args, "PowerShell"))[0]).toBe(
    "Set-Location -ErrorAction Stop -LiteralPath 'it''s'\n$env:A = '$b'\nmake",
  );
});

test("code_execution hands the code over as it stands, whatever stands in it", async () => {
  const code = 'print("$HOME `id`")\nPYTHON\n';
  expect((await ran("code_execution", { code }))[0]).toBe(`python3 - <<'PYTHON_'\n${code}\nPYTHON_`);
});

test.each([
  ["Bash", { action: "run", command: "make", background: true }, "background"],
  ["Bash", { action: "wait", task_id: "t1" }, "background"],
  ["execute_shell_command", { command: "make", block_until_ms: 0 }, "background"],
])("%s %j is unsupported before anybody is asked", async (name, args, said) => {
  const { ports } = host();
  const failed = await call(old(name), args, { ports }).catch((error: unknown) => error);
  expect(failed).toMatchObject({ code: "unsupported", message: expect.stringContaining(said) });
  expect(ports.processes.ran).toEqual([]);
});

test("code_execution is unsupported where PowerShell would change the code", async () => {
  const failed = call(old("code_execution", "PowerShell"), { code: "1" }, host());
  await expect(failed).rejects.toMatchObject({ code: "unsupported" });
});

test.each([
  ["todo", { todos: [{ id: "x", content: "A", status: "done" }, { content: "B" }] }],
  [
    "update_plan",
    {
      title: "T",
      sources_used: ["a"],
      plan: [
        { step: "A", status: "completed" },
        { step: "B", status: "pending" },
      ],
    },
  ],
])("%s %j replaces the to-do list", async (name, args) => {
  expect(await textOf(name, args)).toBe("2 items, 50 % settled.\n1. [completed] A\n2. [pending] B");
});

function person(answer: string) {
  const asked: Parameters<RunContext["people"]["ask"]>[0][] = [];
  const people: RunContext["people"] = {
    async ask(form) {
      asked.push(form);
      return { action: "accept", values: { q1: answer } };
    },
  };
  return { asked, powers: { people } };
}

test.each([
  ["clarify", { question: "Which?", options: ["SQLite", "PostgreSQL"] }, "single"],
  ["clarify", { question: "Which?", options: ["SQLite"] }, "text"],
  ["clarify", { question: "Which?" }, "text"],
  ["escalate", { reason: "Which?" }, "text"],
])("%s %j asks the user one question", async (name, args, kind) => {
  const it = person("SQLite");
  expect(await textOf(name, args, it)).toBe("Which?\n  SQLite");
  expect(it.asked.map(({ fields }) => fields)).toMatchObject([[{ label: "Which?", kind }]]);
});

test("read_skill loads a skill", async () => {
  const skill = { name: "pdf", description: "", folder: "/s/pdf", source: "home" } as const;
  const skills = {
    list: async () => [skill],
    load: async (name: string) => (name === "pdf" ? { skill, body: "Do pdf.", files: [] } : undefined),
  };
  expect(await textOf("read_skill", { name: "pdf" }, { powers: { skills } })).toBe("Skill pdf, in /s/pdf:\n\nDo pdf.");
});

test("search_memory looks up notes, and says that it looked at nothing else", async () => {
  const note = { id: "n1", scope: "user", text: "Use pnpm.", savedAt: 0 } as const;
  const memory: Memory = { save: async () => note, all: async () => [note] };
  const text = await textOf("search_memory", { query: "pnpm", top_k: 900 }, { powers: { memory } });
  expect(text).toContain("Use pnpm.");
  expect(text.split("\n").at(-1)).toBe("[These are notes only. For files use grep, in this conversation look back.]");
});

test.each([
  [{ tool_names: ["grep", " find_files "] }, "grep  find_files "],
  [{ tool_names: "grep" }, "grep"],
])("tool_expand_tools %j is the search by exact names", async (args, query) => {
  const asked: ToolQuery[] = [];
  const finder: RunContext["finder"] = {
    async search(request) {
      asked.push(request);
      return { text: "{}", format: "json" };
    },
  };
  const output = await call(old("tool_expand_tools"), args, { powers: { finder } });
  expect(asked).toEqual([{ query: query.trim(), match: "exact", maxResults: 8 }]);
  expect(output).toMatchObject({ text: "{}", format: "json" });
});

test("a name that waits for its tool says so should it ever be reached", async () => {
  const failed = call(old("text_to_image"), { prompt: "A cat" }, host());
  await expect(failed).rejects.toMatchObject({ code: "unsupported", hint: "Use image_create." });
});
