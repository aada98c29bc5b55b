import { expect, test } from "vitest";
import { utf8Bytes } from "../../../src/core/results/sizes";
import { toolSchema } from "../../../src/core/tools/schema";
import type { ToolFinder, ToolQuery } from "../../../src/core/tools/tool";
import { toolSearch } from "../../../src/core/tools/toolSearch";
import { call } from "./calls";

async function asked(args: object): Promise<ToolQuery | undefined> {
  let seen: ToolQuery | undefined;
  const finder: ToolFinder = {
    search(query) {
      seen = query;
      return Promise.resolve({ text: "found" });
    },
  };
  expect((await call(toolSearch, args, { powers: { finder } })).text).toBe("found");
  return seen;
}

test("asks for eight by words when nothing else is said", async () =>
  expect(await asked({ query: " git history " })).toEqual({ query: "git history", match: "words", maxResults: 8 }));

test("passes on what is said", async () =>
  expect(await asked({ query: "grep", match: "exact", max_results: 2 })).toEqual({
    query: "grep",
    match: "exact",
    maxResults: 2,
  }));

test.each([{ query: " " }, { query: "a", max_results: 9 }, { query: "a", match: "regex" }, { query: "a", limit: 2 }])(
  "refuses %j",
  (args) => expect(call(toolSearch, args)).rejects.toMatchObject({ code: "invalid_argument" }),
);

test("takes little room in every request", () => {
  expect(utf8Bytes(JSON.stringify(toolSchema(toolSearch)))).toBeLessThanOrEqual(480);
});
