import * as z from "zod";
import { bash } from "../bash";
import { edit } from "../edit";
import { findFiles } from "../findFiles";
import { grep } from "../grep";
import { listDir } from "../listDir";
import { read } from "../read";
import { todoWrite } from "../todoWrite";
import type { Tool } from "../tool";
import { write } from "../write";
import { atMost, milliseconds, text } from "./fields";
import { oldName, refusing } from "./oldName";
import { patch } from "./patch";
import { placed, python } from "./shellText";

const lines = () => z.int().min(1).optional();

/** Files and plans of CodeWhale before its lower-case tools; NetaClaw's `read_file` and `write_file` too. */
export const codewhaleFiles: readonly Tool[] = [
  oldName({
    name: "read_file",
    description: "An old name. Reads as read does.",
    tools: { read },
    schema: () =>
      z.strictObject({ path: z.string(), start_line: lines(), max_lines: lines(), offset: lines(), limit: lines() }),
    route: ({ path, start_line, max_lines, offset, limit }) => [
      "read",
      { path, offset: start_line ?? offset, limit: max_lines ?? limit },
    ],
  }),
  oldName({
    name: "write_file",
    description: "An old name. Writes as write does.",
    tools: { write },
    schema: () => z.strictObject({ path: z.string(), content: z.string() }),
    route: (asked) => ["write", asked],
  }),
  oldName({
    name: "edit_file",
    description: "An old name. Makes one edit as edit does.",
    tools: { edit },
    schema: () => z.strictObject({ path: z.string(), search: z.string(), replace: z.string() }),
    route: ({ path, search, replace }) => ["edit", { path, edits: [{ oldText: search, newText: replace }] }],
  }),
  oldName({
    name: "File",
    title: "File",
    description: "An old name. Does by its action what write, edit, patch, read, list_dir, find_files and grep do.",
    // What an action writes its effects show: reading is as free in Plan as by `read`.
    capabilities: ["read"],
    approval: "suggest",
    tools: { write, edit, patch, read, list: listDir, search_name: findFiles, search_content: grep },
    schema: fileInput,
    route: (asked) => [asked.action, FILE[asked.action](asked)],
  }),
  oldName({
    name: "update_plan",
    description: "An old name. Its plan becomes the to-do list; what else it says of the plan is not kept.",
    tools: { todo_write: todoWrite },
    schema: planInput,
    route: ({ plan }) => ["todo_write", { todos: plan.map(({ step, status }) => ({ content: step, status })) }],
  }),
];

const ACTIONS = ["read", "list", "search_name", "search_content", "write", "edit", "patch"] as const;

function fileInput() {
  return z.strictObject({
    action: z.enum(ACTIONS),
    path: z.string().optional(),
    start_line: lines(),
    max_lines: lines(),
    content: z.string().optional(),
    search: z.string().optional(),
    replace: z.string().optional(),
    query: z.string().optional(),
    pattern: z.string().optional(),
    limit: lines(),
    max_results: lines(),
    include: z.array(z.string()).optional(),
    context_lines: z.int().min(0).optional(),
    case_insensitive: z.boolean().optional(),
    patch: z.string().optional(),
  });
}
type FileAsked = z.output<ReturnType<typeof fileInput>>;

/** What is missing for an action is said by the tool that would need it. */
const FILE: Readonly<Record<(typeof ACTIONS)[number], (asked: FileAsked) => Readonly<Record<string, unknown>>>> = {
  read: ({ path, start_line, max_lines }) => ({ path, offset: start_line, limit: max_lines }),
  list: ({ path = "." }) => ({ path }),
  search_name: ({ query, path, limit, max_results }) => ({
    pattern: query && (/[*?[{]/.test(query) ? query : `*${query}*`),
    path,
    limit: atMost(200, limit ?? max_results),
  }),
  search_content: ({ pattern, path, include = [], context_lines, max_results, case_insensitive }) => ({
    pattern,
    path,
    glob: include.length > 1 ? `{${include.join(",")}}` : include[0],
    context: atMost(10, context_lines),
    limit: atMost(200, max_results),
    ignoreCase: case_insensitive,
  }),
  write: ({ path, content }) => ({ path, content }),
  edit: ({ path, search, replace }) => ({ path, edits: [{ oldText: search, newText: replace }] }),
  patch: ({ path, patch: diff }) => ({ path, patch: diff }),
};

function planInput() {
  return z.strictObject({
    title: text(),
    objective: text(),
    context_summary: text(),
    sources_used: z.array(z.string()).optional(),
    constraints: z.array(z.string()).optional(),
    recommended_approach: text(),
    plan: z.array(z.strictObject({ step: z.string().min(1), status: z.string() })),
    verification_plan: text(),
    risks_and_unknowns: text(),
    handoff_packet: text(),
    explanation: text(),
  });
}

/** Commands of CodeWhale. A part of `Bash` was what `shell_start` and its bundle are to be. */
export function codewhaleCommands(shell: string | undefined): readonly Tool[] {
  const run = bash(shell);
  return [
    oldName({
      name: "Bash",
      description: "An old name. Runs a command as bash does; nothing runs in the background.",
      tools: { run, background: refusing(run, "Nothing can run in the background yet.", "Run it in the foreground.") },
      schema: () =>
        z.strictObject({
          action: z.enum(["run", "wait", "interact", "cancel"]),
          command: text(),
          timeout_ms: milliseconds(),
          cwd: text(),
          background: z.boolean().optional(),
          task_id: text(),
          input: text(),
        }),
      route: ({ action, command = "", timeout_ms, cwd, background }) =>
        action === "run" && !background
          ? ["run", { command: command && placed(command, { folder: cwd }, shell), timeout: seconds(timeout_ms) }]
          : ["background", { command: command || action }],
    }),
    oldName({
      name: "code_execution",
      description: "An old name. Runs Python code as a command of bash.",
      tools: { run, nowhere: refusing(run, `Python can't be handed to ${shell}.`, "Write a file and run that.") },
      schema: () => z.strictObject({ code: z.string().min(1) }),
      route: ({ code }) =>
        shell === "PowerShell" ? ["nowhere", { command: code }] : ["run", { command: python(code) }],
    }),
  ];
}

const seconds = (ms: number | undefined): number | undefined => ms && atMost(3_600, ms / 1_000);
