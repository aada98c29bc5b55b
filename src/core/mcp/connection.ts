import type { ServerRow, ServerStatus } from "../../shared/surface";
import { ToolError } from "../operations/failure";
import type { Tool, ToolOutput } from "../tools/tool";
import { AskBack } from "./askBack";
import { callTool, failedCall, type OneCall } from "./calls";
import { type Contents, NO_CONTENTS, readContents } from "./contents";
import { until } from "./deadline";
import { asFailure, McpFailure } from "./failure";
import { keepAlive, PING_EVERY_MS } from "./keepAlive";
import { Link, type LinkOptions } from "./link";
import type { ListedTool } from "./listed";
import type { ConnectionParts } from "./parts";
import type { McpTemplate, ServerConfig } from "./pool";
import { Refresher } from "./refresher";
import { Restarts, tooOften } from "./restarts";
import { mayStart, restingStatus, rowOf } from "./row";
import { isUsableAlone, type SignIn, withoutPerson } from "./signIn";
import { Templates } from "./templates";

const MAX_WARNINGS = 20;

/**
 * One configured server over all its lives: whether it is up and why not, what it offers, and when it
 * is started again. Nothing of it throws at others; its trouble is its state.
 */
export class Connection {
  #status: ServerStatus;
  #failure: McpFailure | undefined;
  #contents: Contents = NO_CONTENTS;
  #tools: readonly Tool[] = [];
  #warnings: readonly string[] = [];
  /** Only while it is ready. */
  #link: Link | undefined;
  #starting: Promise<void> | undefined;
  #life = new AbortController();
  #retry = new AbortController();
  readonly #restarts: Restarts;
  readonly #askBack: AskBack;
  readonly #templates: Templates;
  #refresher: Refresher | undefined;
  /** A list was announced as changed before there was anything to refresh. */
  #announced = false;
  #running = 0;
  #lastUsed = 0;

  constructor(
    readonly config: ServerConfig,
    private readonly parts: ConnectionParts,
  ) {
    this.#status = restingStatus(config);
    this.#restarts = new Restarts(() => parts.clock.elapsed());
    this.#askBack = new AskBack(config.name, parts.answers);
    this.#templates = new Templates(config, parts.clock);
  }

  get status(): ServerStatus {
    return this.#status;
  }

  get contents(): Contents {
    return this.#contents;
  }

  /** In the order of `contents.tools.tools`; a tool that did not change stays the same object. */
  get tools(): readonly Tool[] {
    return this.#tools;
  }

  get templates(): Promise<readonly McpTemplate[]> {
    return this.#templates.of(this.#link);
  }

