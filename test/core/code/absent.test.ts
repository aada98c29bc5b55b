import { expect, test } from "vitest";
import { absentName } from "../../../src/core/code/absent";

test.each([
  ["fetch", "fetch is not available in a program: call a tool."],
  ["Buffer", "Buffer is not available in a program: use arrays, or strings with atob and btoa."],
  ["typo", "typo is not defined."],
  ["toString", "toString is not defined."],
])("says what to do without %s", (name, words) => expect(absentName(name)).toBe(words));
