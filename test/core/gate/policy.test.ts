import { expect, test } from "vitest";
import { decide } from "../../../src/core/gate/gate";
import { cappedMode, cappedPosture, permitsEndpoint, permitsModel, permitsServer } from "../../../src/core/gate/policy";
import { brokenPolicy, readPolicy } from "../../../src/core/gate/policyFile";
import type { Policy } from "../../../src/core/gate/statutes";
import { facts, planned, type What } from "./calls";

const read = (value: unknown): Policy => readPolicy(JSON.stringify(value), "/etc/gatehouse/policy.json");
const check = async (policy: Policy, what: What, more = {}) => decide(await planned(what), facts({ policy, ...more }));

test("denies tools and servers that it does not permit, in every posture, and allows nothing by itself", async () => {
  const policy = read({ tools: { deny: ["Web", "mcp_evil_*"] }, servers: { allow: ["git", "team-*"] } });
  const denied = { outcome: "deny", verdict: { layer: "policy", reason: "managed_policy" } };
  for (const posture of ["ask", "auto-review", "full-access"] as const) {
    expect(await check(policy, { tool: "Web", hosts: ["a.example"] }, { posture })).toMatchObject(denied);
    expect(await check(policy, { tool: "mcp_x_y", server: "x" }, { posture })).toMatchObject(denied);
  }
  expect(await check(policy, { tool: "mcp_evil_y", server: "git" })).toMatchObject(denied);
  expect((await check(policy, { tool: "mcp_git_y", server: "git" })).outcome).toBe("ask");
  expect((await check(policy, { tool: "edit", writes: ["src/a.ts"] })).outcome).toBe("ask");
});

test("a list of what is permitted refuses all else, old names with it", async () => {
  const policy = read({ tools: { allow: ["read"] } });
  expect((await check(policy, { tool: "read", reads: ["src/a.ts"] })).outcome).toBe("allow");
  expect((await check(policy, { tool: "read_file", standsFor: ["read"], reads: ["src/a.ts"] })).outcome).toBe("deny");
});

test("caps mode and posture, and refuses what stands above", async () => {
  const policy = read({ mode: "plan", posture: "auto-review" });
  expect(cappedMode(policy, "operate")).toBe("plan");
  expect(cappedMode(read({ mode: "work" }), "operate")).toBe("operate");
  expect(cappedMode(undefined, "work")).toBe("work");
  expect([cappedPosture(policy, "full-access"), cappedPosture(policy, "ask")]).toEqual(["auto-review", "ask"]);
  expect(await check({ posture: "ask" }, { reads: ["src/a.ts"] }, { posture: "full-access" })).toMatchObject({
    outcome: "deny",
    verdict: { layer: "policy" },
  });
});

test("caps endpoints by address and models by name", () => {
  const policy = read({ endpoints: { allow: ["https://models.example/v1"] }, models: { deny: ["big-*"] } });
  expect(permitsModel(policy, "https://models.example/v1/", "small")).toBe(true);
  expect(permitsModel(policy, "https://models.example/v1", "big-1")).toBe(false);
  for (const address of [
    "https://models.example/v10",
    "http://models.example/v1",
    "https://models.example:8443/v1",
    "https://models.example.evil/v1",
    "https://models.example@evil.example/v1",
    "x",
  ]) {
    expect(permitsEndpoint(policy, address)).toBe(false);
  }
});

test.each<[string, string, string]>([
  ["not JSON", "{", "close brace expected"],
  ["a cap that stands twice", '{"mode":"plan",\n"mode":"work"}', "policy.json:2: the key stands twice"],
  ["an unknown cap", '{"shell":false}', "shell is not known"],
  ["an unknown posture", '{"posture":"yolo"}', "posture"],
  ["a list that is none", '{"tools":{"deny":"Web"}}', "tools.deny"],
  ["an address that is none", '{"endpoints":{"allow":["models"]}}', "must be an address"],
])("fails closed on a file with %s, and says why", async (_, text, words) => {
  const policy = readPolicy(text, "/etc/gatehouse/policy.json");
  expect(policy.broken).toContain(words);
  expect(policy.broken).toMatch(/^\/etc\/gatehouse\/policy\.json(:\d+)?: /);
  const decision = await check(policy, { reads: ["src/a.ts"] }, { mode: "plan" });
  expect(decision).toMatchObject({ outcome: "deny", verdict: { reason: "managed_policy", subject: policy.broken } });
});

test("a broken policy permits no server, no endpoint, and only Plan and Ask", () => {
  const policy = brokenPolicy("/p", "no");
  expect([permitsServer(policy, "git"), permitsEndpoint(policy, "https://a.example")]).toEqual([false, false]);
  expect([cappedMode(policy, "work"), cappedPosture(policy, "full-access")]).toEqual(["plan", "ask"]);
});
