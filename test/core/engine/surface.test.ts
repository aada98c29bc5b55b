import { expect, test } from "vitest";
import type { McpPool } from "../../../src/core/mcp/pool";
import type { Git } from "../../../src/core/operations/git";
import type { Language } from "../../../src/core/operations/ports";
import type { Search } from "../../../src/core/operations/search";
import type { Web } from "../../../src/core/operations/web";
import { DEFAULT_ACTIVE_NATIVE_TOOLS } from "../../../src/core/surface/contract";
import { toolsDigest } from "../../../src/core/surface/digest";
import { type Governance, govern } from "../../../src/core/surface/governance";
import type { ServerRow } from "../../../src/shared/surface";
import { memoryFiles } from "../../fakes/memoryFiles";
import { memoryPorts } from "../../fakes/memoryPorts";
import { type Reply, type Rig, rig } from "./scripted";

const language: Language = {
  diagnostics: () => [],
  newDiagnostics: async () => [],
  allDiagnostics: () => [{ path: "/workspace/a.txt", line: 1, severity: "error", message: "broken" }],
  symbols: async () => [],
  references: async () => [],
  renameEdits: async () => [],
};
const ports = () => memoryPorts({ files: { "a.txt": "a\n" }, language });
const calls = (...all: NonNullable<Reply["calls"]>): Reply => ({ calls: all });
const sent = ({ model }: Rig, request: number) => model.requests[request]?.tools.map(({ name }) => name) ?? [];

test("the first request carries the built tools of the default contract in its order, then tool_search", async () => {
  const it = rig({ ports: ports() });
  await it.session.send("Hi");
  const built = DEFAULT_ACTIVE_NATIVE_TOOLS.filter((name) => it.session.surface.find(name));
  const without = built.filter((name) => name !== "load_skill");
  expect(sent(it, 0)).toEqual([...without, "tool_search"]);
});

test("a valid call to a tool that the request did not carry runs, and the next request carries it", async () => {
  const it = rig({ ports: ports(), replies: [calls(["diagnostics", {}, "d"])] });
  await it.session.send("Look");
  expect(sent(it, 0)).not.toContain("diagnostics");
  expect(it.result("d")).toMatchObject({ status: "ok" });
  expect(it.result("d").text).toContain("broken");
  expect(sent(it, 1)).toEqual([...sent(it, 0), "diagnostics"]);
});

test("an invalid call to such a tool gets its schema, nothing of it runs, and its siblings do", async () => {
  const it = rig({
    ports: ports(),
    replies: [calls(["symbols", { nothing: 1 }, "bad"], ["read", { path: "a.txt" }, "good"])],
  });
  await it.session.send("Look");
  expect(it.result("bad")).toMatchObject({ status: "failed", errorCode: "invalid_argument" });
  expect(it.result("bad").text).toContain('"properties"');
  expect(it.result("good").status).toBe("ok");
  expect(sent(it, 1)).toEqual(sent(it, 0));
});

test("an invalid call to a tool that was sent does not repeat the schema", async () => {
  const it = rig({ ports: ports(), replies: [calls(["read", { nothing: 1 }, "bad"])] });
  await it.session.send("Look");
  expect(it.result("bad").text).not.toContain('"properties"');
});

test("a tool that is switched off in the middle is gone from the next request, refused with the reason, and recorded as a reset", async () => {
  let governance: Governance = govern([]);
  const off = govern([{ source: "user", tools: { todo_write: { enabled: false } } }]);
  const it = rig({
    ports: ports(),
    governance: () => governance,
    replies: [
      () => {
        governance = off;
        return calls(["todo_write", { todos: [] }, "t"]);
      },
    ],
  });
  await it.session.send("Plan");
  expect(sent(it, 0)).toContain("todo_write");
  expect(sent(it, 1)).not.toContain("todo_write");
  expect(it.result("t")).toMatchObject({ status: "refused" });
  expect(it.result("t").text).toContain("switched off");
  expect(it.all("request_prepared").map(({ reset }) => reset)).toEqual([undefined, "tools_changed"]);
});

