import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { createPool } from "../../../src/core/mcp/createPool";
import type { McpPool, ServerConfig } from "../../../src/core/mcp/pool";
import type { Permit } from "../../../src/core/operations/permit";
import type { Tool } from "../../../src/core/tools/tool";
import { createTransports } from "../../../src/node/mcp/transports";
import { nodeClock, nodeDigest } from "../../../src/node/ports";

const never = new AbortController().signal;
const TIMES = { connectMs: 20_000, listMs: 20_000, callMs: 30_000 };
const OURS = { name: "s", source: "user", disabled: false, trusted: false, approved: true, ...TIMES } as const;
const open: { close(): Promise<unknown> }[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()));
});

function poolOf(config: ServerConfig, environment = process.env, roots: readonly string[] = []): McpPool {
  const pool = createPool({
    connect: createTransports(nodeClock, environment, () => roots),
    ...{ clock: nodeClock, digest: nodeDigest, builtinNames: [], check: () => {} },
    log: { info: () => {}, warn: () => {}, error: () => {} },
    clientInfo: { name: "test", version: "1" },
  });
  pool.configure([config]);
  open.push(pool);
  return pool;
}

const start = async (pool: McpPool) => (await pool.connect(["s"], 60_000, never))[0];

function call(pool: McpPool, input: unknown = {}, signal = never) {
  const help = {
    people: { ask: async () => ({ action: "decline" }) as const },
    agent: "a",
    callId: "c",
    spends: true,
    progress: () => {},
  };
  return pool.call({} as Permit, pool.tools()[0] as Tool, input, help, signal);
}

const tool = { name: "t", inputSchema: { type: "object", properties: {} } };

/** A server in a few lines of JavaScript: `onCall` has `answer(text)` and `input`. */
function stdio(onCall: string, more: Partial<Extract<ServerConfig, { transport: "stdio" }>> = {}): ServerConfig {
  const script = `
    const say = (id, result) => process.stdout.write(JSON.stringify({ jsonrpc: "2.0", id, result }) + "\\n");
    require("node:readline").createInterface(process.stdin).on("line", (line) => {
      const { id, method, params } = JSON.parse(line);
      const answer = (text) => say(id, { content: [{ type: "text", text }] });
      if (method === "initialize") say(id, { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "x", version: "1" } });
      if (method === "tools/list") say(id, { tools: [${JSON.stringify(tool)}] });
      if (method === "tools/call") { const input = params.arguments; ${onCall} }
    });`;
  return { ...OURS, transport: "stdio", command: process.execPath, args: ["-e", script], env: {}, ...more };
}

describe("a server that is a process", () => {
  test("gets its own variables and what commands get, and no secrets of ours", async () => {
    const environment = {
      PATH: process.env["PATH"],
      HOME: "/home/me",
      MY_API_KEY: "k",
      NODE_OPTIONS: "--x",
      VSCODE_PID: "1",
    };
    const pool = poolOf(stdio("answer(JSON.stringify(process.env))", { env: { ITS_TOKEN: "t" } }), environment);
    await start(pool);
    const seen = JSON.parse((await call(pool)).text) as Record<string, string>;
    expect(seen).toMatchObject({ HOME: "/home/me", ITS_TOKEN: "t" });
    for (const name of ["MY_API_KEY", "NODE_OPTIONS", "VSCODE_PID"]) expect(seen).not.toHaveProperty(name);
  });

  test("finds no program inside of an open folder by its mere name", async () => {
    const environment = { PATH: `/w/app/node_modules/.bin:${process.env["PATH"]}` };
    const pool = poolOf(stdio("answer(process.env.PATH)"), environment, ["/w/app"]);
    await start(pool);
    expect((await call(pool)).text).not.toContain("/w/app");
  });

  test("that is not there is named, also when it is the folder that is missing", async () => {
    const missing = await start(poolOf(stdio("", { command: "no-such-command-of-ours" })));
    expect(missing).toMatchObject({
      status: "failed",
      errorCode: "start",
      error: "The command no-such-command-of-ours was not found.",
    });
    const nowhere = await start(poolOf(stdio("", { cwd: "/no/such/folder" })));
    expect(nowhere?.error).toMatch(/or its folder \/no\/such\/folder is missing/);
  });

  test("that is killed in the middle of a call ends the call at once", async () => {
    const pool = poolOf(stdio('process.kill(process.pid, "SIGKILL")'));
    await start(pool);
    await expect(call(pool)).rejects.toMatchObject({
      code: "network",
      message: expect.stringMatching(/ended by SIGKILL/),
    });
  });

  test("that takes nothing any more is sent no more than a bounded heap of messages", async () => {
    const pool = poolOf(stdio("process.stdin.pause()"));
    await start(pool);
    const ends = Array.from({ length: 30 }, () =>
      call(pool, { text: "x".repeat(1 << 20) }).catch((error: Error) => error.message),
    );
    expect(await Promise.race(ends.slice(20))).toMatch(/stopped reading/);
    await pool.stop("s");
    await Promise.all(ends);
  });

  test("may answer a megabyte in pieces, with characters cut in half", async () => {
    const pool = poolOf(stdio('answer("é🙂".repeat(100000))'));
    await start(pool);
    expect((await call(pool)).text).toBe("é🙂".repeat(100_000));
  });
});

