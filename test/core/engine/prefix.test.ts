import fc from "fast-check";
import { expect, test } from "vitest";
import { SYSTEM_PROMPT } from "../../../src/core/engine/prompt";
import { reopenSession } from "../../../src/core/engine/session";
import { asTool } from "../../../src/core/mcp/asTool";
import type { McpPool } from "../../../src/core/mcp/pool";
import type { ModelRequest } from "../../../src/core/models/model";
import { MAX_ACTIVATED } from "../../../src/core/surface/activation";
import { memoryPorts } from "../../fakes/memoryPorts";
import { linesOf, type Reply, rig, SETTINGS } from "./scripted";

/** A request as a provider's cache sees it: tools, system, messages. */
function bytesOf({ tools, system, messages }: ModelRequest): string {
  return [JSON.stringify(tools), JSON.stringify(system), ...messages.map((message) => JSON.stringify(message))].join(
    "\n",
  );
}

function expectGrowing(requests: readonly ModelRequest[]): void {
  for (const [index, request] of requests.entries()) {
    const before = requests[index - 1];
    if (before) expect(bytesOf(request).startsWith(bytesOf(before))).toBe(true);
  }
}

const call = fc.oneof(
  fc
    .record({ path: fc.constantFrom("a.txt", "none", "\ud800"), limit: fc.integer({ min: 1, max: 9 }) })
    .map((args) => ["read", args] as const),
  fc.string().map((text) => ["read", text] as const),
  fc.string({ unit: "binary" }).map((content) => ["write", { path: "w.txt", content }] as const),
  fc.constant(["nothing_like_it", {}] as const),
);
const reply: fc.Arbitrary<Reply> = fc.record({
  text: fc.string({ unit: "binary" }),
  reasoning: fc.string(),
  calls: fc.array(call, { minLength: 1, maxLength: 4 }),
});

test("each of 40 requests is the one before plus new bytes at its end, whatever happens between", async () => {
  const turns = fc.array(
    fc.record({
      replies: fc.array(reply, { maxLength: 9 }),
      act: fc.constantFrom("mode", "posture", "steer", "stop", "none"),
    }),
    { minLength: 5, maxLength: 5 },
  );
  await fc.assert(
    fc.asyncProperty(turns, async (plan) => {
      const replies = plan.flatMap((turn) => [...turn.replies, {}]);
      const { session, model } = rig({
        replies,
        ports: memoryPorts({ files: { "a.txt": "1\n2\n3\n", "AGENTS.md": "Be brief." } }),
        answer: "once",
      });
      for (const turn of plan) {
        const sent = session.send("Go\ud800 on");
        if (turn.act === "mode") session.setMode(session.mode === "plan" ? "work" : "plan");
        if (turn.act === "posture") session.setPosture(session.posture === "ask" ? "full-access" : "ask");
        if (turn.act === "steer") await session.send("Faster");
        if (turn.act === "stop") session.stop();
        await sent;
      }
      expectGrowing(model.requests);
    }),
    { numRuns: 8 },
  );
}, 30_000);

const SERVED = Array.from({ length: 2 * MAX_ACTIVATED }, (_, at) => `mcp_notes_tool${at}`);

/** Twice as many tools as may be activated; of one server, whose calls all go well. */
function served(): McpPool {
  const tools = SERVED.map((modelName, at) => {
    const schema = { type: "object", properties: {} };
    const listed = { name: `tool${at}`, modelName, description: `Does thing${at}.`, schema, version: "1" };
    const hints = { readOnly: true, destructive: false };
    return asTool({ ...listed, ...hints }, { name: "notes", trusted: true }, async () => ({ text: "done" }));
  });
  const still = { version: 1, tools: () => tools, servers: () => [], collisions: () => [], connect: async () => [] };
  return still as unknown as McpPool;
}

const exact = (names: readonly string[]) => ["tool_search", { query: names.join(" "), match: "exact" }] as const;
const servedCall = fc.oneof(
  // Few, so that some are called again before the cache is full.
  fc.constantFrom(...SERVED.slice(0, 4)).map((name) => [name, {}] as const),
  fc.subarray(SERVED, { minLength: 1, maxLength: 4 }).map((names) => exact(names)),
  fc.nat(SERVED.length).map((at) => ["tool_search", { query: `thing${at}` }] as const),
  call,
);

test("activations append to the tools and leave what stands before them, the system prompt and all messages", async () => {
  const replies = fc.array(fc.record({ calls: fc.array(servedCall, { minLength: 1, maxLength: 3 }) }), {
    minLength: 10,
    maxLength: 20,
  });
  let [grown, full] = [0, 0];
  await fc.assert(
    fc.asyncProperty(replies, async (replies) => {
      const { session, model } = rig({ replies, pool: served(), answer: "once" });
      await session.send("Go on");
      const eager = model.requests[0]?.tools ?? [];
      const everActivated = new Set<string>();
      for (const [index, request] of model.requests.entries()) {
        const before = model.requests[index - 1] ?? request;
        expectGrowing([before, request].map((each) => ({ ...each, tools: [] })));
        for (const { name } of request.tools.slice(eager.length)) everActivated.add(name);
        // Once the cache was full, those that leave and those that come again change the tail, and only that.
        const stays = everActivated.size < MAX_ACTIVATED ? before.tools : eager;
        expect(request.tools.slice(0, stays.length)).toEqual(stays);
        if (everActivated.size >= MAX_ACTIVATED) full += 1;
        else if (request.tools.length > before.tools.length) grown += 1;
      }
    }),
    { numRuns: 20 },
  );
  expect(Math.min(grown, full)).toBeGreaterThan(0);
}, 30_000);

test("a reopened session goes on with the very bytes that were sent before", async () => {
  const first = rig({
    replies: [{ text: "Hm", reasoning: "why", calls: [["read", { path: "a.txt" }]] }],
    ports: memoryPorts({ files: { "a.txt": "one\n", "AGENTS.md": "Be brief." } }),
  });
  await first.session.send("Look");
  const stored = JSON.parse(JSON.stringify(first.log.events)) as typeof first.log.events;
  const second = rig({ stored, ports: memoryPorts({ files: { "AGENTS.md": "Be long." } }) });
  await second.session.send("Go on");
  expectGrowing([...first.model.requests, ...second.model.requests]);
  expect(second.session.id).toBe(first.session.id);
});

test("a reopened session keeps the prompt and tools it began with", async () => {
  const first = rig({});
  await first.session.send("Look");
  const stored = first.log.events.map((event) =>
    event.type === "session_started"
      ? { ...event, system: "Older words.", tools: [{ name: "read", description: "Older", parameters: {} }] }
      : event,
  );
  const { session, model } = rig({ stored });
  await session.send("Go on");
  expect(model.requests[0]?.system).toBe("Older words.");
  expect(model.requests[0]?.tools[0]).toMatchObject({ name: "read", description: "Older" });
});

test("the system prompt stays within its size", () => {
  expect(new TextEncoder().encode(SYSTEM_PROMPT).length).toBeLessThanOrEqual(6_000);
});

test("a session that another window writes can be read but not written", async () => {
  const first = rig({});
  await first.session.send("Look");
  const notices: string[] = [];
  const { ports, model, log } = rig({});
  const session = reopenSession(
    {
      ports,
      settings: () => SETTINGS,
      model: () => model,
      log,
      listen: (event) => event.type === "notice" && notices.push(event.code),
    },
    { lines: linesOf(first.log.events), problems: [], writer: undefined },
  );
  await session.send("Me too");
  expect(model.requests).toEqual([]);
  expect(notices).toEqual(["read_only_session", "read_only_session"]);
});
