// Long because each way in which servers of one pool come, change and go is one test, against one clock.
import { describe, expect, test } from "vitest";
import type { Answers } from "../../../src/core/mcp/askBack";
import { createPool, type PoolOptions } from "../../../src/core/mcp/createPool";
import { elicitByForm } from "../../../src/core/mcp/elicit";
import { McpFailure } from "../../../src/core/mcp/failure";
import type { CallHelp, McpPool, ServerConfig } from "../../../src/core/mcp/pool";
import { ToolError } from "../../../src/core/operations/failure";
import type { Permit } from "../../../src/core/operations/permit";
import type { Tool } from "../../../src/core/tools/tool";
import { nodeDigest } from "../../../src/node/ports";
import { type FakeClock, fakeClock } from "../../fakes/clock";
import { type Answer, configOf, echo, help, never, rpcError, scriptedServer } from "./support";

const permit = {} as Permit;
const silent = { info: () => {}, warn: () => {}, error: () => {} };
const lost = new McpFailure("exited", "It ended with exit code 1.");

interface Setting {
  readonly answers?: Readonly<Record<string, Answer>>;
  readonly config?: Partial<ServerConfig>;
  readonly options?: Partial<PoolOptions>;
}

/** A pool with one scripted server `s`. */
function setUp({ answers = {}, config = {}, options = {} }: Setting = {}) {
  const clock = fakeClock();
  const { lives, open } = scriptedServer(answers);
  const pool = poolOf(clock, { connect: open, ...options });
  pool.configure([configOf("s", config)]);
  return { clock, lives, pool };
}

function poolOf(clock: FakeClock, options: Partial<PoolOptions> & Pick<PoolOptions, "connect">): McpPool {
  const clientInfo = { name: "test", version: "1" };
  return createPool({
    clock,
    digest: nodeDigest,
    log: silent,
    clientInfo,
    builtinNames: [],
    check: () => {},
    ...options,
  });
}

const start = (pool: McpPool, ...names: string[]) => pool.connect(names.length > 0 ? names : ["s"], 60_000, never);
const row = (pool: McpPool) => pool.servers()[0];
const only = (pool: McpPool) => pool.tools()[0] as Tool;
const call = (pool: McpPool, tool = only(pool), more: Partial<CallHelp> = {}, signal = never) =>
  pool.call(permit, tool, { a: 1 }, help(more), signal);

/** Lets everything that is ready run, and time with it until it is done. */
async function through<T>(clock: FakeClock, ms: number, work: Promise<T>): Promise<T> {
  work.catch(() => {});
  await clock.advance(ms);
  return work;
}

