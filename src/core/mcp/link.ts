import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import type { ServerCapabilities } from "@modelcontextprotocol/sdk/types.js";
import * as z from "zod/mini";
import type { Clock, Log } from "../operations/ports";
import { plainLine, plainText } from "../results/foreign";
import type { AskBack } from "./askBack";
import { Deadline, until } from "./deadline";
import { McpFailure, NOT_UNDERSTOOD, RpcError, UNANSWERED } from "./failure";
import type { ServerConfig } from "./pool";
import type { SignIn } from "./signIn";
import type { Opened, OpenTransport } from "./transport";

const MAX_MESSAGE = 2_000;
/** The SDK's own timer must not end what ours still allows. */
const NEVER = 2 ** 31 - 1;
const SEEN_ERRORS = 5;

export interface LinkOptions {
  readonly config: ServerConfig;
  readonly open: OpenTransport;
  readonly signIn: SignIn | undefined;
  readonly clientInfo: { readonly name: string; readonly version: string };
  readonly askBack: AskBack;
  readonly clock: Clock;
  readonly log: Log;
  /** A notification of the server. */
  notified(method: string): void;
  warn(text: string): void;
}

export interface Asked {
  readonly ms: number;
  readonly signal: AbortSignal;
  /** Besides `signal`: its own time limit, in place of one of `ms`. */
  readonly deadline?: Deadline;
  progress?(text: string): void;
}

/** One connection to a server, from `initialize` to its end: the SDK's client on one transport. Never used again. */
export class Link {
  #failure: McpFailure | undefined;
  #end: (failure: McpFailure) => void = () => {};
  /** Resolves when it is over, with why. */
  readonly ended = new Promise<McpFailure>((resolve) => {
    this.#end = resolve;
  });
  #client!: Client;
  #opened!: Opened;
  #errors = 0;

  private constructor(private readonly options: LinkOptions) {}

