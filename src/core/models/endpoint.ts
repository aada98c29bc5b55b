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

/** The client with everything switched off that it would take from the environment or say about this computer. */
export function connect({ baseUrl, headers = {}, fetch: ask = fetch }: EndpointOptions): Client {
  const names = [...Object.keys(headers), "accept", "authorization", "content-type"];
  return new OpenAI({
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
    fetch: (url, init) => ask(url, { ...init, headers: only(names, init?.headers), redirect: "manual" }),
  });
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

/** The package adds headers from OPENAI_CUSTOM_HEADERS and facts about the system; no endpoint gets those. */
function only(names: readonly string[], given: RequestInit["headers"]): Record<string, string> {
  const all = given instanceof Headers ? given : new Headers(given);
  const sent: Record<string, string> = {};
  for (const name of names) {
    const value = all.get(name);
    if (value !== null) sent[name.toLowerCase()] = value;
  }
  return sent;
}