describe("starting", () => {
  test("waits until somebody asks for it", async () => {
    const { pool, lives } = setUp();
    expect(row(pool)).toMatchObject({ status: "configured", tools: 0 });
    await start(pool);
    expect(row(pool)).toMatchObject({ status: "ready", tools: 1, target: "s" });
    await start(pool);
    expect(lives).toHaveLength(1);
  });

  test("again is not ready before its tools were listed anew (F74)", async () => {
    let list: (tools: readonly object[]) => void = () => {};
    let lists = 0;
    const asked = () => {
      lists += 1;
      return lists === 1 ? { tools: [echo] } : new Promise((resolve) => (list = (tools) => resolve({ tools })));
    };
    const { pool } = setUp({ answers: { "tools/list": asked } });
    await start(pool);
    const restarted = pool.restart("s");
    await expect.poll(() => lists).toBe(2);
    expect(row(pool)).toMatchObject({ status: "connecting", tools: 0 });
    list([{ ...echo, name: "other" }]);
    await restarted;
    expect(row(pool)).toMatchObject({ status: "ready", tools: 1 });
    expect(only(pool).name).toBe("mcp_s_other");
  });

  test("of a workspace's server needs its approval, and of a disabled one nobody's word starts it", async () => {
    for (const [config, status] of [
      [{ source: "workspace", approved: false }, "needs_approval"],
      [{ disabled: true }, "disabled"],
    ] as const) {
      const { pool, lives } = setUp({ config });
      await start(pool);
      await pool.restart("s");
      expect(row(pool)?.status).toBe(status);
      expect(lives).toHaveLength(0);
    }
  });

  test("happens side by side: ten servers, one of which never answers", async () => {
    const clock = fakeClock();
    const names = Array.from({ length: 10 }, (_, at) => `s${at}`);
    const [healthy, dead] = [scriptedServer({}), scriptedServer({ initialize: () => undefined })];
    const pool = poolOf(clock, {
      connect: (config, ...rest) => (config.name === "s3" ? dead : healthy).open(config, ...rest),
    });
    pool.configure(names.map((name) => configOf(name)));
    const rows = start(pool, ...names);
    await expect.poll(() => pool.servers().filter(({ status }) => status === "ready").length).toBe(9);
    await clock.advance(15_000);
    expect((await rows).map(({ status }) => status).filter((status) => status !== "ready")).toEqual(["failed"]);
  });

  test("gives who asked its time and no more; the server goes on starting", async () => {
    const { pool, clock } = setUp({ answers: { initialize: () => undefined } });
    const rows = pool.connect(["s"], 5_000, never);
    await expect.poll(() => clock.sleeping).toBe(2);
    await clock.advance(5_000);
    expect((await rows)[0]?.status).toBe("connecting");
  });

  test("that failed is tried again by itself, after longer and longer waits, five times in a minute", async () => {
    const { pool, clock, lives } = setUp({
      answers: {
        initialize: () => {
          throw rpcError(-32000, "session not found");
        },
      },
    });
    await start(pool);
    expect(row(pool)).toMatchObject({ status: "failed", errorCode: "session_lost" });
    for (const [wait, starts] of [
      [999, 1],
      [1, 2],
      [2_000, 3],
      [4_000, 4],
      [8_000, 5],
      [30_000, 5],
    ] as const) {
      await clock.advance(wait);
      await expect.poll(() => lives.length).toBe(starts);
      await expect.poll(() => row(pool)?.status).toBe("failed");
    }
    expect(row(pool)?.error).toMatch(/five times within a minute/);
    await start(pool);
    expect(lives).toHaveLength(5);
    await pool.restart("s");
    expect(lives).toHaveLength(6);
  });

  test("that was refused is not tried again by itself", async () => {
    const { pool, clock, lives } = setUp({
      answers: {
        initialize: () => {
          throw rpcError(-32602, "no thanks");
        },
      },
    });
    await start(pool);
    await clock.advance(60_000);
    expect(row(pool)).toMatchObject({
      status: "failed",
      errorCode: "refused",
      error: "It refused to start (-32602): no thanks",
    });
    expect(lives).toHaveLength(1);
  });

  test("that is stopped meanwhile leaves nothing", async () => {
    const { pool, lives } = setUp({ answers: { initialize: () => undefined } });
    const rows = start(pool);
    await expect.poll(() => lives.length).toBe(1);
    await pool.stop("s");
    expect((await rows)[0]?.status).toBe("configured");
    expect(lives[0]?.closed).toBe(true);
  });
});

describe("its list", () => {
  test("that fails leaves it connected with no tools, and a warning", async () => {
    const { pool } = setUp({
      answers: {
        "tools/list": () => {
          throw new Error("broken");
        },
      },
    });
    await start(pool);
    expect(row(pool)).toMatchObject({
      status: "ready",
      tools: 0,
      warnings: ["Its list of tools can't be read: broken"],
    });
  });

  test("keeps the pages that came before one that fails", async () => {
    const page: Answer = ({ cursor }) => {
      if (cursor) throw new Error("broken");
      return { tools: [echo], nextCursor: "x" };
    };
    const { pool } = setUp({ answers: { "tools/list": page } });
    await start(pool);
    expect(row(pool)).toMatchObject({ tools: 1, warnings: [expect.stringMatching(/broken/)] });
  });

  test("is read again when it changed; what stayed the same is the same tool", async () => {
    const tools = [echo];
    const { pool, lives } = setUp({ answers: { "tools/list": () => ({ tools: [...tools] }) } });
    await start(pool);
    const before = only(pool);
    const { version } = pool;
    tools.push({ ...echo, name: "more" });
    lives[0]?.notify("notifications/tools/list_changed");
    await expect.poll(() => pool.tools().length).toBe(2);
    expect(pool.version).toBeGreaterThan(version);
    expect(pool.tools()).toContain(before);
    expect(pool.tools()).toBe(pool.tools());
  });

  test("that changed while it was first read is read again", async () => {
    let reads = 0;
    const list: Answer = (_, life) => {
      reads += 1;
      if (reads === 1) life.notify("notifications/tools/list_changed");
      return { tools: reads === 1 ? [] : [echo] };
    };
    const { pool } = setUp({ answers: { "tools/list": list } });
    await start(pool);
    await expect.poll(() => pool.tools().length).toBe(1);
  });
});

