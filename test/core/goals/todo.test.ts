import { expect, test } from "vitest";
import { percentSettled, planTodos } from "../../../src/core/goals/todo";

test.each([
  ["in-progress", "in_progress"],
  ["In Progress", "in_progress"],
  ["doing", "in_progress"],
  ["DONE", "completed"],
  ["complete", "completed"],
  ["canceled", "cancelled"],
  ["skipped", "cancelled"],
  ["todo", "pending"],
  ["not_started", "pending"],
  ["", "pending"],
  [undefined, "pending"],
])("reads %j as %s", (status, expected) => {
  expect(planTodos([{ content: "a", status }]).todos[0]?.status).toBe(expected);
});

test("of several steps in progress the last stays", () => {
  const plan = planTodos(["a", "b", "c"].map((content) => ({ content, status: "active" })));
  expect(plan.todos.map(({ status }) => status)).toEqual(["pending", "pending", "in_progress"]);
  expect(plan.setBack).toEqual(["a", "b"]);
});

test("cancelled steps are settled like completed ones", () => {
  const { todos } = planTodos([
    { content: "a", status: "done" },
    { content: "b", status: "cancelled" },
    { content: "c" },
  ]);
  expect(percentSettled(todos)).toBe(66);
});
