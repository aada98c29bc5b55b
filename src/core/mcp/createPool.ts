import type { ServerRow } from "../../shared/surface";
import { ToolError } from "../operations/failure";
import type { Permit } from "../operations/permit";
import type { Clock, Digest, Log } from "../operations/ports";
import { canonicalJson } from "../tools/canonical";
import type { Tool, ToolOutput } from "../tools/tool";
import type { Answers } from "./askBack";
import { asTool } from "./asTool";
import { Connection } from "./connection";
import { Deadline, until } from "./deadline";
import type { ListedTool } from "./listed";
import type { CallHelp, McpPool, McpPrompt, McpResource, McpTemplate, ServerConfig } from "./pool";
import { notUnderstood, readParts, resource } from "./results";
import type { SignIn } from "./signIn";
import type { OpenTransport } from "./transport";

export interface PoolOptions {
  readonly connect: OpenTransport;
  readonly clock: Clock;
  readonly digest: Digest;
  readonly log: Log;
  readonly clientInfo: { readonly name: string; readonly version: string };
  /** Names that no server's tool may have. */
  readonly builtinNames: readonly string[];
  /** Throws unless the running call that the permit is of is for just this tool, as it is now. */
  check(permit: Permit, tool: Tool): void;
  /** How to sign in to a server by OAuth. */
  oauth?(server: ServerConfig): SignIn | undefined;
  /** What servers may ask back; see `elicitByForm`. */
  readonly answers?: Answers;
}

interface Attributed {
  readonly connection: Connection;
  readonly listed: ListedTool;
  readonly tool: Tool;
}

interface View {
  readonly tools: readonly Tool[];
  /** Which tool of which server a model name is: by this map and nothing else. */
  readonly byName: ReadonlyMap<string, Attributed>;
  readonly collisions: readonly { readonly name: string; readonly servers: readonly string[] }[];
}

export function createPool(options: PoolOptions): McpPool {
  return new Pool(options);
}

class Pool implements McpPool {
  version = 0;
  #connections: ReadonlyMap<string, Connection> = new Map();
  #view: { readonly version: number; readonly value: View } | undefined;
  readonly #listeners = new Set<() => void>();

  constructor(private readonly options: PoolOptions) {}