describe("a tool of a server", () => {
  const withHints = (annotations: object, trusted = false) => ({
    answers: { "tools/list": () => ({ tools: [{ ...echo, annotations }] }) },
    config: { trusted },
  });

  test.each([
    [{ readOnlyHint: true }, false, "ask", ["network", "spend"], true],
    [{ readOnlyHint: true }, true, "trusted_read", ["read"], true],
    [{ readOnlyHint: true, destructiveHint: true }, true, "destructive", ["network", "spend"], false],
    [{ destructiveHint: true }, false, "destructive", ["network", "spend"], false],
    [{}, true, "ask", ["network", "spend"], true],
  ] as const)("with %j, trusted %s, is judged as %s", async (annotations, trusted, mcpTier, capabilities, parallel) => {
    const { pool } = setUp(withHints(annotations, trusted));
    await start(pool);
    expect(only(pool)).toMatchObject({
      mcpTier,
      capabilities,
      parallel,
      offer: "deferred",
      origin: "mcp",
      server: "s",
    });
  });

  test("says whose words its description is, and what a call is about on one short line without its arguments", async () => {
    const { pool } = setUp();
    await start(pool);
    expect(only(pool).description).toBe("[MCP server s] Echo");
    expect(only(pool).subject({ a: "x\ny".repeat(500) })).toBe("s/echo");
  });

  test("never has a built-in's name", async () => {
    const { pool } = setUp({ options: { builtinNames: ["mcp_s_echo"] } });
    await start(pool);
    expect(pool.tools()).toEqual([]);
  });

  test("that two servers would give one name is nobody's, shown, and called by nobody", async () => {
    const clock = fakeClock();
    const servers = {
      a_b: scriptedServer({}),
      a: scriptedServer({ "tools/list": () => ({ tools: [{ ...echo, name: "b_echo" }] }) }),
    };
    const pool = poolOf(clock, { connect: (config, ...rest) => servers[config.name as "a"].open(config, ...rest) });
    pool.configure([configOf("a_b"), configOf("a")]);
    await start(pool, "a_b");
    const own = only(pool);
    expect(own.name).toBe("mcp_a_b_echo");
    await start(pool, "a");
    expect(pool.tools()).toEqual([]);
    expect(pool.collisions()).toEqual([{ name: "mcp_a_b_echo", servers: ["a_b", "a"] }]);
    await expect(call(pool, own)).rejects.toMatchObject({ code: "not_found" });
    await pool.stop("a");
    expect((await call(pool, own)).text).toBe("done");
  });
});

