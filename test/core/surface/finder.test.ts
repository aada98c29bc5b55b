import { describe, expect, test } from "vitest";
import { type Activation, activate, EMPTY_ACTIVATION } from "../../../src/core/surface/activation";
import { buildCatalog, type Catalog } from "../../../src/core/surface/catalog";
import { createFinder, type Finder } from "../../../src/core/surface/finder";
import { govern } from "../../../src/core/surface/governance";
import { resolve } from "../../../src/core/surface/resolver";
import type { Tool, ToolQuery } from "../../../src/core/tools/tool";
import type { ServerRow } from "../../../src/shared/surface";
import { fakeClock } from "../../fakes/clock";
import { fakeTool, ROOT_FACTS } from "./probe";

const TOOLS: readonly Tool[] = [
  fakeTool("read", { offer: "eager" }),
  fakeTool("grep", { description: "Search file contents. By ripgrep." }),
  fakeTool("git", { description: "Show the history of the repository." }),
  fakeTool("old_grep", { offer: "hidden", description: "Search file contents." }),
];

function row(name: string, status: ServerRow["status"], error?: string): ServerRow {
  const nothing = { warnings: [], tools: 0, quarantined: [], resources: 0, prompts: 0, trusted: false };
  const plain = { name, transport: "stdio", target: name, source: "user", status, ...nothing } as const;
  return error === undefined ? plain : { ...plain, error };
}

interface Options {
  readonly tools?: readonly Tool[];
  /** Names that the user switched off. */
  readonly off?: readonly string[];
  readonly servers?: readonly ServerRow[];
  /** What connecting a server does. */
  readonly connected?: (name: string) => { readonly row: ServerRow; readonly tools?: readonly Tool[] };
  readonly bytes?: (name: string) => number;
}

interface Session {
  readonly finder: Finder;
  readonly started: string[];
  activation(): Activation;
  words(query: string, more?: Partial<ToolQuery>): Promise<string>;
  exact(query: string): Promise<Record<string, unknown>>;
}

/** One session's surface, made of the real parts but for the servers. */
function session({ tools = TOOLS, off = [], servers = [], connected, bytes = () => 100 }: Options = {}): Session {
  let catalog: Catalog = buildCatalog([tools]);
  let activation: Activation = EMPTY_ACTIVATION;
  const started: string[] = [];
  const wishes = Object.fromEntries(off.map((name) => [name, { enabled: false }]));
  const governance = govern([{ source: "user", tools: wishes }]);
  const eager = tools.filter(({ offer }) => offer === "eager").map(({ name }) => name);
  const finder = createFinder({
    clock: fakeClock(),
    catalog: () => catalog,
    resolved: () => resolve(catalog, governance, ROOT_FACTS),
    sent: () => new Set([...eager, ...activation.order]),
    activate(names) {
      const done = activate(activation, names, bytes);
      activation = done.activation;
      return done;
    },
    servers: () => servers,
    connect(names) {
      started.push(...names);
      const now = names.map((name) => connected?.(name) ?? { row: row(name, "failed") });
      catalog = buildCatalog([tools, now.flatMap((each) => each.tools ?? [])]);
      return Promise.resolve(now.map((each) => each.row));
    },
  });
  const search = (query: Partial<ToolQuery>) =>
    finder.search({ query: "", match: "words", maxResults: 8, ...query }, new AbortController().signal);
  return {
    finder,
    started,
    activation: () => activation,
    words: async (query, more = {}) => (await search({ query, ...more })).text,
    exact: async (query) => JSON.parse((await search({ query, match: "exact" })).text),
  };
}

describe("from within a program", () => {
  const described = async ({ finder }: Session, query: Partial<ToolQuery>) =>
    JSON.parse(
      (await finder.describe({ query: "", match: "words", maxResults: 8, ...query }, new AbortController().signal))
        .text,
    );

  test("tells schemas and activates nothing", async () => {
    const one = session();
    const { tools } = await described(one, { query: "search contents" });
    expect(tools).toMatchObject([{ name: "grep", description: "Search file contents. By ripgrep." }]);
    expect(tools[0].parameters).toMatchObject({ type: "object" });
    expect(one.activation()).toEqual(EMPTY_ACTIVATION);
  });

  test("finds by exact names what a search could find, and nothing else", async () => {
    const { tools } = await described(session({ off: ["git"] }), { query: "grep git old_grep read", match: "exact" });
    expect(tools.map(({ name }: Tool) => name)).toEqual(["grep"]);
  });

  test("starts the servers that it concerns, and says which can't be used", async () => {
    const one = session({
      servers: [row("notes", "configured")],
      connected: () => ({ row: row("notes", "failed", "no such file") }),
    });
    expect((await described(one, { query: "notes" })).servers).toEqual([
      "MCP server notes can't be used: no such file",
    ]);
    expect(one.started).toEqual(["notes"]);
  });
});

