import { expect, test } from "vitest";
import { nativeTools } from "../../../src/core/tools/index";
import { toolSchema } from "../../../src/core/tools/schema";

const schemas = nativeTools("bash").map(toolSchema);

test("the model gets the tools in their fixed order", () => {
  expect(schemas.map(({ name }) => name)).toEqual(["read", "write", "edit", "bash", "todo_write"]);
});

test("all of them together stay small", () => {
  const request = schemas.map((tool) => ({ type: "function", function: tool }));
  expect(JSON.stringify(request).length).toBeLessThanOrEqual(2_200);
});

test("a field with a default is not required, and statuses are listed", () => {
  const [, , , bash, todo] = schemas;
  expect(bash?.parameters).toMatchObject({ required: ["command"], properties: { timeout: { default: 120 } } });
  expect(JSON.stringify(todo?.parameters)).toContain('"enum":["pending","in_progress","completed","cancelled"]');
});

test("no schema carries what guides no model", () => {
  expect(JSON.stringify(schemas)).not.toMatch(/\$schema|additionalProperties|9007199254740991/);
});