describe("a call", () => {
  test("is checked against its permit first", async () => {
    const check = () => {
      throw new ToolError("permission_denied", "no");
    };
    const { pool, lives } = setUp({ options: { check } });
    await start(pool);
    await expect(call(pool)).rejects.toMatchObject({ code: "permission_denied" });
    expect(lives[0]?.sent.some((message) => "method" in message && message.method === "tools/call")).toBe(false);
  });

  test("of a tool that the server has changed is refused: the new one is another tool", async () => {
    const tools = [echo];
    const { pool, lives } = setUp({ answers: { "tools/list": () => ({ tools: [...tools] }) } });
    await start(pool);
    const old = only(pool);
    tools[0] = { ...echo, description: "Deletes everything" };
    lives[0]?.notify("notifications/tools/list_changed");
    await expect.poll(() => only(pool).version).not.toBe(old.version);
    await expect(call(pool, old)).rejects.toMatchObject({ code: "precondition_failed" });
    expect((await call(pool)).text).toBe("done");
  });

  test("that is stopped tells the server, and rejects with the reason", async () => {
    const { pool, lives } = setUp({ answers: { "tools/call": () => undefined } });
    await start(pool);
    const stop = new AbortController();
    const running = call(pool, only(pool), {}, stop.signal);
    running.catch(() => {});
    await expect
      .poll(() => lives[0]?.sent.some((message) => "method" in message && message.method === "tools/call"))
      .toBe(true);
    stop.abort(new DOMException("stopped", "AbortError"));
    await expect(running).rejects.toBe(stop.signal.reason);
    expect(lives[0]?.sent.at(-1)).toMatchObject({ method: "notifications/cancelled" });
  });

  test("that takes too long tells the server, and does not say that nothing was done", async () => {
    const { pool, lives, clock } = setUp({ answers: { "tools/call": () => undefined } });
    await start(pool);
    const failed = await through(clock, 120_000, call(pool)).catch((error) => error);
    expect(failed).toMatchObject({ code: "timeout", hint: expect.stringMatching(/not known/) });
    expect(lives[0]?.sent.at(-1)).toMatchObject({ method: "notifications/cancelled" });
    expect(row(pool)?.status).toBe("ready");
  });

  test("that tells its progress may take longer, but not for ever", async () => {
    const told: string[] = [];
    let token: unknown;
    const keep: Answer = ({ _meta }) => {
      token = (_meta as { progressToken: unknown }).progressToken;
    };
    const { pool, lives, clock } = setUp({ answers: { "tools/call": keep } });
    await start(pool);
    const running = call(pool, only(pool), { progress: (text) => told.push(text) });
    let ended: unknown;
    running.catch((error) => (ended = error));
    await expect.poll(() => token).toBeDefined();
    for (let at = 1; at < 6; at += 1) {
      expect(ended).toBeUndefined();
      await clock.advance(100_000);
      lives[0]?.notify("notifications/progress", {
        progressToken: token,
        progress: at,
        total: 9,
        message: "still\u202E at it",
      });
    }
    await clock.advance(100_000);
    expect(ended).toMatchObject({ code: "timeout", message: expect.stringMatching(/600 s/) });
    expect(told[0]).toBe("1/9 still at it");
  });

  test("of a server that went down in the middle is not repeated", async () => {
    let calls = 0;
    const die: Answer = (_, life) => {
      calls += 1;
      life.lose(lost);
    };
    const { pool, lives } = setUp({ answers: { "tools/call": die } });
    await start(pool);
    await expect(call(pool)).rejects.toMatchObject({ code: "network", hint: expect.stringMatching(/not known/) });
    expect(calls).toBe(1);
    expect(lives).toHaveLength(1);
  });

  test.each(["session not found", "Bad Request: No valid session ID provided", "Server not initialized"])(
    "that a server refused with %j is repeated once on a new connection (F72)",
    async (words) => {
      let calls = 0;
      const answer: Answer = () => {
        calls += 1;
        if (calls === 1) throw rpcError(-32000, words);
        return { content: [{ type: "text", text: `call ${calls}` }] };
      };
      const { pool, lives } = setUp({ answers: { "tools/call": answer } });
      await start(pool);
      expect((await call(pool)).text).toBe("call 2");
      expect(lives).toHaveLength(2);
      expect(lives[0]?.closed).toBe(true);
    },
  );

  test("that every new connection refuses is not repeated for ever", async () => {
    const { pool, lives } = setUp({
      answers: {
        "tools/call": () => {
          throw rpcError(-32000, "session not found");
        },
      },
    });
    await start(pool);
    await expect(call(pool)).rejects.toMatchObject({ code: "network" });
    expect(lives.length).toBe(2);
  });

  test("is not repeated when the tool is another one on the new connection", async () => {
    let lists = 0;
    const list = () => {
      lists += 1;
      return { tools: [{ ...echo, description: `list ${lists}` }] };
    };
    const { pool } = setUp({
      answers: {
        "tools/call": () => {
          throw rpcError(-32000, "session not found");
        },
        "tools/list": list,
      },
    });
    await start(pool);
    await expect(call(pool)).rejects.toMatchObject({ code: "precondition_failed" });
  });

  test("that the server answers with an error has it as its result", async () => {
    const { pool } = setUp({
      answers: {
        "tools/call": () => {
          throw rpcError(-32603, "line1\nline2");
        },
      },
    });
    await start(pool);
    expect(await call(pool)).toEqual({
      text: "The MCP server s answered with an error (-32603): line1\nline2",
      status: "failed",
    });
  });
});

