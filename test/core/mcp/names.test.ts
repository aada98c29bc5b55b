import fc from "fast-check";
import { expect, test } from "vitest";
import { modelName, nameTools, serverPrefix } from "../../../src/core/mcp/names";

const namesOf = (server: string, ...tools: string[]) => Object.fromEntries(nameTools(server, tools).names);

test("a plain name is joined as it is", () => expect(modelName("git", "log")).toBe("mcp_git_log"));

test("what providers do not take becomes an underscore", () => {
  expect(modelName("My Server", "a.b/c😀")).toBe("mcp_My_Server_a_b_c_");
  expect(serverPrefix("My Server")).toBe("mcp_My_Server_");
});

test("a long name is cut and told apart by a hash of the whole (F70)", () => {
  const [first, second] = [modelName("s", `${"x".repeat(70)}a`), modelName("s", `${"x".repeat(70)}b`)];
  expect(first).toMatch(/^mcp_s_x{49}_[a-z0-9]{8}$/);
  expect(first).toHaveLength(64);
  expect(second).not.toBe(first);
});

test("the hash is the same in every process", () =>
  expect(modelName("s", "y".repeat(100))).toBe(`mcp_s_${"y".repeat(49)}_l5dhregh`));

test("names that differ in signs that are allowed stay as they are (F71)", () =>
  expect(namesOf("s", "search-a", "search_a")).toEqual({ "search-a": "mcp_s_search-a", search_a: "mcp_s_search_a" }));

test("of several that would share a name the one written so keeps it, in any order", () => {
  const names = namesOf("s", "a.b", "a_b", "a b");
  expect(names["a_b"]).toBe("mcp_s_a_b");
  expect(names["a.b"]).toMatch(/^mcp_s_a_b_[a-z0-9]{8}$/);
  expect(new Set(Object.values(names)).size).toBe(3);
  expect(namesOf("s", "a b", "a_b", "a.b")).toEqual(names);
});

test("a tool named like another one's hashed name shares it with nobody", () => {
  const stolen = namesOf("s", "a.b", "a_b")["a.b"] as string;
  const { names, clashing } = nameTools("s", ["a.b", "a_b", stolen.slice("mcp_s_".length)]);
  expect([...names.keys()]).toEqual(["a_b"]);
  expect(clashing).toHaveLength(2);
});

const anyName = fc.string({ unit: "grapheme", maxLength: 90 });

test("every name is one that providers take, and no two tools of a server share one", () => {
  fc.assert(
    fc.property(anyName, fc.array(anyName, { maxLength: 30 }), (server, tools) => {
      const names = [...nameTools(server, tools).names.values()];
      expect(new Set(names).size).toBe(names.length);
      for (const name of names) expect(name).toMatch(/^mcp_[A-Za-z0-9_-]{0,60}$/);
    }),
  );
});

test("a name does not depend on the order of the list", () => {
  fc.assert(
    fc.property(fc.uniqueArray(anyName, { maxLength: 20 }), (tools) => {
      expect(namesOf("s", ...tools.toReversed())).toEqual(namesOf("s", ...tools));
    }),
  );
});
