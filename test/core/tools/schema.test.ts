import { expect, test } from "vitest";
import { nativeTools } from "../../../src/core/tools/index";
import { toolSchema } from "../../../src/core/tools/schema";

const schemas = nativeTools("bash").map(toolSchema);

test("every native tool has a schema of an object, and a description", () => {
  for (const { name, description, parameters } of schemas) {
    expect(parameters, name).toMatchObject({ type: "object" });
    expect(description, name).not.toBe("");
  }
});

test("a field with a default is not required, and statuses are listed", () => {
  const [, , , bash, todo] = schemas;
  expect(bash?.parameters).toMatchObject({ required: ["command"], properties: { timeout: { default: 120 } } });
  expect(JSON.stringify(todo?.parameters)).toContain('"enum":["pending","in_progress","completed","cancelled"]');
});

test("no schema carries what guides no model", () => {
  // Old names are never sent; their schemas are as those systems had them.
  const sent = nativeTools("bash").filter(({ offer }) => offer !== "hidden");
  expect(JSON.stringify(sent.map(toolSchema))).not.toMatch(/\$schema|additionalProperties|9007199254740991/);
});