describe("a server that goes down", () => {
  test("is started again after a second, and keeps its tools meanwhile", async () => {
    const { pool, lives, clock } = setUp();
    await start(pool);
    const tool = only(pool);
    lives[0]?.lose(lost);
    await expect.poll(() => row(pool)?.status).toBe("connecting");
    expect(row(pool)?.error).toBe("It ended with exit code 1.");
    expect(pool.tools()).toEqual([tool]);
    await clock.advance(1_000);
    await expect.poll(() => row(pool)?.status).toBe("ready");
    expect(pool.tools()[0]).toBe(tool);
    expect(lives).toHaveLength(2);
  });

  test("is started at once for a call", async () => {
    const { pool, lives } = setUp();
    await start(pool);
    const tool = only(pool);
    lives[0]?.lose(lost);
    await expect.poll(() => row(pool)?.status).toBe("connecting");
    expect((await call(pool, tool)).text).toBe("done");
  });

  test("again and again is given up, and its tools go", async () => {
    const { pool, lives, clock } = setUp();
    await start(pool);
    for (const wait of [1_000, 2_000, 4_000, 8_000]) {
      lives.at(-1)?.lose(lost);
      await expect.poll(() => row(pool)?.status).toBe("connecting");
      await clock.advance(wait);
      await expect.poll(() => row(pool)?.status).toBe("ready");
    }
    lives.at(-1)?.lose(lost);
    await expect.poll(() => row(pool)).toMatchObject({ status: "failed", error: expect.stringMatching(/five times/) });
    expect(pool.tools()).toEqual([]);
  });

  test("because it sent too much stays down", async () => {
    const { pool, lives, clock } = setUp();
    await start(pool);
    lives[0]?.lose(new McpFailure("too_large", "Too much."));
    await expect.poll(() => row(pool)).toMatchObject({ status: "failed", errorCode: "too_large" });
    await clock.advance(60_000);
    expect(lives).toHaveLength(1);
  });

  test("does not touch another one (F73)", async () => {
    const clock = fakeClock();
    const servers = { a: scriptedServer({}), b: scriptedServer({}) };
    const pool = poolOf(clock, { connect: (config, ...rest) => servers[config.name as "a"].open(config, ...rest) });
    pool.configure([configOf("a"), configOf("b")]);
    await start(pool, "a", "b");
    servers.a.lives[0]?.lose(lost);
    await expect.poll(() => row(pool)?.status).toBe("connecting");
    expect(
      (
        await call(
          pool,
          pool.tools().find(({ server }) => server === "b"),
        )
      ).text,
    ).toBe("done");
  });
});

describe("while it is idle", () => {
  const pings = (sent: readonly object[]) =>
    sent.filter((message) => "method" in message && message.method === "ping").length;

  test("it is asked every thirty seconds whether it is there", async () => {
    const { pool, lives, clock } = setUp();
    await start(pool);
    await clock.advance(95_000);
    expect(pings(lives[0]?.sent ?? [])).toBe(3);
  });

  test("two pings without an answer end the connection, one does not", async () => {
    let silentFor = 1;
    const ping = () => {
      silentFor -= 1;
      return silentFor >= 0 ? undefined : {};
    };
    const { pool, lives, clock } = setUp({ answers: { ping } });
    await start(pool);
    await clock.advance(120_000);
    expect(lives).toHaveLength(1);
    silentFor = 2;
    await clock.advance(120_000);
    await expect.poll(() => lives.length).toBe(2);
    await expect.poll(() => row(pool)?.status).toBe("ready");
  });

  test("a server that does not know pings is there", async () => {
    const { pool, lives, clock } = setUp({
      answers: {
        ping: () => {
          throw rpcError(-32601, "Method not found");
        },
      },
    });
    await start(pool);
    await clock.advance(300_000);
    expect(lives).toHaveLength(1);
  });

  test("a session that is lost is noticed by a ping", async () => {
    const { pool, lives, clock } = setUp({
      answers: {
        ping: () => {
          throw rpcError(-32001, "Session not found");
        },
      },
    });
    await start(pool);
    await clock.advance(31_500);
    await expect.poll(() => lives.length).toBe(2);
  });
});

