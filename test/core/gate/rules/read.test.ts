import { expect, test } from "vitest";
import { joinRules, readRules } from "../../../../src/core/gate/rules/read";

const USER = { name: "gatehouse.rules", mayAllow: true };
const FOLDER = { name: "gatehouse.workspaceRules", mayAllow: false, root: "/w" };
const read = (value: unknown, place: Parameters<typeof readRules>[1] = USER) => readRules(value, place);
const one = (entry: unknown) => {
  const { rules, problems } = read([entry]);
  return { rules, why: problems.map(({ why }) => why).join() };
};

test("reads what can be used as it is written", () => {
  const list = [
    { tool: "edit", path: "src/**", action: "allow", why: "mine" },
    { tool: "mcp_github_*", action: "ask" },
    { tool: "*", server: "My Server", action: "deny" },
    { tool: "bash", command: "git push", action: "ask" },
    { tool: "Web", host: "*.example.com:8080", action: "allow" },
  ];
  expect(read(list)).toEqual({ rules: list, problems: [] });
  expect(read(undefined)).toEqual({ rules: [], problems: [] });
});

test("places the rules of a folder's settings in its root", () => {
  expect(read([{ tool: "edit", action: "deny" }], FOLDER).rules).toEqual([
    { tool: "edit", action: "deny", root: "/w" },
  ]);
});

test.each<[string, unknown, string]>([
  ["an unknown key", { tool: "edit", action: "deny", paths: "src" }, "paths is not known"],
  ["two scopes", { tool: "edit", action: "deny", path: "src", host: "x.example" }, "path and host"],
  ["an empty path", { tool: "edit", action: "ask", path: " " }, "path: it is empty"],
  ["a path out of the root", { tool: "edit", action: "deny", path: "../x" }, "leave its root"],
  ["a path that is turned round", { tool: "edit", action: "deny", path: "!src" }, "!"],
  ["a path of the home folder", { tool: "edit", action: "deny", path: "~/x" }, "starts at the root"],
  ["a range that runs backwards", { tool: "edit", action: "deny", path: "[z-a].ts" }, "backwards"],
  ["too many alternatives", { tool: "edit", action: "deny", path: "{a,b}".repeat(9) }, "too many"],
  ["an address for a host", { tool: "edit", action: "deny", host: "https://x.example/" }, "is no host"],
  ["an expression that does not compile", { tool: "edit", action: "deny", command: "/git (push/" }, "no regular"],
  ["several commands", { tool: "edit", action: "ask", command: "git push && rm x" }, "one command alone"],
  ["an unknown action", { tool: "edit", action: "forbid" }, "action: must be allow, ask or deny"],
  ["no action", { tool: "edit", path: "src" }, "action: must be"],
  ["a path that is no text", { tool: "edit", path: 1, action: "deny" }, "path: must be a text"],
])("a rule with %s asks for its tool, and says why", (_, entry, why) => {
  const result = one(entry);
  expect(result.rules).toEqual([{ tool: "edit", action: "ask", unread: true }]);
  expect(result.why).toContain(why);
});

test.each<[string, unknown]>([
  ["no tool", { action: "deny", path: "src" }],
  ["a star within a tool's name", { tool: "ed*t", action: "deny" }],
  ["nothing that is an object", "deny edit"],
])("a rule with %s asks for every call", (_, entry) => {
  expect(one(entry).rules).toEqual([{ tool: "*", action: "ask", unread: true }]);
});

test.each<[string, unknown]>([
  ["unknown keys", { tool: "edit", action: "allow", x: 1 }],
  ["no scope, for every tool", { tool: "*", action: "allow" }],
  ["a broken path", { tool: "edit", action: "allow", path: "!src" }],
])("an allow rule with %s allows nothing, and says why", (_, entry) => {
  const { rules, why } = one(entry);
  expect(rules).toEqual([]);
  expect(why).not.toBe("");
});

test("F112: a list that is none asks for every call", () => {
  expect(read({ tool: "edit" })).toEqual({
    rules: [{ tool: "*", action: "ask", unread: true }],
    problems: [{ place: "gatehouse.rules", why: "it must be a list of rules" }],
  });
});

test("names the place of each broken rule, and keeps all others", () => {
  const { rules, problems } = read([{ tool: "read", action: "deny" }, 1, { tool: "edit", action: "deny" }]);
  expect(problems.map(({ place }) => place)).toEqual(["gatehouse.rules[1]"]);
  expect(rules).toHaveLength(3);
});

test("F55: lets no workspace allow anything", () => {
  const { rules, problems } = read([{ tool: "edit", action: "allow" }], FOLDER);
  expect(rules).toEqual([]);
  expect(problems[0]?.why).toContain("a workspace can't allow");
});

test("joins lists so that all of them hold", () => {
  const books = [read([{ tool: "a", action: "deny" }]), read([1], FOLDER)];
  expect(joinRules(books)).toMatchObject({
    rules: [{ tool: "a" }, { root: "/w" }],
    problems: [{ place: "gatehouse.workspaceRules[0]" }],
  });
});
