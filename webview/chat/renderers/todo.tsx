import * as l10n from "@vscode/l10n";
import type { CallItem } from "../../../src/shared/messages/chatItems";
import { TodoList } from "../todoList";
import type { Renderer } from "./renderer";
import { TextBody } from "./text";

export const todo: Renderer = { tail, Body: TodoBody };

function tail(item: CallItem) {
  if (item.details?.kind !== "todos") return undefined;
  const { todos } = item.details;
  return l10n.t("{0} of {1} done", todos.filter((entry) => entry.status === "completed").length, todos.length);
}

function TodoBody({ item }: { item: CallItem }) {
  return item.details?.kind === "todos" ? <TodoList todos={item.details.todos} /> : <TextBody item={item} />;
}
