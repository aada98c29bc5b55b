import * as l10n from "@vscode/l10n";
import { useState } from "preact/hooks";
import { visible } from "../../src/shared/visible";
import { Icon } from "../ui/icon";
import { TodoList } from "./todoList";
import { useView } from "./view";

/** The todo list folded to one line: how far it is, and what is being done. */
export function TodoStrip() {
  const todos = useView().store.todos.value;
  const [open, setOpen] = useState(false);
  if (todos.length === 0) return null;
  const counted = todos.filter((todo) => todo.status !== "cancelled");
  const done = counted.filter((todo) => todo.status === "completed").length;
  const current =
    todos.find((todo) => todo.status === "in_progress") ?? todos.find((todo) => todo.status === "pending");
  return (
    <section class="todo-strip" aria-label={l10n.t("Todo list")}>
      <button type="button" class="strip-line" aria-expanded={open} onClick={() => setOpen(!open)}>
        <Icon name="tasklist" />
        <b>{current ? visible(current.content, "") : l10n.t("All done")}</b>
        <progress class="bar" value={done} max={Math.max(1, counted.length)} aria-hidden="true" />
        <small>{l10n.t("{0} of {1} done", done, counted.length)}</small>
        <Icon name={open ? "chevron-down" : "chevron-up"} />
      </button>
      {open && <TodoList todos={todos} />}
    </section>
  );
}