describe("asking back", () => {
  const asks = { message: "Which?", requestedSchema: { type: "object", properties: { a: { type: "string" } } } };
  const sampling = { messages: [], maxTokens: 1 };

  /** A call during which the server asks, and what it was answered. */
  async function during(ask: Answer, answers: Answers, more: Partial<CallHelp> = {}) {
    const seen: unknown[] = [];
    const answer: Answer = async (params, life) => {
      seen.push(await ask(params, life));
      return { content: [] };
    };
    const setting = setUp({ answers: { "tools/call": answer }, options: { answers } });
    await start(setting.pool);
    await call(setting.pool, only(setting.pool), more);
    return { ...setting, seen };
  }

  test("what nobody answers is not declared, and refused", async () => {
    const { seen, lives } = await during((_, life) => life.ask("elicitation/create", asks), {});
    expect(lives[0]?.sent[0]).toMatchObject({ params: { capabilities: {} } });
    expect(seen).toMatchObject([{ error: { code: -32601 } }]);
  });

  test("during a call reaches its person, and says who asks", async () => {
    const forms: unknown[] = [];
    const people: CallHelp["people"] = {
      ask: async (form) => {
        forms.push(form);
        return { action: "accept", values: { a: "x" } };
      },
    };
    const { seen, lives } = await during(
      (_, life) => life.ask("elicitation/create", asks),
      { elicit: elicitByForm },
      { people },
    );
    expect(lives[0]?.sent[0]).toMatchObject({
      params: { capabilities: { elicitation: { form: { applyDefaults: true } } } },
    });
    expect(seen).toMatchObject([{ result: { action: "accept", content: { a: "x" } } }]);
    expect(forms).toMatchObject([
      { from: { kind: "server", server: "s" }, agent: "root", callId: "c1", message: "Which?" },
    ]);
  });

  test("outside of a call is refused", async () => {
    const { pool, lives } = setUp({ options: { answers: { elicit: elicitByForm } } });
    await start(pool);
    expect(await lives[0]?.ask("elicitation/create", asks)).toMatchObject({
      error: { message: expect.stringMatching(/no call/) },
    });
  });

  test("is one thing at a time, and ten in a call", async () => {
    const sample: Answers["sample"] = async () => ({
      model: "m",
      role: "assistant",
      content: { type: "text", text: "x" },
    });
    const { seen } = await during(
      async (_, life) => {
        const both = await Promise.all([
          life.ask("sampling/createMessage", sampling),
          life.ask("sampling/createMessage", sampling),
        ]);
        const rest = [];
        for (let at = 0; at < 10; at += 1) rest.push(await life.ask("sampling/createMessage", sampling));
        return [...both, ...rest].map((answer) => ("error" in answer ? answer.error.message : "answered"));
      },
      { sample },
    );
    const answered = Array.from({ length: 9 }, () => "answered");
    expect(seen).toEqual([
      ["answered", "Something else is being asked.", ...answered, "Too much was asked during this call."],
    ]);
  });

  test("stops the clock of the call", async () => {
    let decide: () => void = () => {};
    const people: CallHelp["people"] = {
      ask: () => new Promise((resolve) => (decide = () => resolve({ action: "decline" }))),
    };
    const answer: Answer = async (_, life) => {
      await life.ask("elicitation/create", asks);
      return { content: [] };
    };
    const { pool, clock } = setUp({
      answers: { "tools/call": answer },
      options: { answers: { elicit: elicitByForm } },
    });
    await start(pool);
    const running = call(pool, only(pool), { people });
    await clock.advance(10_000_000);
    decide();
    expect((await running).text).toBe("(an empty result)");
  });
});

describe("configuring again", () => {
  test("leaves what did not change connected, stops what is gone, restarts what is different", async () => {
    const clock = fakeClock();
    const servers = { a: scriptedServer({}), b: scriptedServer({}), c: scriptedServer({}) };
    const pool = poolOf(clock, { connect: (config, ...rest) => servers[config.name as "a"].open(config, ...rest) });
    pool.configure([configOf("a"), configOf("b"), configOf("c")]);
    await start(pool, "a", "b", "c");
    pool.configure([configOf("a"), configOf("b", { trusted: true })]);
    await expect.poll(() => pool.servers().map(({ status }) => status)).toEqual(["ready", "ready"]);
    expect([servers.a, servers.b, servers.c].map(({ lives }) => lives.map(({ closed }) => closed))).toEqual([
      [false],
      [true, false],
      [true],
    ]);
  });

  test("tells who listens, and counts up", async () => {
    const { pool } = setUp();
    const seen: number[] = [];
    const stop = pool.onChange(() => seen.push(pool.version));
    await start(pool);
    expect(seen.length).toBeGreaterThan(1);
    stop();
    const { length } = seen;
    pool.configure([]);
    expect(seen).toHaveLength(length);
  });
});

