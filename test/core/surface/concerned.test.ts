import { expect, test } from "vitest";
import { serversConcerned } from "../../../src/core/surface/concerned";

const SERVERS = ["git", "My Box", "天气"];

test.each([
  ["use mcp tools", SERVERS],
  ["MCP: what is there?", SERVERS],
  ["Git, please", ["git"]],
  ["a legit gitter", []],
  ["what is in my box?", ["My Box"]],
  ["mcp_my_box_open", ["My Box"]],
  ["mcp_git_log,mcp_none_x", ["git"]],
  ["mcp_gitter_log", []],
  ["查天气预报", ["天气"]],
  ["", []],
])("%j concerns %j", (query, servers) => expect(serversConcerned(query, SERVERS)).toEqual(servers));

test("no more than eight at once", () => {
  const many = Array.from({ length: 20 }, (_, at) => `s${at}`);
  expect(serversConcerned("mcp", many)).toEqual(many.slice(0, 8));
});
