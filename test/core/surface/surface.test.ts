import { expect, test } from "vitest";
import { DEFAULT_ACTIVE_NATIVE_TOOLS, prepareSurface } from "../../../src/core/surface/surface";

test("the native vocabulary is this, in this order", () => {
  expect(DEFAULT_ACTIVE_NATIVE_TOOLS).toEqual([
    "read",
    "write",
    "edit",
    "bash",
    "agent",
    "workflow",
    "todo_write",
    "create_goal",
    "get_goal",
    "update_goal",
    "load_skill",
  ]);
});

test("offers what is built of it, in its order, and finds it by exact name only", () => {
  const { names, find } = prepareSurface("bash");
  expect(names).toEqual(DEFAULT_ACTIVE_NATIVE_TOOLS.filter((name) => find(name)));
  expect(names).toEqual(expect.arrayContaining(["read", "write", "edit", "bash", "todo_write"]));
  expect(find("Read")).toBeUndefined();
  expect(find("constructor")).toBeUndefined();
});
