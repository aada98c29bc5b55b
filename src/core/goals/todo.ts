import type { Todo } from "../../shared/results";
import { ToolError } from "../operations/failure";

export type TodoStatus = Todo["status"];

export const TODO_STATUSES: readonly TodoStatus[] = ["pending", "in_progress", "completed", "cancelled"];

export interface TodoPlan {
  readonly todos: readonly Todo[];
  /** Contents that were set back to pending since a later one is in progress. */
  readonly setBack: readonly string[];
}

/** The new list of one agent: ids by position, usual spellings understood, one in progress at most. */
export function planTodos(
  items: readonly { readonly content: string; readonly status?: string | undefined }[],
): TodoPlan {
  const statuses = items.map((item, index) => readStatus(item.status, index));
  const current = statuses.lastIndexOf("in_progress");
  const setBack: string[] = [];
  const todos = items.map(({ content }, index): Todo => {
    const late = statuses[index] === "in_progress" && index !== current;
    if (late) setBack.push(content);
    return { id: String(index + 1), content, status: late ? "pending" : (statuses[index] ?? "pending") };
  });
  return { todos, setBack };
}

/** Share of the list that needs no more work, in whole percent; an empty list is settled. */
export function percentSettled(todos: readonly Todo[]): number {
  if (todos.length === 0) return 100;
  const settled = todos.filter(({ status }) => status === "completed" || status === "cancelled").length;
  return Math.floor((settled / todos.length) * 100);
}

const SPELLINGS: Readonly<Record<TodoStatus, readonly string[]>> = {
  pending: ["", "pending", "todo", "open", "notstarted", "waiting", "queued", "planned"],
  in_progress: ["inprogress", "active", "current", "doing", "started", "working", "running", "wip"],
  completed: ["completed", "complete", "done", "finished", "closed", "resolved", "success"],
  cancelled: ["cancelled", "canceled", "cancel", "skipped", "dropped", "abandoned", "wontdo"],
};

function readStatus(status: string | undefined, index: number): TodoStatus {
  const plain = (status ?? "").toLowerCase().replace(/[^a-z]/g, "");
  const found = TODO_STATUSES.find((known) => SPELLINGS[known].includes(plain));
  if (found) return found;
  throw new ToolError(
    "invalid_argument",
    `todos[${index}].status: "${status}" is not one of ${TODO_STATUSES.join(", ")}.`,
  );
}