test("resources and prompts are offered and read", async () => {
  const { pool } = setUp({
    answers: {
      initialize: ({ protocolVersion }) => ({
        protocolVersion,
        capabilities: { resources: {}, prompts: {} },
        serverInfo: { name: "x", version: "1" },
      }),
      "resources/list": () => ({
        resources: [{ uri: "a://b", name: "B", mimeType: "text/plain" }, { name: "no uri" }],
      }),
      "resources/read": ({ uri }) => ({ contents: [{ uri, text: "inside" }] }),
      "prompts/list": () => ({ prompts: [{ name: "p", arguments: [{ name: "x", required: true }] }] }),
      "prompts/get": () => ({ messages: [{ role: "user", content: { type: "text", text: "do it" } }] }),
    },
  });
  await start(pool);
  expect(row(pool)).toMatchObject({ resources: 1, prompts: 1, tools: 0, warnings: [] });
  expect(pool.resources()).toEqual([{ server: "s", uri: "a://b", name: "B", description: "", mime: "text/plain" }]);
  expect(pool.prompts()).toEqual([
    { server: "s", name: "p", description: "", arguments: [{ name: "x", description: "", required: true }] },
  ]);
  expect(await pool.readResource("s", "a://b", never)).toBe("Resource a://b:\ninside");
  expect(await pool.getPrompt("s", "p", { x: "1" }, never)).toBe("do it");
  await expect(pool.readResource("none", "a://b", never)).rejects.toMatchObject({ code: "not_found" });
});

test("closing ends everything, and no timer is left", async () => {
  const { pool, lives, clock } = setUp();
  await start(pool);
  await pool.close();
  expect(lives[0]?.closed).toBe(true);
  expect(pool.servers()).toEqual([]);
  expect(clock.sleeping).toBe(0);
});

describe("templates of resources", () => {
  const answers = (list: (params: Readonly<Record<string, unknown>>) => unknown) => ({
    initialize: ({ protocolVersion }: Readonly<Record<string, unknown>>) => ({
      protocolVersion,
      capabilities: { resources: { listChanged: true } },
      serverInfo: { name: "x", version: "1" },
    }),
    "resources/list": () => ({ resources: [] }),
    "resources/templates/list": list,
  });

  test("are read page by page when they are first wanted, each entry alone", async () => {
    const asked: unknown[] = [];
    const { pool } = setUp({
      answers: answers(({ cursor }) => {
        asked.push(cursor);
        if (cursor === undefined)
          return { resourceTemplates: [{ uriTemplate: "a://{x}", name: "A\n\u202Eb" }, null, {}], nextCursor: "2" };
        const bad = [
          "a://",
          "a://{",
          `a://{x}${"y".repeat(3_000)}`,
          `a://${"{x}".repeat(9)}`,
          `a://{a,b,c,d,e,f,g,h,i}`,
        ];
        return { resourceTemplates: bad.map((uriTemplate) => ({ uriTemplate, name: "Bad" })) };
      }),
    });
    await start(pool);
    expect(asked).toEqual([]);
    const found = await pool.resourceTemplates();
    expect(found).toEqual([
      { server: "s", template: "a://{x}", name: "A b", description: "", variables: ["x"] },
      { server: "s", template: `a://${"{x}".repeat(9)}`, name: "Bad", description: "", variables: ["x"] },
    ]);
    await pool.resourceTemplates();
    expect(asked).toEqual([undefined, "2"]);
  });

  test("are none of a server that does not know the question, or is not up, and no trouble of it", async () => {
    const { pool } = setUp({
      answers: answers(() => {
        throw new Error("Method not found");
      }),
    });
    expect(await pool.resourceTemplates()).toEqual([]);
    await start(pool);
    expect(await pool.resourceTemplates()).toEqual([]);
    expect(row(pool)).toMatchObject({ status: "ready", warnings: [] });
  });

  test("are read anew once the server says that its resources are others", async () => {
    let name = "old";
    const { pool, lives } = setUp({
      answers: answers(() => ({ resourceTemplates: [{ uriTemplate: "a://{x}", name }] })),
    });
    await start(pool);
    expect((await pool.resourceTemplates()).map((each) => each.name)).toEqual(["old"]);
    name = "new";
    lives[0]?.notify("notifications/resources/list_changed");
    await expect.poll(async () => (await pool.resourceTemplates()).map((each) => each.name)).toEqual(["new"]);
  });
});