  get row(): ServerRow {
    const failure = this.#status === "ready" ? undefined : this.#failure;
    return rowOf(this.config, { status: this.#status, failure, contents: this.#contents, warnings: this.#warnings });
  }

  /** Somebody uses it, or has just now: whether it is there shows by itself. */
  get #isBusy(): boolean {
    return this.#running > 0 || this.parts.clock.elapsed() - this.#lastUsed < PING_EVERY_MS;
  }

  /** Resolves when it is ready, has failed, or may not be started. */
  start(): Promise<void> {
    this.#starting ??= this.#start(this.#life.signal).finally(() => {
      this.#starting = undefined;
    });
    return this.#starting;
  }

  async stop(): Promise<void> {
    this.#life.abort(new McpFailure("stopped", "It was stopped."));
    this.#life = new AbortController();
    const [link, starting] = [this.#link, this.#starting];
    this.#link = undefined;
    this.#refresher = undefined;
    this.#failure = undefined;
    this.#takeOver(NO_CONTENTS);
    this.#set(restingStatus(this.config));
    await Promise.all([starting, link?.close()]);
  }

  async restart(): Promise<void> {
    await this.stop();
    this.#restarts.reset();
    await this.start();
  }

  /** A person wants to sign in: the page is opened, and when they come back it is started. */
  async signIn(): Promise<void> {
    await this.stop();
    if (!mayStart(this.config)) return;
    this.#set("connecting");
    const { signal } = this.#life;
    try {
      const options = this.#linkOptions(this.parts.oauth?.(this.config));
      await Link.openForSignIn(options, (link) => readContents(link, this.config, this.parts, signal), signal);
    } catch (error) {
      if (signal.aborted) return;
      const why = error instanceof Error ? error.message : "Nobody signed in.";
      this.#failure = new McpFailure("sign_in", why);
      return this.#set("needs_sign_in");
    }
    this.#restarts.reset();
    await this.start();
  }

  /** Runs a tool, on a new connection when there is none. Never twice, unless the server did nothing the first time. */
  async call(tool: ListedTool, call: Omit<OneCall, "tool">): Promise<ToolOutput> {
    this.#running += 1;
    let wasSent = false;
    try {
      const link = await this.ready(call.signal);
      wasSent = true;
      return await this.#callOn(link, tool, call).catch(async (error: unknown) => {
        if (!(error instanceof McpFailure) || error.code !== "session_lost") throw error;
        // Another call may have seen so first.
        link.end(error);
        await link.ended;
        return this.#callOn(await this.ready(call.signal), tool, call);
      });
    } catch (error) {
      return failedCall(this.config.name, error, wasSent);
    } finally {
      this.#running -= 1;
      this.#lastUsed = this.parts.clock.elapsed();
    }
  }

  /** Another request of a person's, such as for a resource. Rejects with `ToolError`. */
  async request(method: string, params: Record<string, unknown>, signal: AbortSignal): Promise<unknown> {
    try {
      return await (await this.ready(signal)).request(method, params, { ms: this.config.callMs, signal });
    } catch (error) {
      throw new ToolError("network", failedCall(this.config.name, error, false).text);
    }
  }

  /** Rejects with `McpFailure`, or the signal's reason. */
  async ready(signal: AbortSignal): Promise<Link> {
    if (!this.#link) await until(this.start(), signal);
    if (!this.#link) throw this.#failure ?? new McpFailure("stopped", "It is not running.");
    return this.#link;
  }

  #callOn(link: Link, tool: ListedTool, call: Omit<OneCall, "tool">): Promise<ToolOutput> {
    const now = this.#contents.tools.tools.find(({ name }) => name === tool.name);
    if (now?.version !== tool.version) {
      throw new ToolError("precondition_failed", "The server has changed this tool.", "Search for it again.");
    }
    return callTool(link, this.config, { tool, ...call }, { clock: this.parts.clock, askBack: this.#askBack });
  }

  async #start(life: AbortSignal): Promise<void> {
    this.#retry.abort();
    if (this.#link || !mayStart(this.config)) return;
    if (!this.#restarts.allowed)
      return this.#down(this.#failure ?? new McpFailure("exited", "It does not stay up."), true);
    this.#restarts.started();
    this.#set("connecting");
    let link: Link | undefined;
    try {
      const provider = this.parts.oauth?.(this.config);
      const alone = provider && (await isUsableAlone(provider)) ? withoutPerson(provider) : undefined;
      link = await Link.open(this.#linkOptions(alone), life);
      const contents = await readContents(link, this.config, this.parts, life);
      this.#up(link, contents, life);
    } catch (error) {
      await link?.close();
      if (!life.aborted) this.#down(asFailure(error), true);
    }
  }

  #linkOptions(signIn: SignIn | undefined): LinkOptions {
    const { connect, clientInfo, clock, log } = this.parts;
    this.#warnings = [];
    this.#announced = false;
    return {
      config: this.config,
      open: connect,
      signIn,
      clientInfo,
      askBack: this.#askBack,
      clock,
      log,
      notified: (method) => this.#notified(method),
      warn: (text) => this.#warn(text),
    };
  }

  #notified(method: string): void {
    if (!/^notifications\/(?:tools|resources|prompts)\/list_changed$/.test(method)) return;
    this.#announced = true;
    this.#templates.forget();
    this.#refresher?.trigger();
  }

  #up(link: Link, contents: Contents, life: AbortSignal): void {
    const { clock } = this.parts;
    const over = new AbortController();
    const signal = AbortSignal.any([life, over.signal]);
    const since = clock.elapsed();
    this.#refresher = new Refresher(clock, () => this.#refresh(link, signal), signal);
    if (this.#announced) this.#refresher.trigger();
    this.#link = link;
    this.#failure = undefined;
    this.#lastUsed = since;
    this.#takeOver(contents);
    this.#set("ready");
    void keepAlive(link, clock, () => this.#isBusy, signal);
    void link.ended.then((failure) => {
      over.abort();
      if (this.#link === link) this.#lost(link, failure, since);
    });
  }

  #lost(link: Link, failure: McpFailure, since: number): void {
    this.#link = undefined;
    this.#refresher = undefined;
    this.#restarts.ended(since);
    void link.close();
    this.#down(failure, failure.retry || failure.code === "exited");
  }

  /** It is not up. While it will be tried again soon its tools stay: a request's list is not to flicker. */
  #down(failure: McpFailure, mayRetry: boolean): void {
    const wanted = mayRetry && failure.code !== "sign_in" && (failure.retry || this.#contents !== NO_CONTENTS);
    const again = wanted && this.#restarts.allowed;
    if (again) this.#startLater();
    const back = again && this.#contents !== NO_CONTENTS;
    if (!back) this.#takeOver(NO_CONTENTS);
    this.#failure = wanted && !again ? tooOften(failure) : failure;
    this.#set(failure.code === "sign_in" ? "needs_sign_in" : back ? "connecting" : "failed");
  }

  #startLater(): void {
    this.#retry = new AbortController();
    const signal = AbortSignal.any([this.#life.signal, this.#retry.signal]);
    const wait = this.parts.clock.sleep(this.#restarts.nextWait(), signal);
    void wait.then(
      () => this.start(),
      () => {},
    );
  }

  async #refresh(link: Link, signal: AbortSignal): Promise<boolean> {
    try {
      const contents = await readContents(link, this.config, this.parts, signal);
      const different = JSON.stringify(contents) !== JSON.stringify(this.#contents);
      if (different && this.#link === link) {
        this.#takeOver(contents);
        this.parts.changed();
      }
      return different;
    } catch {
      // The connection has ended; its end is handled where it is watched.
      return false;
    }
  }

  #takeOver(contents: Contents): void {
    const known = new Map(this.#tools.map((tool) => [`${tool.name} ${tool.version}`, tool]));
    this.#contents = contents;
    this.#tools = contents.tools.tools.map(
      (listed) => known.get(`${listed.modelName} ${listed.version}`) ?? this.parts.makeTool(listed, this.config),
    );
  }

  #warn(text: string): void {
    if (this.#warnings.includes(text)) return;
    this.#warnings = [...this.#warnings, text].slice(-MAX_WARNINGS);
    this.parts.changed();
  }

  #set(status: ServerStatus): void {
    this.#status = status;
    this.parts.changed();
  }
}