test("always-loaded tools stand behind the eager ones in the first request, by exact name", async () => {
  const governance = govern([], ["diagnostics", "Diagnostics", "nothing"]);
  const it = rig({ ports: ports(), governance: () => governance });
  await it.session.send("Hi");
  expect(sent(it, 0).at(-1)).toBe("diagnostics");
});

test("an allow list narrows the session to what it names, and an empty one leaves nothing", async () => {
  const narrow = rig({
    ports: ports(),
    allow: { tools: ["read", "nothing_like_it"] },
    replies: [calls(["edit", {}, "e"])],
  });
  await narrow.session.send("Hi");
  expect(sent(narrow, 0)).toEqual(["read"]);
  expect(narrow.result("e")).toMatchObject({ status: "refused" });
  const none = rig({ ports: ports(), allow: { tools: [] }, replies: [calls(["read", { path: "a.txt" }, "r"])] });
  await none.session.send("Hi");
  expect(sent(none, 0)).toEqual([]);
  expect(none.result("r")).toMatchObject({ status: "refused" });
});

test("a person's limit holds from the next request on, only narrows, and goes again", async () => {
  let limit: readonly string[] | undefined;
  const allow = { tools: ["read", "write"] };
  const it = rig({ ports: ports(), allow, limit: () => limit, replies: [{ text: "1" }, calls(["write", {}, "g"])] });
  await it.session.send("Hi");
  limit = ["read", "edit"];
  await it.session.send("Again");
  expect(sent(it, 0)).toEqual(["read", "write"]);
  expect(sent(it, 1)).toEqual(["read"]);
  expect(it.result("g")).toMatchObject({ status: "refused" });
  expect(it.session.surface.reasonAgainst("write")).toBe("not_in_session");
  expect(it.session.surface.reasonAgainst("edit")).toBe("not_in_session");
  limit = [];
  expect(it.session.surface.offered).toEqual([]);
  limit = undefined;
  expect(it.session.surface.offered.map(({ name }) => name)).toEqual(["read", "write"]);
});

test("a name of the allow list that does not exist is warned about once and never admitted", async () => {
  const it = rig({ ports: ports(), allow: { tools: ["read", "nothing_like_it"] } });
  await it.session.send("Hi");
  await it.session.send("Again");
  const warned = it.all("notice").filter(({ code }) => code === "unknown_names");
  expect(warned.map(({ args }) => args)).toEqual([["nothing_like_it"]]);
});

test("suggested tools join the first request of the turn, and none is taken away", async () => {
  const fits = "Show me the compiler errors and warnings that the editor knows of";
  const plain = rig({ ports: ports() });
  await plain.session.send(fits);
  const suggesting = rig({ ports: ports(), settings: { suggestTools: true } });
  await suggesting.session.send(fits);
  expect(sent(plain, 0)).not.toContain("diagnostics");
  expect(sent(suggesting, 0).slice(0, sent(plain, 0).length)).toEqual(sent(plain, 0));
  expect(sent(suggesting, 0)).toContain("diagnostics");
});

test("the record of a request, the snapshot and the tools that were sent have one digest", async () => {
  const it = rig({ ports: ports(), replies: [calls(["diagnostics", {}])] });
  expect(it.session.snapshot()).toBeUndefined();
  await it.session.send("Hi");
  const digest = toolsDigest(it.model.requests.at(-1)?.tools, ports().digest);
  expect(it.all("request_prepared").at(-1)).toMatchObject({ toolsSha256: digest, step: 2 });
  expect(it.session.snapshot()).toMatchObject({
    active_tool_catalog_sha256: digest,
    step: 2,
    delivery_status: "unknown",
    provider: { status: "available", name: "Test" },
  });
});

test("a tool that is not built yet is in the catalog, in no request, and refused by its reason", async () => {
  const it = rig({ ports: ports(), replies: [calls(["workflow", {}, "w"])] });
  await it.session.send("Hi");
  expect(it.session.surface.resolved.disabledReasons["workflow"]).toBe("not_built_yet");
  expect(sent(it, 0)).not.toContain("workflow");
  expect(it.result("w").status).not.toBe("ok");
});

