import { randomBytes } from "node:crypto";
import type { OAuthDiscoveryState } from "@modelcontextprotocol/sdk/client/auth.js";
import type {
  OAuthClientInformationMixed,
  OAuthClientMetadata,
  OAuthTokens,
} from "@modelcontextprotocol/sdk/shared/auth.js";
import type { ServerConfig } from "../../core/mcp/pool";
import type { SignIn } from "../../core/mcp/signIn";
import { type Callback, type CallbackWords, listenForCallback } from "./callback";

/** Where secrets are kept; values are JSON. */
export interface SecretStore {
  get(key: string): Promise<string | undefined>;
  set(key: string, value: string): Promise<void>;
  delete(key: string): Promise<void>;
}

export interface SignInOptions {
  readonly store: SecretStore;
  /** Shows the host to the person and opens the page after a yes; false: they said no. */
  open(url: string, server: ServerConfig): Promise<boolean>;
  /** What a browser reaches the callback by, where it runs on another machine. */
  readonly external?: (local: string) => Promise<string>;
  readonly words: CallbackWords;
  /** How long the callback waits for the browser. */
  readonly ms: number;
  /** A client that was registered by hand, or that describes itself at a URL. */
  readonly client?: OAuthClientInformationMixed;
  readonly clientMetadataUrl?: string;
}

/** For `createPool`: one sign-in for each server that a URL leads to. */
export function createSignIns(options: SignInOptions): (server: ServerConfig) => ServerSignIn | undefined {
  const made = new Map<string, ServerSignIn>();
  return (server) => {
    if (server.transport === "stdio" || !URL.canParse(server.url)) return undefined;
    // Bound to the name and to where it leads: an edited entry can't send a token elsewhere.
    const key = `gatehouse.mcp.oauth.${server.source}.${server.name}.${new URL(server.url).origin}`;
    const signIn = made.get(`${key} ${server.url}`) ?? new ServerSignIn(server, server.url, key, options);
    made.set(`${key} ${server.url}`, signIn);
    return signIn;
  };
}

/** A sign-in that a person is at. */
interface Flow {
  readonly callback: Callback;
  /** What a browser reaches the callback by. */
  readonly redirect: string;
  readonly state: string;
  verifier?: string;
  /** Whether the person let the page be opened. */
  opened?: Promise<boolean>;
}

/** What was registered, and for which way back: servers compare it to the letter. */
interface Registration {
  readonly information: OAuthClientInformationMixed;
  readonly redirect: string;
  readonly port: number;
}

/** Before there is a way back. Without any, the SDK takes this for a program that signs in by itself. */
const NO_REDIRECT = "http://127.0.0.1/callback";

/**
 * One server's tokens, and its page for a person. Nothing is registered, listened to or opened before a
 * person asks: the pool keeps `redirectToAuthorization` from every start without one, and uses a server
 * without tokens alone only after that.
 */
export class ServerSignIn implements SignIn {
  readonly clientMetadataUrl?: string;
  #flow: Flow | undefined;
  #beginning: Promise<Flow> | undefined;
  #registered: Registration | undefined;
  /** The rights a call lacked since the last sign-in. */
  #wanted: string | undefined;
  #demanding = false;

  constructor(
    private readonly server: ServerConfig,
    private readonly url: string,
    private readonly key: string,
    private readonly options: SignInOptions,
  ) {
    if (options.clientMetadataUrl !== undefined) this.clientMetadataUrl = options.clientMetadataUrl;
  }

  get redirectUrl(): string {
    return this.#flow?.redirect ?? this.#registered?.redirect ?? NO_REDIRECT;
  }

  get clientMetadata(): OAuthClientMetadata {
    return {
      client_name: "Gatehouse",
      redirect_uris: [this.redirectUrl],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
    };
  }

  /** Nothing: the SDK registers a client, and for that the way back must be known. */
  async clientInformation(): Promise<OAuthClientInformationMixed | undefined> {
    if (this.options.client) return this.options.client;
    this.#registered = await this.#read<Registration>("client");
    if (this.#registered && (!this.#flow || this.#registered.redirect === this.#flow.redirect)) {
      return this.#registered.information;
    }
    await this.#begin();
    return undefined;
  }

  async saveClientInformation(information: OAuthClientInformationMixed): Promise<void> {
    const { redirect, callback } = await this.#begin();
    await this.#write("client", { information, redirect, port: callback.port } satisfies Registration);
  }

  /** Who has to be granted more is not helped by the token there is, nor by a newer one of its kind. */
  async tokens(): Promise<OAuthTokens | undefined> {
    return this.#demanding ? undefined : this.#read<OAuthTokens>("tokens");
  }

