import { expect, test } from "vitest";
import { todoWrite } from "../../../src/core/tools/todoWrite";
import { call } from "./calls";

const todos = [
  { content: "look", status: "completed" },
  { content: "change", status: "in_progress" },
  { content: "test" },
];

test("gives the list with ids and how much of it is settled", async () => {
  const { text, details } = await call(todoWrite, { todos });
  expect(text).toBe("3 items, 33 % settled.\n1. [completed] look\n2. [in_progress] change\n3. [pending] test");
  expect(details).toMatchObject({ kind: "todos", todos: [{ id: "1" }, { id: "2" }, { id: "3", status: "pending" }] });
});

test("its card counts the steps in words that can be translated", () => {
  const of = (count: number) => ({ todos: Array.from({ length: count }, () => ({ content: "a" })) });
  expect([todoWrite.subject(of(1)), todoWrite.subject(of(3))]).toEqual(["1 step", "3 steps"]);
  expect(todoWrite.subjectWords?.(of(1))).toEqual({ text: "1 step" });
  expect(todoWrite.subjectWords?.(of(3))).toEqual({ text: "{0} steps", args: [3] });
});

test("a list that comes as text is read", async () => {
  expect((await call(todoWrite, { todos: JSON.stringify(todos) })).text).toContain("3 items");
});

test("says when it set an earlier step back", async () => {
  const both = ["a", "b"].map((content) => ({ content, status: "in progress" }));
  expect((await call(todoWrite, { todos: both })).text).toBe(
    "2 items, 0 % settled.\n1. [pending] a\n2. [in_progress] b\nOnly one can be in progress; set back to pending: a",
  );
});

test("an empty list clears it", async () => {
  expect((await call(todoWrite, { todos: [] }, { todos: [{ id: "1", content: "old", status: "pending" }] })).text).toBe(
    "The list is empty.",
  );
});

test("refuses a status that means nothing", () =>
  expect(call(todoWrite, { todos: [{ content: "a", status: "maybe" }] })).rejects.toMatchObject({
    code: "invalid_argument",
    message: 'todos[0].status: "maybe" is not one of pending, in_progress, completed, cancelled.',
  }));