type Handler = (message: { id?: number; method: string }, response: ServerResponse, request: IncomingMessage) => void;

/** A streamable HTTP server whose calls are answered by `onCall`. */
async function httpServer(
  onCall: Handler,
  onGet: (response: ServerResponse) => void = (response) => response.writeHead(405).end(),
) {
  const server = createServer((request, response) => {
    if (request.method === "GET") return onGet(response);
    if (request.method === "DELETE") return void response.writeHead(200).end();
    let body = "";
    request.on("data", (chunk) => (body += chunk));
    request.on("end", () => {
      const message = JSON.parse(body);
      const say = (result: unknown) => {
        response.writeHead(200, { "content-type": "application/json", "mcp-session-id": "one" });
        response.end(JSON.stringify({ jsonrpc: "2.0", id: message.id, result }));
      };
      if (message.method === "initialize")
        say({
          protocolVersion: message.params.protocolVersion,
          capabilities: { tools: {} },
          serverInfo: { name: "x", version: "1" },
        });
      else if (message.method === "tools/list") say({ tools: [tool] });
      else if (message.method === "tools/call") onCall(message, response, request);
      else response.writeHead(202).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const stop = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  open.push({ close: stop });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp?key=secret`;
  return { config: { ...OURS, transport: "http", url, headers: {} } as ServerConfig, stop };
}

const stream = { "content-type": "text/event-stream" };

describe("a server at a URL", () => {
  test("is shown without what may be secret in its address", async () => {
    const { config } = await httpServer(() => {});
    expect((await start(poolOf(config)))?.target).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/);
  });

  test("that is killed in the middle of a streamed call ends the call at once", async () => {
    const server = await httpServer((_, response) => {
      response.writeHead(200, stream).write(": soon\n\n");
      void server.stop();
    });
    const pool = poolOf(server.config);
    await start(pool);
    await expect(call(pool)).rejects.toMatchObject({ code: "network", hint: expect.stringMatching(/not known/) });
  });

  test("that is gone is noticed by who calls it", async () => {
    const server = await httpServer(() => {});
    const pool = poolOf(server.config);
    await start(pool);
    await server.stop();
    // The first may still be written to a connection that was kept.
    await expect(call(pool)).rejects.toMatchObject({ code: "network" });
    await expect(call(pool)).rejects.toMatchObject({
      message: expect.stringMatching(/can't be reached: ECONNREFUSED/),
    });
    expect(pool.servers()[0]?.status).not.toBe("ready");
  });

  test("whose stream has event ids is asked for the rest when it ends", async () => {
    let id: number | undefined;
    const rest = (response: ServerResponse) => {
      if (id === undefined) return void response.writeHead(405).end();
      const result = { content: [{ type: "text", text: "late" }] };
      response.writeHead(200, stream).end(`data: ${JSON.stringify({ jsonrpc: "2.0", id, result })}\n\n`);
    };
    const { config } = await httpServer((message, response) => {
      id = message.id;
      response.writeHead(200, stream).end("id: 1\nretry: 10\ndata: \n\n");
    }, rest);
    const pool = poolOf(config);
    await start(pool);
    expect((await call(pool)).text).toBe("late");
  });

  test("that can't give the rest of a stream ends the call", async () => {
    const { config } = await httpServer((_, response) => {
      response.writeHead(200, stream).end("id: 1\nretry: 10\ndata: \n\n");
    });
    const pool = poolOf(config);
    await start(pool);
    await expect(call(pool)).rejects.toMatchObject({
      code: "network",
      message: expect.stringMatching(/without an answer/),
    });
  });

  test("is left alone by a call that was stopped: its exchange is broken off", async () => {
    let closed: () => void = () => {};
    const broken = new Promise<void>((resolve) => (closed = resolve));
    let begun: () => void = () => {};
    const running = new Promise<void>((resolve) => (begun = resolve));
    const { config } = await httpServer((_, response) => {
      response.writeHead(200, stream).write(": beat\n\n");
      response.on("close", closed);
      begun();
    });
    const pool = poolOf(config);
    await start(pool);
    const stop = new AbortController();
    const end = call(pool, {}, stop.signal).catch((error: unknown) => error);
    await running;
    stop.abort(new Error("enough"));
    expect(await end).toBe(stop.signal.reason);
    await broken;
  });

  test("that no address leads to is said so", async () => {
    const url = await start(poolOf({ ...OURS, transport: "http", url: "file:///x", headers: {} }));
    expect(url).toMatchObject({ status: "failed", errorCode: "start", error: "Its address is no http or https URL." });
    const dead = await start(poolOf({ ...OURS, transport: "http", url: "http://127.0.0.1:9/mcp", headers: {} }));
    expect(dead).toMatchObject({ status: "failed", errorCode: "network" });
  });
});