  async saveTokens(tokens: OAuthTokens): Promise<void> {
    await this.#write("tokens", tokens);
    this.#wanted = undefined;
    if (this.#flow && !this.#flow.callback.waiting) this.#flow = undefined;
  }

  state(): string {
    return this.#flow?.state ?? randomBytes(32).toString("base64url");
  }

  /** In memory alone: it is of no use without the callback that waits beside it. */
  saveCodeVerifier(verifier: string): void {
    if (this.#flow) this.#flow.verifier = verifier;
  }

  codeVerifier(): string {
    if (this.#flow?.verifier === undefined) throw new Error("No sign-in is under way.");
    return this.#flow.verifier;
  }

  saveDiscoveryState(state: OAuthDiscoveryState): Promise<void> {
    return this.#write("discovery", state);
  }

  /** Only within a sign-in: between two of them a server may move. */
  async discoveryState(): Promise<OAuthDiscoveryState | undefined> {
    return this.#flow ? this.#read<OAuthDiscoveryState>("discovery") : undefined;
  }

  /** A page that nobody was sent to: a call lacks rights, and a new connection would not be told of it. */
  lacks(page: URL): void {
    this.#wanted = page.searchParams.get("scope") ?? undefined;
  }

  async demand(): Promise<void> {
    this.#demanding = true;
    try {
      await this.#begin();
      await this.#authorize(this.#wanted);
    } finally {
      this.#demanding = false;
    }
  }

  /**
   * Does not wait for the person: a connection has its time limit. A page that was made before there was a
   * way back, or that asks for less than a call lacked, is asked for anew.
   */
  async redirectToAuthorization(page: URL): Promise<void> {
    const flow = await this.#begin();
    const scope = this.#wanted || page.searchParams.get("scope") || undefined;
    const isOfFlow = page.searchParams.get("state") === flow.state;
    if (!isOfFlow || this.#lacksIn(page)) return this.#authorize(scope);
    if (!/^https?:$/.test(page.protocol)) throw new Error("The server's sign-in page is not a web page.");
    flow.opened = this.options.open(page.href, this.server);
    flow.opened.catch(() => undefined);
  }

  async authorizationCode(signal: AbortSignal): Promise<string> {
    const flow = this.#flow;
    if (!flow?.opened) throw new Error("The server sends nobody to a sign-in page.");
    try {
      // Listened to before the answer: a browser that is signed in already comes back at once.
      const code = flow.callback.code(flow.state, signal);
      code.catch(() => undefined);
      if (!(await flow.opened)) throw new Error("The sign-in page was not opened.");
      return await code;
    } finally {
      flow.callback.close();
    }
  }

  async invalidateCredentials(scope: "all" | "client" | "tokens" | "verifier" | "discovery"): Promise<void> {
    const parts = (["client", "tokens", "discovery"] as const).filter((part) => scope === "all" || scope === part);
    await Promise.all(parts.map((part) => this.options.store.delete(`${this.key}.${part}`)));
  }

  async #authorize(scope: string | undefined): Promise<void> {
    const { auth } = await import("@modelcontextprotocol/sdk/client/auth.js");
    await auth(this, { serverUrl: this.url, ...(scope === undefined ? {} : { scope }) });
  }

  #lacksIn(page: URL): boolean {
    const asked = new Set((page.searchParams.get("scope") ?? "").split(" "));
    return (this.#wanted ?? "").split(" ").some((right) => right !== "" && !asked.has(right));
  }

  /** One at a time: a later one would have the same way back. */
  async #begin(): Promise<Flow> {
    if (this.#flow?.callback.waiting) return this.#flow;
    this.#beginning ??= this.#listen().finally(() => {
      this.#beginning = undefined;
    });
    return this.#beginning;
  }

  async #listen(): Promise<Flow> {
    const { words, ms, external } = this.options;
    const callback = await listenForCallback(this.#registered?.port ?? 0, ms, words);
    const redirect = (await external?.(callback.url)) ?? callback.url;
    this.#flow = { callback, redirect, state: randomBytes(32).toString("base64url") };
    return this.#flow;
  }

  /** Nothing, too, for what another version or another hand has written. */
  async #read<T>(part: string): Promise<T | undefined> {
    const kept = await this.options.store.get(`${this.key}.${part}`);
    try {
      return kept === undefined ? undefined : (JSON.parse(kept) as T);
    } catch {
      return undefined;
    }
  }

  #write(part: string, value: unknown): Promise<void> {
    return this.options.store.set(`${this.key}.${part}`, JSON.stringify(value));
  }
}
