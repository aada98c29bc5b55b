import * as z from "zod";
import { bash } from "../bash";
import { memoryRecall } from "../memoryRecall";
import { read } from "../read";
import type { Tool } from "../tool";
import { toolSearch } from "../toolSearch";
import { write } from "../write";
import { atMost, milliseconds, text } from "./fields";
import { oldName, refusing, waiting } from "./oldName";
import { placed } from "./shellText";

/** Lines that `file_read` gave when it was not told. */
const LINES = 400;
/** `bash` waits as long when it is not told. Sage's commands went on after their block time; ours end with it. */
const SECONDS = 120;
const MAX_SECONDS = 3_600;
const MAX_NOTES = 50;

/** `write` behind what is there. */
const append: typeof write = {
  ...write,
  async prepare({ path, content }, context) {
    const { text: before, eol } = await context.files.snapshot(path, context.signal);
    const more = before === "" || content.includes("\r\n") ? content : content.replaceAll("\n", eol);
    return write.prepare?.({ path, content: before + more }, context) ?? Promise.reject(new Error("write prepares"));
  },
};

const ONLY_NOTES = "[These are notes only. For files use grep, in this conversation look back.]";

/** Sage looked into files and old messages too: who asked must not take our notes for all of it. */
const recall: typeof memoryRecall = {
  ...memoryRecall,
  async run(asked, context) {
    const output = await memoryRecall.run(asked, context);
    return { ...output, text: `${output.text}\n${ONLY_NOTES}` };
  },
};

/** What needs no shell. */
const plain: readonly Tool[] = [
  oldName({
    name: "file_read",
    description: "An old name. Reads as read does, without line numbers; counts lines from 0, the last one left out.",
    tools: { read },
    schema: () =>
      z
        .strictObject({
          file_path: z.string(),
          start_line: z.int().min(0).default(0),
          end_line: z.int().min(1).nullable().default(LINES),
          include_line_numbers: z.boolean().optional(),
        })
        .refine(({ start_line, end_line }) => end_line === null || end_line > start_line, {
          path: ["end_line"],
          message: "it must be more than start_line",
        }),
    route: ({ file_path: path, start_line, end_line }) => [
      "read",
      { path, offset: start_line + 1, limit: end_line === null ? undefined : end_line - start_line },
    ],
  }),
  oldName({
    name: "file_write",
    description: "An old name. Writes as write does, or behind what is there.",
    tools: { write, append },
    schema: () =>
      z.strictObject({
        file_path: z.string(),
        content: z.string(),
        mode: z.enum(["overwrite", "append"]).default("overwrite"),
      }),
    route: ({ file_path: path, content, mode }) => [mode === "append" ? "append" : "write", { path, content }],
  }),
  oldName({
    name: "search_memory",
    description: "An old name. Looks up notes as memory_recall does, and nothing else.",
    tools: { memory_recall: recall },
    schema: () => z.strictObject({ query: z.string().min(1), top_k: z.int().min(1).default(5) }),
    route: ({ query, top_k }) => ["memory_recall", { query, limit: atMost(MAX_NOTES, top_k) }],
  }),
  oldName({
    name: "tool_expand_tools",
    description: "An old name. Puts tools in the requests by their exact names, as tool_search does.",
    tools: { tool_search: toolSearch },
    schema: () => z.strictObject({ tool_names: z.union([z.array(z.string()).min(1), z.string()]) }),
    route: ({ tool_names }) => ["tool_search", { query: [tool_names].flat().join(" "), match: "exact" }],
  }),
  waiting({
    name: "await_shell",
    title: "Run",
    description: "An old name. Waits for a command in the background.",
    capabilities: ["shell"],
    kind: "builtin",
    for: ["shell_wait"],
    schema: () => z.strictObject({ task_id: z.string(), block_until_ms: milliseconds(), pattern: text() }),
  }),
];

export function sage(shell: string | undefined): readonly Tool[] {
  const run = bash(shell);
  return [
    ...plain,
    oldName({
      name: "execute_shell_command",
      description: "An old name. Runs a command as bash does, in the foreground.",
      tools: { run, background: refusing(run, "Nothing can run in the background yet.", "Leave out block_until_ms.") },
      schema: () =>
        z.strictObject({
          command: z.string().min(1),
          workdir: text(),
          block_until_ms: milliseconds(),
          env_vars: z.record(z.string().regex(/^[A-Za-z_]\w*$/), z.string()).optional(),
        }),
      route: ({ command, workdir: folder, block_until_ms: ms, env_vars: env }) => {
        const whole = placed(command, { folder, env }, shell);
        const timeout = Math.min(MAX_SECONDS, Math.max(SECONDS, (ms ?? 0) / 1_000));
        return ms === 0 ? ["background", { command: whole }] : ["run", { command: whole, timeout }];
      },
    }),
  ];
}
