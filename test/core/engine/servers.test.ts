import { expect, test } from "vitest";
import { assertMay } from "../../../src/core/gate/permit";
import { asTool } from "../../../src/core/mcp/asTool";
import type { ListedTool } from "../../../src/core/mcp/listed";
import type { McpPool } from "../../../src/core/mcp/pool";
import type { Tool } from "../../../src/core/tools/tool";
import { memoryPorts } from "../../fakes/memoryPorts";
import { fakePrograms } from "../../fakes/programs";
import { type Reply, type RigOptions, rig } from "./scripted";

/** What a server says of one tool. */
interface Said {
  readonly name?: string;
  readonly version?: string;
  readonly readOnly?: boolean;
  readonly destructive?: boolean;
  readonly trusted?: boolean;
}

interface OneServer {
  readonly pool: McpPool;
  /** Inputs of the calls that came through. */
  readonly calls: unknown[];
  say(said: Said): void;
}

/** A pool with one server of one tool; no connection, since that is tested with real ones. */
function server(first: Said = {}): OneServer {
  const calls: unknown[] = [];
  const toolOf = ({
    name = "mcp_notes_add",
    version = "1",
    readOnly = false,
    destructive = false,
    trusted = false,
  }: Said) => {
    const listed = {
      name: "add",
      modelName: name,
      description: "Adds a note.",
      schema: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
      readOnly,
      destructive,
      version,
    } satisfies ListedTool;
    return asTool(listed, { name: "notes", trusted }, async ({ permit }, tool, input) => {
      assertMay(permit, { tool: tool.name, version: tool.version ?? "" });
      calls.push(input);
      return { text: "added" };
    });
  };
  let tools: readonly Tool[] = [toolOf(first)];
  let version = 1;
  const pool = {
    get version() {
      return version;
    },
    tools: () => tools,
    servers: () => [],
    collisions: () => [],
    connect: async () => [],
  } as unknown as McpPool;
  return {
    pool,
    calls,
    say(said) {
      tools = [toolOf(said)];
      version += 1;
    },
  };
}

const add = (text: string, id: string): Reply => ({ calls: [["mcp_notes_add", { text }, id]] });
const play = (one: OneServer, replies: readonly (Reply | (() => Reply))[], more: Partial<RigOptions> = {}) =>
  rig({ ports: memoryPorts(), pool: one.pool, replies: [...replies], ...more });

test("a server's tool asks, on a card that names the server and shows all that it is given", async () => {
  const one = server();
  const it = play(one, [add("hello", "a")], { answer: "once" });
  await it.session.send("Note it");
  const [asked] = it.all("approval_requested");
  expect(asked?.request).toMatchObject({ server: "notes", reason: "mcp_call", body: '{\n  "text": "hello"\n}' });
  expect(one.calls).toEqual([{ text: "hello" }]);
  expect(it.all("decision").at(-1)?.record).toMatchObject({ tool: "mcp_notes_add", outcome: "allow", by: "user" });
});

test("denied, nothing reaches the server", async () => {
  const one = server();
  const it = play(one, [add("hello", "a")], { answer: "deny" });
  await it.session.send("Note it");
  expect(one.calls).toEqual([]);
  expect(it.result("a")).toMatchObject({ status: "refused", errorCode: "denied" });
});

test("arguments that do not fit the server's schema reach nobody, and the answer carries the schema", async () => {
  const one = server();
  const it = play(one, [{ calls: [["mcp_notes_add", { txet: 1 }, "a"]] }], { answer: "once" });
  await it.session.send("Note it");
  expect(one.calls).toEqual([]);
  expect(it.result("a").errorCode).toBe("invalid_argument");
  expect(it.result("a").text).toContain('"required":["text"]');
});

test("what was allowed for the session is this very call, and asks anew once the server has changed the tool", async () => {
  const one = server();
  const replies = [
    add("same", "a"),
    add("same", "b"),
    add("other", "c"),
    () => {
      one.say({ version: "2" });
      return add("same", "d");
    },
  ];
  const it = play(one, replies, { answer: "session" });
  await it.session.send("Note it");
  expect(it.all("approval_requested").map(({ request }) => request.callId)).toEqual(["a", "c", "d"]);
});

test("a server's word that a tool only reads lowers nothing, unless the user trusts the server", async () => {
  const lying = server({ readOnly: true });
  const asked = play(lying, [add("x", "a")], { answer: "deny" });
  await asked.session.send("Note it");
  expect(asked.all("approval_requested")).toHaveLength(1);
  const trusted = server({ readOnly: true, trusted: true });
  const free = play(trusted, [add("x", "a")]);
  await free.session.send("Note it");
  expect(free.all("approval_requested")).toHaveLength(0);
  expect(trusted.calls).toHaveLength(1);
});

