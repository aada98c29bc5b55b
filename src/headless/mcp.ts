import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { basename } from "node:path";
import { assertMay } from "../core/gate/permit";
import { permitsServer } from "../core/gate/policy";
import type { Policy } from "../core/gate/statutes";
import type { McpPool, ServerConfig } from "../core/mcp/pool";
import type { Ports } from "../core/operations/ports";
import { UsageError } from "./arguments";

/**
 * The pool of `--mcp FILE`: whoever names the file stands for its servers. Without a terminal nobody can
 * sign in, and what a server asks a person is answered by nobody.
 */
export async function openPool(
  file: string,
  workspace: string,
  ports: Ports,
  policy: Policy | undefined,
): Promise<McpPool> {
  const [{ createPool }, { nativeTools }, { createTransports }] = await Promise.all([
    import("../core/mcp/createPool"),
    import("../core/tools"),
    import("../node/mcp/transports"),
  ]);
  const pool = createPool({
    connect: createTransports(ports.clock, process.env, () => [workspace]),
    clock: ports.clock,
    digest: ports.digest,
    log: ports.log,
    clientInfo: { name: "gatehouse-headless", version: "0" },
    builtinNames: nativeTools("bash").map(({ name }) => name),
    check: (permit, { name, version = "" }) => assertMay(permit, { tool: name, version }),
  });
  const servers = await readServers(file, workspace);
  pool.configure(
    servers.map((server) => (permitsServer(policy, server.name) ? server : { ...server, problem: BARRED })),
  );
  return pool;
}

const BARRED = "The policy of this machine does not permit this server.";

async function readServers(file: string, workspace: string): Promise<ServerConfig[]> {
  const { readServersFile } = await import("../core/mcp/config");
  const { expandEntry } = await import("../core/mcp/configVariables");
  const { entries, problems } = readServersFile(read(file), { file, source: "user" });
  const [problem] = problems.filter(({ level }) => level === "error");
  if (problem) throw new UsageError(`--mcp: ${problem.file}${problem.line ? `:${problem.line}` : ""}: ${problem.text}`);
  const folders = [{ name: basename(workspace), path: workspace }];
  const sources = {
    env: (name: string) => process.env[name],
    folders,
    home: homedir(),
    inputs: [],
    input: () => undefined,
  };
  return entries.map((entry) => {
    const { target, missing } = expandEntry(entry, sources);
    const { name, source, disabled, connectMs, listMs, callMs } = entry;
    const limits = { connectMs, listMs, callMs };
    const problem = missing.length > 0 ? { problem: missing.join(" ") } : {};
    return { name, source, disabled, trusted: false, approved: true, ...limits, ...problem, ...target };
  });
}

function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new UsageError(`--mcp: ${file} can't be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}