  /** Resolves after `initialize`; rejects with `McpFailure`, and then nothing of it is left. */
  static async open(options: LinkOptions, signal: AbortSignal): Promise<Link> {
    const link = new Link(options);
    const { clock, config } = options;
    // On first use, since it is large; and not in the server's time.
    const sdk = await until(loadSdk(), signal);
    const late = () => new McpFailure("timeout", `It did not start within ${seconds(config.connectMs)}.`, true);
    const deadline = new Deadline(clock, config.connectMs, config.connectMs, late);
    try {
      await until(link.#start(sdk), deadline.signal, signal);
      return link;
    } catch (error) {
      const failure = link.#translate(error);
      await link.close();
      throw link.#withLastWords(failure);
    } finally {
      deadline.end();
    }
  }

  get isOver(): boolean {
    return this.#failure !== undefined;
  }

  get capabilities(): ServerCapabilities {
    return this.#client.getServerCapabilities() ?? {};
  }

  /**
   * Only to be called for a server that wants a sign-in; see `connection.ts`. `use` does what it wanted one
   * for, so that its answer says what to sign in for.
   */
  static async openForSignIn(
    options: LinkOptions,
    use: (link: Link) => Promise<unknown>,
    signal: AbortSignal,
  ): Promise<void> {
    const link = new Link(options);
    const { signIn } = options;
    try {
      await until(link.#start(await loadSdk()), signal);
      await use(link);
      if (!signIn?.demand) return;
      await signIn.demand();
      throw new McpFailure("sign_in", "It wants a sign-in.");
    } catch (error) {
      const failure = link.#translate(error);
      if (failure instanceof RpcError || failure.code !== "sign_in" || !signIn?.authorizationCode) throw failure;
      const code = await signIn.authorizationCode(signal);
      await link.#opened.finishSignIn?.(code);
    } finally {
      await link.close();
    }
  }

  /** The result as it came, of at most `asked.ms`. Rejects with `McpFailure`, `RpcError` or the reason of `signal`. */
  async request(method: string, params: Record<string, unknown>, asked: Asked): Promise<unknown> {
    const { clock } = this.options;
    const late = () => new McpFailure("timeout", `${method} was not answered within ${seconds(asked.ms)}.`, true);
    const deadline = asked.deadline ?? new Deadline(clock, asked.ms, asked.ms, late);
    // Of its own, since the SDK never lets go of the signal it is given.
    const stop = new AbortController();
    try {
      if (this.#failure) throw this.#failure;
      const sent = this.#client.request({ method, params } as never, ANYTHING, {
        signal: stop.signal,
        timeout: NEVER,
        ...(asked.progress && { onprogress: (progress) => this.#progress(progress, deadline, asked) }),
      });
      return await until(sent, deadline.signal, asked.signal);
    } catch (error) {
      if (deadline.signal.aborted || asked.signal.aborted) stop.abort(CANCELLED);
      if (error === asked.signal.reason || error === deadline.signal.reason) throw error;
      throw this.#translate(error);
    } finally {
      if (asked.deadline === undefined) deadline.end();
    }
  }

  /** Over, for this reason: what is open rejects with it. */
  end(failure: McpFailure): void {
    if (this.#failure) return;
    this.#failure = failure;
    this.#end(failure);
    void this.#client?.close().catch(() => {});
  }

  /** Resolves when the server's process is gone, or its session is closed. */
  async close(): Promise<void> {
    this.end(new McpFailure("stopped", "It was stopped."));
    await this.#opened?.transport.close();
  }

  async #start(sdk: Sdk): Promise<void> {
    const { config, open, signIn, warn } = this.options;
    const events = { lost: (failure: McpFailure) => this.end(failure), warn };
    const opened = await open(config, events, signIn);
    this.#opened = opened;
    if (this.#failure) return void (await opened.transport.close());
    this.#client = await this.#makeClient(sdk);
    await this.#client.connect(opened.transport, { timeout: NEVER });
  }

  async #makeClient(sdk: Sdk): Promise<Client> {
    const { clientInfo, askBack } = this.options;
    const { elicit, sample, roots } = askBack.answers;
    const capabilities = {
      ...(elicit && { elicitation: { form: { applyDefaults: true }, url: {} } }),
      ...(sample && { sampling: {} }),
      ...(roots && { roots: {} }),
    };
    // No schema of a server is compiled: we look at results ourselves, and loosely.
    const jsonSchemaValidator = { getValidator: () => (data: unknown) => ({ valid: true, data }) as never };
    const client = new sdk.Client(clientInfo, { capabilities, jsonSchemaValidator });
    if (elicit)
      client.setRequestHandler(sdk.ElicitRequestSchema, ({ params }, { signal }) => askBack.elicit(params, signal));
    if (sample)
      client.setRequestHandler(sdk.CreateMessageRequestSchema, ({ params }, { signal }) =>
        askBack.sample(params, signal),
      );
    if (roots)
      client.setRequestHandler(sdk.ListRootsRequestSchema, () => ({ roots: roots().map((root) => ({ ...root })) }));
    client.fallbackNotificationHandler = async ({ method }) => this.options.notified(method);
    client.onclose = () => this.end(new McpFailure("network", "The connection was closed.", true));
    client.onerror = (error) => this.#noteError(error);
    return client;
  }

  #noteError(error: Error): void {
    this.#errors += 1;
    if (this.#errors > SEEN_ERRORS) return;
    this.options.log.info(`MCP server ${this.options.config.name}: ${plainLine(error.message, 200)}`);
  }

  #progress({ progress, total, message }: Progress, deadline: Deadline, asked: Asked): void {
    deadline.putOff();
    const count = total === undefined ? `${progress}` : `${progress}/${total}`;
    asked.progress?.(message === undefined ? count : `${count} ${plainLine(message, 200)}`);
  }

  /** Whatever the SDK and transports throw, as one of ours. */
  #translate(error: unknown): McpFailure | RpcError {
    if (error instanceof McpFailure) return error;
    const { name, message, code } = error as { name?: string; message?: string; code?: unknown };
    const text = plainText(String(message ?? error), MAX_MESSAGE);
    // What the SDK says of everything that is open when a connection ends.
    if (this.#failure && /Connection closed$|^Not connected$/.test(text)) return this.#failure;
    if (name === "McpError" && typeof code === "number")
      return fromAnswer(code, text.replace(`MCP error ${code}: `, ""));
    if (name === "ZodError" || name === "$ZodError" || error instanceof SyntaxError || error instanceof RangeError) {
      return new McpFailure("not_understood", "Its answer was not understood.");
    }
    const version = /protocol version is not supported: (.*)$/.exec(text)?.[1];
    if (version !== undefined) return wrongVersion(version);
    return new McpFailure("network", text, true);
  }

  /** Why there was no start, with what the server said meanwhile where that is all there is to go by. */
  #withLastWords(failure: McpFailure | RpcError): McpFailure {
    if (failure instanceof RpcError) {
      return new McpFailure("refused", `It refused to start (${failure.code}): ${failure.message}`);
    }
    if (failure.code === "not_understood") {
      return new McpFailure("protocol", "It does not speak MCP: its first answer was not understood.");
    }
    const words = failure.code === "timeout" ? this.#opened?.lastWords?.() : undefined;
    return words ? new McpFailure(failure.code, `${failure.message} ${words}`, failure.retry) : failure;
  }
}

type Progress = { progress: number; total?: number | undefined; message?: string | undefined };

/** Results are looked at by `results.ts` and its like. */
const ANYTHING = z.looseObject({});
const CANCELLED = "The client no longer waits for it.";

const LOST =
  /session (?:not found|expired|terminated|is closed)|(?:unknown|invalid|no valid|missing) (?:mcp-)?session|not initialized/i;

function fromAnswer(code: number, message: string): McpFailure | RpcError {
  if (code === UNANSWERED) return new McpFailure("no_answer", message, true);
  if (code === NOT_UNDERSTOOD) return new McpFailure("not_understood", message);
  if (code <= -32_000 && LOST.test(message)) return new McpFailure("session_lost", message, true);
  return new RpcError(code, message);
}

/** The newest version that the SDK speaks; in the words of an error only. */
const OWN_VERSION = "2025-11-25";

function wrongVersion(theirs: string): McpFailure {
  return new McpFailure(
    "version",
    `It speaks MCP ${plainLine(theirs, 40)}; Gatehouse speaks ${OWN_VERSION} and older.`,
  );
}

export function seconds(ms: number): string {
  return `${Math.round(ms / 100) / 10} s`;
}

type Sdk = Awaited<ReturnType<typeof loadSdk>>;

async function loadSdk() {
  const [{ Client }, types] = await Promise.all([
    import("@modelcontextprotocol/sdk/client/index.js"),
    import("@modelcontextprotocol/sdk/types.js"),
  ]);
  const { ElicitRequestSchema, CreateMessageRequestSchema, ListRootsRequestSchema } = types;
  return { Client, ElicitRequestSchema, CreateMessageRequestSchema, ListRootsRequestSchema };
}
