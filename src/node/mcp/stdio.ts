import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { StringDecoder } from "node:string_decoder";
import { setTimeout as sleep } from "node:timers/promises";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import { McpFailure } from "../../core/mcp/failure";
import type { ServerConfig } from "../../core/mcp/pool";
import { MAX_MESSAGE_BYTES, type Opened, type TransportEvents } from "../../core/mcp/transport";
import { plainLine, plainText } from "../../core/results/foreign";
import { figure } from "../../core/results/sizes";
import { Tail } from "../../core/results/tail";
import { LineReader } from "./lineReader";
import { readRpcLine } from "./rpcLine";
import { endProcess, launch } from "./serverProcess";

/** What waits to be read by the server at most. */
const MAX_WAITING_BYTES = 16 * 1024 * 1024;
const LAST_WORDS = { lines: 10, bytes: 1_000 };
const MAX_QUOTED = 200;
/** After its end, for output that is still on its way. */
const DRAIN_MS = 200;

type StdioConfig = Extract<ServerConfig, { readonly transport: "stdio" }>;

/** A server that is a process of ours, spoken to line by line. `environment` is what it gets besides its own. */
export function openStdio(
  config: StdioConfig,
  environment: Readonly<Record<string, string>>,
  events: TransportEvents,
): Opened {
  const transport = new StdioTransport(config, environment, events);
  return { transport, lastWords: () => transport.lastWords() };
}

class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;

  #child: ChildProcessWithoutNullStreams | undefined;
  #exited: Promise<void> = Promise.resolve();
  #closing: Promise<void> | undefined;
  #spoke = false;
  #logLines = 0;
  #lastLog = "";
  readonly #errors = new Tail(LAST_WORDS);
  readonly #lines = new LineReader(MAX_MESSAGE_BYTES, (line) => this.#read(line));

  constructor(
    private readonly config: StdioConfig,
    private readonly environment: Readonly<Record<string, string>>,
    private readonly events: TransportEvents,
  ) {}

  async start(): Promise<void> {
    const { command, args, cwd, env } = this.config;
    const child = await launch({ command, args, cwd, env: { ...this.environment, ...env } });
    this.#child = child;
    const decoder = new StringDecoder("utf8");
    // Always read, since a server whose errors nobody takes stands still; and of a flood only what may be kept.
    child.stderr.on("data", (chunk: Buffer) => this.#errors.push(decoder.write(chunk).slice(-2 * LAST_WORDS.bytes)));
    child.stdout.on("data", (chunk: Buffer) => this.#take(chunk));
    for (const stream of [child.stdin, child.stdout, child.stderr])
      stream.on("error", (error) => this.onerror?.(error));
    // Not "close": whatever the server started may hold its output open for ever.
    this.#exited = new Promise((resolve) => {
      child.once("exit", (code, signal) => {
        resolve();
        void this.#gone(child, code, signal);
      });
    });
    if (this.#closing) await endProcess(child, this.#exited);
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const stdin = this.#child?.stdin;
    if (!stdin?.writable || this.#closing) throw new McpFailure("network", "It is not running.", true);
    if (stdin.writableLength > MAX_WAITING_BYTES)
      throw new McpFailure("stalled", "It has stopped reading what it is sent.");
    stdin.write(`${JSON.stringify(message)}\n`);
  }

  /** Tells its end at once; resolves when the process is gone. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  /** Its last lines of errors, or of whatever else it printed. */
  lastWords(): string {
    const errors = plainText(this.#errors.text(), LAST_WORDS.bytes);
    if (errors) return `Its last words: ${errors}`;
    return this.#lastLog ? `It printed: ${this.#lastLog}` : "";
  }

  async #close(): Promise<void> {
    this.onclose?.();
    if (this.#child) await endProcess(this.#child, this.#exited);
  }

  #take(chunk: Buffer): void {
    if (this.#closing || this.#lines.push(chunk)) return;
    const size = figure(MAX_MESSAGE_BYTES);
    this.events.lost(new McpFailure("too_large", `It sent more than ${size} bytes without a line end.`));
  }

  #read(line: string): void {
    if (this.#closing) return;
    const read = readRpcLine(line);
    if (read.kind === "messages") {
      this.#spoke = true;
      for (const message of read.messages) this.onmessage?.(message);
      return;
    }
    this.#lastLog = plainLine(line, MAX_QUOTED);
    if (read.kind === "garbage" && !this.#spoke) {
      this.events.lost(new McpFailure("protocol", `It does not speak MCP. It printed: ${this.#lastLog}`));
      return;
    }
    this.#logLines += 1;
    if (this.#logLines === 1) this.events.warn(`It prints lines that are no messages, such as: ${this.#lastLog}`);
  }

  async #gone(child: ChildProcessWithoutNullStreams, code: number | null, signal: string | null): Promise<void> {
    const ended = new Promise((resolve) => child.stdout.once("end", resolve));
    if (!child.stdout.readableEnded) await Promise.race([ended, sleep(DRAIN_MS)]);
    this.#lines.end();
    const how = signal ? `was ended by ${signal}` : `ended with exit code ${code}`;
    this.events.lost(new McpFailure("exited", [`It ${how}.`, this.lastWords()].filter(Boolean).join(" ")));
  }
}
