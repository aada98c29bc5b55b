import * as z from "zod";
import type { Todo } from "../../shared/results";
import { english, type Words, words } from "../../shared/words";
import { percentSettled, planTodos, TODO_STATUSES } from "../goals/todo";
import { counted } from "../results/sizes";
import { defineTool, ToolError } from "./tool";

/** The whole list is shown, kept and sent with each change. */
const MAX_ITEMS = 500;
const MAX_CHARACTERS = 50_000;

/** Replaces the agent's own list. Its statuses are read leniently, so the schema only advises. */
export const todoWrite = defineTool({
  name: "todo_write",
  title: "Plan",
  description: "Replace your to-do list (send all of it), for work of several steps. One in_progress at a time.",
  input: z.strictObject({
    todos: z.array(
      z.strictObject({
        content: z.string().min(1),
        status: z
          .string()
          .optional()
          .meta({ enum: [...TODO_STATUSES] }),
      }),
    ),
  }),
  capabilities: ["state"],
  offer: "eager",
  kind: "builtin",
  worker: "main-process-proxy",
  renderer: "todo",
  parallel: false,

  subject: ({ todos }) => english(steps(todos.length)),
  subjectWords: ({ todos }) => steps(todos.length),

  async run(input, context) {
    const characters = input.todos.reduce((sum, { content }) => sum + content.length, 0);
    if (input.todos.length > MAX_ITEMS || characters > MAX_CHARACTERS)
      throw new ToolError("invalid_argument", `A list has up to ${MAX_ITEMS} items and ${MAX_CHARACTERS} characters.`);
    const { todos, setBack } = planTodos(input.todos);
    context.todos.set(todos);
    const lines = [summary(todos), ...todos.map(({ id, status, content }) => `${id}. [${status}] ${content}`)];
    if (setBack.length > 0) lines.push(`Only one can be in progress; set back to pending: ${setBack.join("; ")}`);
    return { text: lines.join("\n"), details: { kind: "todos", todos } };
  },
});

const steps = (count: number): Words => (count === 1 ? words("1 step") : words("{0} steps", count));

function summary(todos: readonly Todo[]): string {
  return todos.length === 0
    ? "The list is empty."
    : `${counted(todos.length, "item")}, ${percentSettled(todos)} % settled.`;
}