  configure(servers: readonly ServerConfig[]): void {
    const before = this.#connections;
    const next = new Map<string, Connection>();
    for (const config of servers) {
      const known = before.get(config.name);
      if (next.has(config.name)) continue;
      const same = known && canonicalJson(known.config) === canonicalJson(config);
      next.set(config.name, same ? known : this.#connection(config));
    }
    this.#connections = next;
    for (const [name, old] of before) if (next.get(name) !== old) this.#replace(old, next.get(name));
    this.#changed();
  }

  servers(): readonly ServerRow[] {
    return [...this.#connections.values()].map(({ row }) => row);
  }

  tools(): readonly Tool[] {
    return this.#now.tools;
  }

  collisions(): View["collisions"] {
    return this.#now.collisions;
  }

  async connect(names: readonly string[], ms: number, signal: AbortSignal): Promise<readonly ServerRow[]> {
    const wanted = [...new Set(names)].flatMap((name) => this.#connections.get(name) ?? []);
    const deadline = new Deadline(this.options.clock, ms, ms, () => new Error("No time is left."));
    const started = Promise.all(wanted.map((connection) => connection.start()));
    try {
      await until(started, deadline.signal, signal);
    } catch {
      // What is not up by now goes on by itself; its row says so.
      signal.throwIfAborted();
    } finally {
      deadline.end();
    }
    return wanted.map(({ row }) => row);
  }

  async restart(name: string): Promise<void> {
    await this.#named(name).restart();
  }

  async stop(name: string): Promise<void> {
    await this.#named(name).stop();
  }

  async signIn(name: string): Promise<void> {
    await this.#named(name).signIn();
  }

  async call(permit: Permit, tool: Tool, input: unknown, help: CallHelp, signal: AbortSignal): Promise<ToolOutput> {
    this.options.check(permit, tool);
    const { connection, listed } = await this.#attributed(tool, signal);
    return connection.call(listed, { input, help, signal });
  }

  resources(): readonly McpResource[] {
    return [...this.#connections.values()].flatMap(({ contents }) => contents.resources);
  }

  async resourceTemplates(): Promise<readonly McpTemplate[]> {
    return (await Promise.all([...this.#connections.values()].map(({ templates }) => templates))).flat();
  }

  async readResource(server: string, uri: string, signal: AbortSignal): Promise<string> {
    const { contents } = (await this.#named(server).request("resources/read", { uri }, signal)) as Plain;
    if (!Array.isArray(contents)) throw notUnderstood(server);
    return contents.map((each) => textOf(resource((each ?? {}) as Plain))).join("\n\n");
  }

  prompts(): readonly McpPrompt[] {
    return [...this.#connections.values()].flatMap(({ contents }) => contents.prompts);
  }

  async getPrompt(
    server: string,
    name: string,
    args: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<string> {
    const params = { name, arguments: args };
    const { messages } = (await this.#named(server).request("prompts/get", params, signal)) as Plain;
    if (!Array.isArray(messages)) throw notUnderstood(server);
    const { texts, images } = readParts(messages.map((message) => (message as Plain | null)?.["content"]));
    return [...texts, ...images.map(textOf)].join("\n\n");
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async close(): Promise<void> {
    const all = [...this.#connections.values()];
    this.#connections = new Map();
    this.#listeners.clear();
    this.version += 1;
    await Promise.all(all.map((connection) => connection.stop()));
  }

  #connection(config: ServerConfig): Connection {
    const { answers = {}, check: _, ...parts } = this.options;
    const connection: Connection = new Connection(config, {
      ...parts,
      answers,
      makeTool: (listed, server) =>
        asTool(listed, server, ({ permit, signal }, tool, input, help) => this.call(permit, tool, input, help, signal)),
      changed: () => {
        if (this.#connections.get(config.name) === connection) this.#changed();
      },
    });
    return connection;
  }

  /** A server that was up under its old configuration comes up under the new one. */
  #replace(old: Connection, next: Connection | undefined): void {
    const wasUp = old.status === "ready" || old.status === "connecting";
    void old.stop().then(() => (wasUp ? next?.start() : undefined));
  }

  #named(name: string): Connection {
    const connection = this.#connections.get(name);
    if (!connection) throw new ToolError("not_found", `There is no MCP server ${name}.`);
    return connection;
  }

  async #attributed(tool: Tool, signal: AbortSignal): Promise<Attributed> {
    const connection = this.#connections.get(tool.server ?? "");
    // A server that has gone down is started for who calls it; whether it still has the tool is seen then.
    if (connection && !this.#now.byName.has(tool.name)) await connection.ready(signal).catch(() => {});
    signal.throwIfAborted();
    const found = this.#now.byName.get(tool.name);
    if (!found || found.connection !== connection) throw gone(tool, connection);
    if (found.tool.version !== tool.version) {
      throw new ToolError("precondition_failed", "The server has changed this tool.", "Search for it again.");
    }
    return found;
  }

  get #now(): View {
    if (this.#view?.version !== this.version) this.#view = { version: this.version, value: this.#look() };
    return this.#view.value;
  }

  #look(): View {
    const all = [...this.#connections.values()].flatMap((connection) =>
      connection.contents.tools.tools.map((listed, at) => ({ connection, listed, tool: connection.tools[at] as Tool })),
    );
    const taken = new Set(this.options.builtinNames);
    const owners = new Map<string, string[]>();
    for (const { connection, listed } of all) {
      owners.set(listed.modelName, [...(owners.get(listed.modelName) ?? []), connection.config.name]);
    }
    const isOwn = ({ listed }: Attributed): boolean =>
      owners.get(listed.modelName)?.length === 1 && !taken.has(listed.modelName);
    const own = all.filter(isOwn);
    return {
      tools: own.map(({ tool }) => tool),
      byName: new Map(own.map((each) => [each.listed.modelName, each])),
      collisions: [...owners].filter(([, servers]) => servers.length > 1).map(([name, servers]) => ({ name, servers })),
    };
  }

  #changed(): void {
    this.version += 1;
    for (const listener of [...this.#listeners]) listener();
  }
}

type Plain = Readonly<Record<string, unknown>>;

function textOf(read: string | { readonly mime: string }): string {
  return typeof read === "string" ? read : `(an image: ${read.mime})`;
}

function gone(tool: Tool, connection: Connection | undefined): ToolError {
  const error = connection?.row.error;
  if (error !== undefined) return new ToolError("network", `MCP server ${tool.server}: ${error}`);
  return new ToolError("not_found", "No connected MCP server has this tool now.", "Search for another one.");
}
