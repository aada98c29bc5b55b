import { type ChildProcess, spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { needBrowser } from "../../../scripts/browser.mjs";
import type { ServerConfig } from "../../../src/core/mcp/pool";
import { stdioServer, urlServer } from "./pool";

const PACKAGES = join(import.meta.dirname, "../../../node_modules");
const EVERYTHING = join(PACKAGES, "@modelcontextprotocol/server-everything/dist/index.js");

export const everything = (name = "everything") => stdioServer(name, [EVERYTHING, "stdio"]);

export const filesystem = (folder: string, name = "filesystem") =>
  stdioServer(name, [join(PACKAGES, "@modelcontextprotocol/server-filesystem/dist/index.js"), folder]);

export const memory = (file: string, name = "memory") =>
  stdioServer(name, [join(PACKAGES, "@modelcontextprotocol/server-memory/dist/index.js")], { MEMORY_FILE_PATH: file });

export const thinking = (name = "thinking") =>
  stdioServer(name, [join(PACKAGES, "@modelcontextprotocol/server-sequential-thinking/dist/index.js")]);

export async function playwright(folder: string, name = "playwright"): Promise<ServerConfig> {
  return stdioServer(name, await playwrightArgs(folder));
}

/** The same, writing down its process's id, so that a test can end it. */
export function withPid(
  config: ServerConfig,
  folder: string,
): { readonly config: ServerConfig; readonly file: string } {
  if (config.transport !== "stdio") throw new Error("Only a server of ours has a process.");
  const [file, hook] = [join(folder, "pid"), join(folder, "pid.cjs")];
  writeFileSync(hook, `require("node:fs").writeFileSync(${JSON.stringify(file)}, String(process.pid));`);
  return { config: { ...config, args: ["--require", hook, ...config.args] }, file };
}

export interface Running {
  readonly config: ServerConfig;
  readonly process: ChildProcess;
}

/** server-everything as a server of its own. */
export async function everythingAt(kind: "http" | "sse"): Promise<Running> {
  const port = await freePort();
  const env = { ...process.env, PORT: String(port) };
  const args = [EVERYTHING, kind === "http" ? "streamableHttp" : "sse"];
  const child = await whenItSays(/port \d+/, args, env);
  return {
    process: child,
    config: urlServer("everything", `http://127.0.0.1:${port}/${kind === "http" ? "mcp" : "sse"}`, kind),
  };
}

export async function playwrightAt(kind: "http" | "sse", folder: string): Promise<Running> {
  const port = await freePort();
  const child = await whenItSays(
    /Listening on/,
    [...(await playwrightArgs(folder)), "--port", String(port)],
    process.env,
  );
  return {
    process: child,
    config: urlServer("playwright", `http://localhost:${port}/${kind === "http" ? "mcp" : "sse"}`, kind),
  };
}

async function playwrightArgs(folder: string): Promise<string[]> {
  const browser = `--executable-path=${await needBrowser()}`;
  const flags = ["--headless", "--isolated", "--no-sandbox", `--output-dir=${folder}`];
  return [join(PACKAGES, "@playwright/mcp/cli.js"), ...flags, browser];
}

function whenItSays(words: RegExp, args: readonly string[], env: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const child = spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "pipe"] });
  return new Promise((resolve, reject) => {
    let said = "";
    const hear = (chunk: Buffer) => {
      said += chunk.toString();
      if (words.test(said)) resolve(child);
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    child.once("exit", (code) => reject(new Error(`It ended with ${code}: ${said}`)));
  });
}

function freePort(): Promise<number> {
  const server = createServer();
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