describe("by words", () => {
  test("names each hit with one line and puts it into the requests", async () => {
    const { words, activation } = session();
    expect(await words("search contents")).toBe(
      "1 tool that you can call from your next answer on, best first:\ngrep: Search file contents.",
    );
    expect(activation().order).toEqual(["grep"]);
  });

  test("says what was there already", async () => {
    const { words } = session();
    await words("history");
    expect(await words("history")).toContain("git: Show the history of the repository. (you had it)");
  });

  test("says so when nothing fits", async () => {
    expect(await session().words("zyxwv")).toMatch(/^No tool fits these words\./);
  });

  test("never finds what is eager, hidden or switched off", async () => {
    const { words } = session({ off: ["grep"] });
    expect(await words("search file contents read old_grep")).not.toMatch(/grep|read/);
  });

  test("finds no more than it is asked for", async () => {
    expect(await session().words("search contents history", { maxResults: 1 })).toMatch(/^1 tool /);
  });

  test("says which tools of every session this one has not, and why", async () => {
    expect(await session({ off: ["read"] }).words("history")).toContain(
      "Not available: read. This tool is switched off.",
    );
  });

  test("says what left for want of room, and what did not fit itself", async () => {
    const { words } = session({ bytes: (name) => (name === "git" ? 10_000 : 9_000) });
    await words("history");
    expect(await words("contents")).toContain("To make room, these left your tools: git.");
    const small = session({ bytes: () => 20_000 });
    expect(await small.words("history")).toMatch(/^No tool that fits has room.*\ngit: .*\(no room\)$/s);
  });

  test("stops when it is told to", async () => {
    const stopped = AbortSignal.abort(new Error("stopped"));
    const query = { query: "history", match: "words", maxResults: 8 } as const;
    await expect(session().finder.search(query, stopped)).rejects.toThrow("stopped");
  });
});

describe("servers", () => {
  const issues = fakeTool("mcp_tracker_list", { origin: "mcp", server: "tracker", description: "List open issues." });

  test("a server that the query names is connected, and its tools are found", async () => {
    const { words, started } = session({
      servers: [row("tracker", "configured"), row("other", "configured")],
      connected: (name) => ({ row: row(name, "ready"), tools: [issues] }),
    });
    expect(await words("open issues in tracker")).toContain("mcp_tracker_list: List open issues.");
    expect(started).toEqual(["tracker"]);
  });

  test("none is started when the query names none, or only one that is ready or switched off", async () => {
    const { words, started } = session({
      servers: [row("tracker", "ready"), row("off", "disabled"), row("x", "failed")],
    });
    await words("tracker issues");
    expect(await words("off history")).toContain("MCP server off is switched off.");
    expect(started).toEqual([]);
  });

  test.each([
    [row("s", "failed", "It ended with code 1."), "MCP server s can't be used: It ended with code 1."],
    [row("s", "needs_approval"), "MCP server s waits until the user approves that it starts."],
    [row("s", "needs_sign_in"), "MCP server s waits until the user signs in."],
    [row("s", "connecting"), "MCP server s is still connecting: search again in a moment."],
  ])("says how a server is: %#", async (now, line) => {
    const { words } = session({ servers: [row("s", "configured")], connected: () => ({ row: now }) });
    expect(await words("history of s")).toContain(line);
  });
});

describe("by exact names", () => {
  test("takes what there is and names the rest", async () => {
    const { exact } = session();
    expect(await exact("grep, read nothing")).toEqual({
      success: true,
      expanded_tools: ["grep"],
      invalid_tools: ["nothing"],
      already_selected_tools: ["read"],
      available_expandable_tools: ["git"],
      evicted_tools: [],
      reasons: { nothing: "There is no tool of this name." },
    });
    expect(await exact("grep")).toMatchObject({ success: true, already_selected_tools: ["grep"], expanded_tools: [] });
  });

  test("a hidden name is as good as none, and one that is switched off says so", async () => {
    expect(await session({ off: ["git", "old_grep"] }).exact("old_grep git")).toMatchObject({
      success: false,
      invalid_tools: ["old_grep", "git"],
      available_expandable_tools: ["grep"],
      reasons: { old_grep: "There is no tool of this name.", git: "This tool is switched off." },
    });
  });

  test("says when there is no room", async () => {
    expect(await session({ bytes: () => 20_000 }).exact("git")).toMatchObject({
      success: false,
      reasons: { git: "There is no room: at most 8 tools and 16 KiB of schemas." },
    });
  });

  test("lists no more than forty others", async () => {
    const many = Array.from({ length: 60 }, (_, at) => fakeTool(`t${at}`));
    const answer = await session({ tools: many }).exact("t0");
    expect(answer["available_expandable_tools"]).toHaveLength(40);
    expect(answer["more_expandable_tools"]).toBe(19);
  });

  test("connects the server of a name", async () => {
    const tool = fakeTool("mcp_my_box_open", { origin: "mcp", server: "my box" });
    const { exact } = session({
      servers: [row("my box", "configured")],
      connected: (name) => ({ row: row(name, "ready"), tools: [tool] }),
    });
    expect(await exact("mcp_my_box_open")).toMatchObject({ success: true, expanded_tools: ["mcp_my_box_open"] });
  });
});

test("suggests by a message what fits it, starts nothing and activates nothing", async () => {
  const { finder, started, activation } = session({ servers: [row("tracker", "configured")] });
  expect(await finder.suggest("What is the history of tracker?")).toEqual(["git"]);
  expect([started, activation().order]).toEqual([[], []]);
});