test("a tool looks ahead with what the host has: history, the web's search and the language services", async () => {
  const git: Git = {
    ownRepository: async () => "/workspace",
    trackedNames: async () => [],
    run: async () => ({ code: 0, stdout: "## main\0", stderr: "", cut: false }),
  };
  const web: Web = {
    fetch: async () => Promise.reject(new Error("not asked for")),
    search: { host: "search.example", run: async () => [] },
  };
  const splices = [{ start: 0, end: 1, text: "b" }];
  const renameEdits = async () => [{ path: "/workspace/a.txt", text: "a\n", splices }];
  const some = { ...memoryPorts({ files: { "a.txt": "a\n" }, language: { ...language, renameEdits } }), git, web };
  const it = rig({
    ports: some,
    answer: "once",
    replies: [
      calls(
        ["Git", { action: "status" }, "g"],
        ["Web", { action: "search", query: "x" }, "w"],
        ["rename", { path: "a.txt", line: 1, symbol: "a", newName: "b" }, "r"],
      ),
    ],
  });
  await it.session.send("Look");
  expect(["g", "w", "r"].map((id) => it.result(id).status)).toEqual(["ok", "ok", "ok"]);
  expect(it.all("approval_requested").map(({ request }) => request.hosts ?? request.paths)).toEqual([
    ["search.example"],
    ["a.txt"],
  ]);
});

/** A pool of servers that are not started, and the names of those that were. */
function unstarted(...rows: readonly Pick<ServerRow, "name" | "trusted">[]) {
  const started: string[] = [];
  const pool = {
    version: 1,
    tools: () => [],
    collisions: () => [],
    servers: () => rows.map((row) => ({ ...row, status: "configured" })),
    async connect(names: readonly string[]) {
      started.push(...names);
      return [];
    },
  } as unknown as McpPool;
  return { pool, started };
}

const SEARCH = (query: string) => calls(["tool_search", { query }]);

test("a search in Plan starts the servers alone of which Plan could use something", async () => {
  const { pool, started } = unstarted({ name: "notes", trusted: false }, { name: "wiki", trusted: true });
  const it = rig({ ports: ports(), pool, mode: "plan", replies: [SEARCH("mcp notes wiki")] });
  await it.session.send("Look");
  expect(started).toEqual(["wiki"]);
  it.session.setMode("work");
  const other = rig({ ports: ports(), pool, replies: [SEARCH("mcp notes")] });
  await other.session.send("Look");
  expect(started).toContain("notes");
});

test("a session that began without trust finds servers once it is there", async () => {
  const { pool, started } = unstarted({ name: "notes", trusted: false });
  const settings = { trusted: false };
  const replies = [calls(["list_dir", {}]), {}, SEARCH("mcp notes")];
  const it = rig({ ports: ports(), pool, settings, replies });
  await it.session.send("Look");
  settings.trusted = true;
  await it.session.send("Search");
  expect(started).toEqual(["notes"]);
});

test("what lies below an outside folder that was asked about is found, but what is sensitive in it is not", async () => {
  const found = ["/outside/a.txt", "/outside/.env"];
  const search: Search = {
    grep: async () => ({ files: [], more: false }),
    find: async (_permit, _request, accepts) => ({ paths: found.filter(accepts), more: false }),
    list: async () => ({ entries: [], more: false }),
  };
  const files = memoryFiles({ "/outside/a.txt": "a\n", "/outside/.env": "KEY=1\n" });
  const it = rig({
    ports: { ...memoryPorts({ files }), search },
    replies: [calls(["find_files", { pattern: "*", path: "/outside" }, "f"])],
    answer: "once",
  });
  await it.session.send("Find");
  expect(it.all("approval_requested")).toHaveLength(1);
  expect(it.result("f").text).toContain("a.txt");
  expect(it.result("f").text).not.toContain(".env");
});
