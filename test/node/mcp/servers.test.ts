import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { McpPool, ServerConfig } from "../../../src/core/mcp/pool";
import { call, realPool } from "../../support/mcp/pool";
import * as servers from "../../support/mcp/realServers";
import { temporaryFolder } from "../support/folder";

// Browsers and ten servers at once, on a machine that does more than this.
const SLOW = 90_000;
const NEVER = new AbortController().signal;
const ended: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ended.splice(0).reverse()) await end();
});

async function connected(...configs: ServerConfig[]): Promise<McpPool> {
  const pool = realPool();
  ended.push(() => pool.close());
  pool.configure(configs);
  const rows = await pool.connect(
    configs.map(({ name }) => name),
    SLOW,
    NEVER,
  );
  expect(rows.map(({ name, status, error }) => ({ name, status, error }))).toEqual(
    configs.map(({ name }) => ({ name, status: "ready", error: undefined })),
  );
  return pool;
}

async function running(start: Promise<servers.Running>): Promise<servers.Running> {
  const found = await start;
  ended.push(() => found.process.kill("SIGKILL"));
  return found;
}

describe("server-everything", { timeout: SLOW }, () => {
  const WAYS = [
    ["stdio", async () => servers.everything()],
    ["http", async () => (await running(servers.everythingAt("http"))).config],
    ["sse", async () => (await running(servers.everythingAt("sse"))).config],
  ] as const;

  describe.each(WAYS)("over %s", (_, config) => {
    test("answers calls with text and images", async () => {
      const pool = await connected(await config());
      expect((await call(pool, "everything", "echo", { message: "hello" })).text).toContain("Echo: hello");
      expect((await call(pool, "everything", "get-sum", { a: 2, b: 40 })).text).toContain("42");
      const image = await call(pool, "everything", "get-tiny-image");
      expect(image.images).toMatchObject([{ mime: "image/png" }]);
      const weather = await call(pool, "everything", "get-structured-content", { location: "Chicago" });
      expect(weather.text.match(/drizzle/g)).toHaveLength(1);
    });

    test("asks the person and the model, and reports its progress", async () => {
      const pool = await connected(await config());
      const titles: string[] = [];
      const elicited = await call(
        pool,
        "everything",
        "trigger-elicitation-request",
        {},
        {
          answer: (form) => {
            titles.push(form.title);
            return { action: "accept", values: { name: "Ada" } };
          },
        },
      );
      expect(titles).toEqual(["everything"]);
      expect(elicited.text).toContain("Ada");
      const sampled = await call(pool, "everything", "trigger-sampling-request", { prompt: "x", maxTokens: 5 });
      expect(sampled.text).toContain("Sampled.");
      const progress: string[] = [];
      const input = { duration: 0.4, steps: 4 };
      const long = await call(pool, "everything", "trigger-long-running-operation", input, {
        progress: (text) => progress.push(text),
      });
      expect(long.text).toContain("completed");
      // The SDK forgets a report that comes right before the result.
      expect(progress.slice(0, 2)).toEqual(["1/4", "2/4"]);
    });

    test("offers resources and prompts", async () => {
      const pool = await connected(await config());
      const [resource] = pool.resources();
      expect(resource).toMatchObject({ server: "everything" });
      expect(await pool.readResource("everything", resource?.uri ?? "", NEVER)).not.toBe("");
      expect(pool.prompts().map(({ name }) => name)).toContain("args-prompt");
      const prompt = await pool.getPrompt("everything", "args-prompt", { city: "Paris", state: "Texas" }, NEVER);
      expect(prompt).toContain("Paris");
    });

    test("says what is wrong with a call, as a result and not as a failure", async () => {
      const pool = await connected(await config());
      expect(await call(pool, "everything", "get-sum", { a: "x" })).toMatchObject({ status: "failed" });
    });
  });

  test.each(["http", "sse"] as const)("killed in the middle of a call over %s, the call ends at once", async (kind) => {
    const server = await running(servers.everythingAt(kind));
    const pool = await connected(server.config, servers.thinking());
    await endsAtOnce(pool, () => server.process.kill("SIGKILL"));
  });

  test("killed in the middle of a call over stdio, the call ends at once", async () => {
    const { config, file } = servers.withPid(servers.everything(), temporaryFolder());
    const pool = await connected(config, servers.thinking());
    await endsAtOnce(pool, () => process.kill(Number(readFileSync(file, "utf8")), "SIGKILL"));
  });

  /** And nobody else is harmed. */
  async function endsAtOnce(pool: McpPool, kill: () => void): Promise<void> {
    let killed = 0;
    const long = call(
      pool,
      "everything",
      "trigger-long-running-operation",
      { duration: 20, steps: 200 },
      {
        progress: () => {
          if (killed > 0) return;
          killed = performance.now();
          kill();
        },
      },
    );
    await expect(long).rejects.toMatchObject({ code: "network" });
    expect(performance.now() - killed).toBeLessThan(5_000);
    await think(pool);
  }
});

