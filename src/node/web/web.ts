import * as z from "zod";
import { assertMay } from "../../core/gate/permit";
import { ToolError } from "../../core/operations/failure";
import type { Web, WebHit, WebPage } from "../../core/operations/web";
import { figure } from "../../core/results/sizes";
import { sniff } from "../sniff";
import { addressesOf, isPublicAddress, type MayConnect, type Resolve, systemResolve } from "./address";
import type { Answer } from "./request";

export interface WebOptions {
  /** The bundled `workers/readable`. */
  readonly readerPath: string;
  /** Address of a search service that answers as SearXNG does; asked for at each use. */
  readonly searchUrl?: () => string | undefined;
  /** For tests, which have only loopback. */
  readonly resolve?: Resolve;
  readonly mayConnect?: MayConnect;
}

const MAX_REDIRECTS = 5;
const TIMEOUT_MS = 30_000;

/**
 * Public pages, straight from where they are. Where VS Code sends requests through a proxy, that proxy looks the name up
 * again; the address judged here is then the one that this machine sees.
 */
export function createWeb(options: WebOptions): Web {
  const { readerPath, resolve = systemResolve, mayConnect = isPublicAddress } = options;

  const visit: Visit = async (url, allowed, signal) => {
    const addresses = await until(addressesOf(url.hostname, resolve, allowed), signal);
    const { get } = await import("./request");
    return get(url, addresses, signal);
  };

  return {
    async fetch(permit, asked, signal) {
      const start = checked(asked);
      assertMay(permit, { host: start.host });
      return inTime(signal, async (bounded) => {
        let answer = await visit(start, mayConnect, bounded);
        for (let hop = 0; ; hop += 1) {
          const next = redirectOf(answer, start);
          if (!next) break;
          if (hop === MAX_REDIRECTS) throw new ToolError("network", `${start.href} redirects more than ${hop} times.`);
          answer = await visit(next, mayConnect, bounded);
        }
        return pageOf(answer, readerPath, bounded);
      });
    },

    get search() {
      const url = searchAddress(options.searchUrl?.());
      return url && searchAt(url, visit);
    },
  };
}

type Visit = (url: URL, allowed: MayConnect, signal: AbortSignal) => Promise<Answer>;

/** The user names the service, and it is often on the same machine: it may be anywhere. */
function searchAt(url: URL, visit: Visit): NonNullable<Web["search"]> {
  return {
    host: url.host,
    async run(permit, query, limit, signal) {
      assertMay(permit, { host: url.host });
      const full = new URL(url);
      full.searchParams.set("q", query);
      full.searchParams.set("format", "json");
      const answer = await inTime(signal, (bounded) => visit(full, () => true, bounded));
      return hitsOf(answer).slice(0, limit);
    },
  };
}

function checked(asked: string): URL {
  const url = URL.canParse(asked) ? new URL(asked) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.hostname === "") {
    throw new ToolError(
      "invalid_argument",
      `${asked.slice(0, 200)} is no address of a web page.`,
      "Use http or https.",
    );
  }
  if (url.username !== "" || url.password !== "") {
    throw new ToolError("invalid_argument", "An address with a user name or a password in it is not fetched.");
  }
  url.hash = "";
  return url;
}

function searchAddress(setting: string | undefined): URL | undefined {
  const url = setting && URL.canParse(setting) ? new URL(setting) : undefined;
  return url && /^https?:$/.test(url.protocol) ? url : undefined;
}

/** Where the answer sends on to. Another host was not judged: the model is told, and may ask for it. */
function redirectOf({ status, headers, url }: Answer, start: URL): URL | undefined {
  if (![301, 302, 303, 307, 308].includes(status) || headers.location === undefined) return undefined;
  const next = URL.canParse(headers.location, url) ? checked(new URL(headers.location, url).href) : undefined;
  if (!next) throw new ToolError("network", `${url.href} redirects to something that is no address.`);
  if (next.host === start.host && !(url.protocol === "https:" && next.protocol === "http:")) return next;
  throw new ToolError(
    "permission_denied",
    `${url.href} redirects to another place: ${next.href}`,
    "Fetch that address if it is wanted.",
  );
}

/** Of `application/…` what is text all the same. */
const TEXTUAL =
  /^(text\/|application\/([\w.+-]*\+)?(json|xml|yaml|x-yaml|toml|javascript|x-javascript|ecmascript|sql|graphql|x-ndjson|x-sh)$)/;

async function pageOf(answer: Answer, readerPath: string, signal: AbortSignal): Promise<WebPage> {
  const { url, status, headers, bytes, cut } = answer;
  const said = headers["content-type"] ?? "";
  const type = said.split(";")[0]?.trim().toLowerCase() || typeOf(bytes);
  const html = /^(text\/html|application\/xhtml\+xml)$/.test(type);
  if (bytes.length > 0 && !TEXTUAL.test(type) && !html) {
    throw new ToolError(
      "unsupported",
      `${url.href} is ${type}, ${cut ? "more than " : ""}${figure(bytes.length)} bytes.`,
    );
  }
  const charset = /charset\s*=\s*["']?([\w:-]+)/i.exec(said)?.[1];
  const { readPage } = await import("./reader");
  const read = await readPage(readerPath, { bytes, charset, html, url: url.href }, signal);
  return { url: url.href, status, type, ...read, cut: cut || read.cut };
}

function typeOf(bytes: Buffer): string {
  const found = sniff(bytes, false);
  if (found) return found.kind === "image" ? found.mime : found.type;
  return /^\s*<(!doctype html|html)/i.test(bytes.toString("latin1", 0, 500)) ? "text/html" : "text/plain";
}

const answerShape = z.object({
  results: z.array(
    z
      .object({ title: z.string().catch(""), url: z.string(), content: z.string().nullish() })
      .catch({ title: "", url: "" }),
  ),
});

function hitsOf({ url, status, bytes }: Answer): readonly WebHit[] {
  if (status !== 200) throw new ToolError("network", `The search service at ${url.host} answered ${status}.`);
  const { data } = answerShape.safeParse(parsedJson(bytes));
  if (!data)
    throw new ToolError(
      "parse",
      `The search service at ${url.host} did not answer as SearXNG does.`,
      "Ask the user to allow its JSON format.",
    );
  const some = data.results.filter((each) => URL.canParse(each.url));
  return some.map(({ title, url: found, content }) => ({ title, url: found, snippet: content ?? "" }));
}

function parsedJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch {
    return undefined;
  }
}

/** The whole way of a page, redirects included. */
async function inTime<T>(signal: AbortSignal, work: (bounded: AbortSignal) => Promise<T>): Promise<T> {
  const clock = AbortSignal.timeout(TIMEOUT_MS);
  try {
    return await work(AbortSignal.any([signal, clock]));
  } catch (error) {
    signal.throwIfAborted();
    if (clock.aborted) throw new ToolError("timeout", `There was no whole answer within ${TIMEOUT_MS / 1000} s.`);
    throw error;
  }
}

function until<T>(answer: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason);
    signal.addEventListener("abort", stop, { once: true });
    answer.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
    if (signal.aborted) stop();
  });
}
