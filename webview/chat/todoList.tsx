import * as l10n from "@vscode/l10n";
import type { Todo } from "../../src/shared/results";
import { visible } from "../../src/shared/visible";
import { Icon, type IconName } from "../ui/icon";

export function TodoList({ todos }: { todos: readonly Todo[] }) {
  return (
    <ul class="todos">
      {todos.map((todo) => (
        <li key={todo.id} class={`todo ${todo.status}`}>
          <Icon name={ICONS[todo.status]} />
          <span class="spoken">{statusWords(todo.status)}</span>
          <span>{visible(todo.content)}</span>
        </li>
      ))}
    </ul>
  );
}

const ICONS: Readonly<Record<Todo["status"], IconName>> = {
  pending: "circle-large-outline",
  in_progress: "play",
  completed: "pass-filled",
  cancelled: "circle-slash",
};

function statusWords(status: Todo["status"]): string {
  switch (status) {
    case "pending":
      return l10n.t("To do:");
    case "in_progress":
      return l10n.t("Under way:");
    case "completed":
      return l10n.t("Done:");
    case "cancelled":
      return l10n.t("Dropped:");
    default:
      return status satisfies never;
  }
}