test("server-filesystem reads, writes and lists, and keeps to its folder", { timeout: SLOW }, async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "a.txt"), "alpha");
  const pool = await connected(servers.filesystem(folder));
  const read = await call(pool, "filesystem", "read_text_file", { path: join(folder, "a.txt") });
  // It gives every result twice; the model gets it once.
  expect(read.text.match(/alpha/g)).toHaveLength(1);
  await call(pool, "filesystem", "write_file", { path: join(folder, "b.txt"), content: "beta" });
  expect(readFileSync(join(folder, "b.txt"), "utf8")).toBe("beta");
  expect((await call(pool, "filesystem", "list_directory", { path: folder })).text).toContain("b.txt");
  expect(await call(pool, "filesystem", "read_text_file", { path: "/etc/passwd" })).toMatchObject({ status: "failed" });
});

test("server-memory keeps what it is told", { timeout: SLOW }, async () => {
  const file = join(temporaryFolder(), "memory.jsonl");
  const pool = await connected(servers.memory(file));
  const entities = [{ name: "Ada", entityType: "person", observations: ["writes programs"] }];
  await call(pool, "memory", "create_entities", { entities });
  expect((await call(pool, "memory", "search_nodes", { query: "programs" })).text).toContain("Ada");
  expect(existsSync(file)).toBe(true);
});

test("server-sequential-thinking thinks", { timeout: SLOW }, async () => {
  await think(await connected(servers.thinking()));
});

async function think(pool: McpPool): Promise<void> {
  const thought = { thought: "First.", thoughtNumber: 1, totalThoughts: 1, nextThoughtNeeded: false };
  expect((await call(pool, "thinking", "sequentialthinking", thought)).text).toContain('"thoughtNumber": 1');
}

describe("playwright", { timeout: SLOW }, () => {
  let site: Server;
  let page: string;
  beforeAll(async () => {
    site = createServer((_, response) => response.writeHead(200, { "content-type": "text/html" }).end(PAGE));
    await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
    page = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`;
  });
  afterAll(() => {
    site.close();
    site.closeAllConnections();
  });

  const WAYS = [
    ["stdio", (folder: string) => servers.playwright(folder)],
    ["http", async (folder: string) => (await running(servers.playwrightAt("http", folder))).config],
    ["sse", async (folder: string) => (await running(servers.playwrightAt("sse", folder))).config],
  ] as const;

  test.each(WAYS)("opens a page and gives a picture of it over %s", async (_, config) => {
    const pool = await connected(await config(temporaryFolder()));
    expect((await call(pool, "playwright", "browser_navigate", { url: page })).text).toContain("Gatehouse test page");
    expect((await call(pool, "playwright", "browser_snapshot")).text).toContain("Press me");
    const { images = [] } = await call(pool, "playwright", "browser_take_screenshot", { type: "png" });
    expect(images).toMatchObject([{ mime: "image/png" }]);
    await call(pool, "playwright", "browser_close");
  });
});

const PAGE = "<!doctype html><title>Gatehouse test page</title><button>Press me</button>";

test("ten servers connect side by side, and each answers", { timeout: SLOW }, async () => {
  const folder = temporaryFolder();
  const pool = await connected(
    ...["e1", "e2", "e3"].map((name) => servers.everything(name)),
    ...["f1", "f2"].map((name) => servers.filesystem(folder, name)),
    ...["m1", "m2"].map((name) => servers.memory(join(folder, name), name)),
    ...["t1", "t2"].map((name) => servers.thinking(name)),
    await servers.playwright(folder),
  );
  expect(pool.collisions()).toEqual([]);
  const echoes = ["e1", "e2", "e3"].map((name) => call(pool, name, "echo", { message: name }));
  expect((await Promise.all(echoes)).map(({ text }) => text)).toEqual(["Echo: e1", "Echo: e2", "Echo: e3"]);
  const listed = ["f1", "f2"].map((name) => call(pool, name, "list_allowed_directories"));
  for (const { text } of await Promise.all(listed)) expect(text).toContain(folder);
  const graphs = ["m1", "m2"].map((name) => call(pool, name, "read_graph"));
  for (const { text } of await Promise.all(graphs)) expect(text).toContain("entities");
  expect((await call(pool, "playwright", "browser_tabs", { action: "list" })).status).not.toBe("failed");
});