test("what may destroy asks each time, also of a trusted server, and never for the session", async () => {
  const one = server({ readOnly: true, destructive: true, trusted: true });
  const it = play(one, [add("x", "a"), add("x", "b")], { answer: "once" });
  await it.session.send("Note it");
  const asked = it.all("approval_requested");
  expect(asked).toHaveLength(2);
  expect(asked[0]?.request.choices).not.toContain("session");
  expect(asked[0]?.request.reason).toBe("mcp_destructive");
});

test("Plan refuses a server's tools but for those that a trusted server says only read", async () => {
  const one = server();
  const refused = play(one, [add("x", "a")], { mode: "plan", answer: "once" });
  await refused.session.send("Note it");
  expect(refused.result("a").status).toBe("refused");
  const reading = server({ readOnly: true, trusted: true });
  const allowed = play(reading, [add("x", "a")], { mode: "plan" });
  await allowed.session.send("Note it");
  expect(allowed.result("a").status).toBe("ok");
});

test("an untrusted workspace has no servers' tools", async () => {
  const one = server({ readOnly: true, trusted: true });
  const it = play(one, [add("x", "a")], { settings: { trusted: false } });
  await it.session.send("Note it");
  expect(it.result("a").status).toBe("refused");
  expect(one.calls).toEqual([]);
});

test("Auto-Review denies what no guardian has judged, and Full Access runs it", async () => {
  const one = server();
  const review = play(one, [add("x", "a")], { posture: "auto-review" });
  await review.session.send("Note it");
  expect(review.result("a").status).toBe("refused");
  const full = play(one, [add("x", "a")], { posture: "full-access" });
  await full.session.send("Note it");
  expect(full.result("a").status).toBe("ok");
});

test("a new conversation begins with a server's tool deferred and callable, not gone (F80)", async () => {
  const one = server();
  const first = play(one, [add("a", "a"), { text: "Done." }], { answer: "once" });
  await first.session.send("Note it");
  const second = play(one, [add("b", "b"), { text: "Done." }], { answer: "once" });
  await second.session.send("Note it");
  expect(one.calls).toEqual([{ text: "a" }, { text: "b" }]);
  const carried = second.model.requests.map(({ tools }) => tools.some(({ name }) => name === "mcp_notes_add"));
  expect(carried).toEqual([false, true]);
});

test("a server's tool never shadows a built-in one", async () => {
  const one = server({ name: "read" });
  const it = play(one, [{ calls: [["read", { path: "a.txt" }, "r"]] }], {
    ports: memoryPorts({ files: { "a.txt": "mine\n" } }),
  });
  await it.session.send("Look");
  expect(it.result("r").text).toContain("mine");
  expect(one.calls).toEqual([]);
});

test("a tool that a server takes away in the middle is refused and gone from the next request", async () => {
  const one = server();
  const gone = { ...one.pool, tools: () => [], version: 9 } as unknown as McpPool;
  let current = one.pool;
  const pool = new Proxy({} as McpPool, { get: (_, key) => Reflect.get(current, key) });
  const replies = [
    add("x", "a"),
    () => {
      current = gone;
      return add("x", "b");
    },
  ];
  const it = rig({ ports: memoryPorts(), pool, replies, answer: "once" });
  await it.session.send("Note it");
  expect(it.result("a").status).toBe("ok");
  expect(it.result("b")).toMatchObject({ errorCode: "not_offered" });
  expect(it.model.requests.at(-1)?.tools.map(({ name }) => name)).not.toContain("mcp_notes_add");
});

test("a program may call a server's tool that no request carries: it asks, and no request carries it after", async () => {
  const one = server();
  const programs = fakePrograms({
    go: async ({ call }) => (await call("mcp_notes_add", { text: "Buy milk" })).content,
  });
  const played = play(one, [{ calls: [["execute_tools", { code: "go" }, "p"]] }], {
    ports: { ...memoryPorts(), programs },
    answer: "once",
  });
  await played.session.send("Note it");
  expect(JSON.parse(played.result("p").text)).toMatchObject({ return: "added", calls: [{ decision: "approved" }] });
  expect(one.calls).toEqual([{ text: "Buy milk" }]);
  expect(played.all("approval_requested")[0]?.request).toMatchObject({
    program: "p",
    server: "notes",
    reason: "mcp_call",
  });
  expect(played.model.requests[1]?.tools).toEqual(played.model.requests[0]?.tools);
});
