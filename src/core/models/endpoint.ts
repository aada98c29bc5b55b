import OpenAI from "openai";

export interface EndpointOptions {
  /** With `/v1` or whatever stands before `/chat/completions`. */
  readonly baseUrl: string;
  /** Lent for one request; never kept. */
  readonly key: () => Promise<string | undefined>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly fetch?: typeof fetch;
}

export type Client = OpenAI;

/** The client with everything switched off that it would take from the environment. */
export function connect({ baseUrl, fetch: ask = fetch }: EndpointOptions): Client {
  return new PlainClient({
    baseURL: baseUrl.replace(/\/+$/, ""),
    // The client wants one; the real key is lent with each request.
    apiKey: "none",
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    logLevel: "off",
    maxRetries: 0,
    // Our watchdog is the timeout.
    timeout: 2_147_483_647,
    fetch: (url, init) => ask(url, { ...init, redirect: "manual" }),
  });
}

/**
 * Sends the headers it is given and no others: the package would add those of OPENAI_CUSTOM_HEADERS
 * and facts about the system, and takes half a millisecond a request to gather them.
 */
class PlainClient extends OpenAI {
  override async buildRequest({ method, path, body, headers, signal }: Parameters<OpenAI["buildRequest"]>[0]) {
    const sent = new Headers({ accept: "application/json" });
    if (body !== undefined) sent.set("content-type", "application/json");
    for (const [name, value] of Object.entries(headers ?? {})) if (typeof value === "string") sent.set(name, value);
    const req = {
      method,
      headers: sent,
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    };
    return { req, url: this.buildURL(path, undefined), timeout: this.timeout };
  }
}

/** The key as it was meant: a pasted line end would break the header, and the error would hold the key. */
export async function lentKey({ key }: EndpointOptions): Promise<string | undefined> {
  return (await key())?.trim() || undefined;
}

/** Extra headers win over the key, so that a gateway can have its own way of knowing us. */
export function headersFor(
  key: string | undefined,
  extra: Readonly<Record<string, string>> = {},
): Record<string, string | null> {
  return { Authorization: key ? `Bearer ${key}` : null, ...extra };
}

export function originOf(baseUrl: string): string {
  return URL.canParse(baseUrl) ? new URL(baseUrl).origin : "the endpoint";
}
