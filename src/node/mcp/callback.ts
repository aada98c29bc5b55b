import { timingSafeEqual } from "node:crypto";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** Waits on this machine alone for the browser to come back from a sign-in. */
export interface Callback {
  readonly port: number;
  readonly url: string;
  /** Until it is closed, by its time limit too. */
  readonly waiting: boolean;
  /** The code that came with this state. Rejects on a refusal, at the time limit and when aborted. */
  code(state: string, signal: AbortSignal): Promise<string>;
  close(): void;
}

/** What the browser shows: plain text, for people. */
export interface CallbackWords {
  readonly done: string;
  readonly failed: string;
}

const PATH = "/callback";
const MAX_REASON = 300;

/** `port` is one that was registered before; another is taken when it is not free. */
export async function listenForCallback(port: number, ms: number, words: CallbackWords): Promise<Callback> {
  const server = createServer();
  const taken = await listen(server, port).catch(() => listen(server, 0));
  const over = new AbortController();
  const close = () => {
    clearTimeout(limit);
    over.abort(new Error("Nobody came back from the sign-in page in time."));
    server.close().closeAllConnections();
  };
  const limit = setTimeout(close, ms).unref();
  return {
    port: taken,
    url: `http://127.0.0.1:${taken}${PATH}`,
    get waiting() {
      return server.listening;
    },
    code: (state, signal) => waitForCode(server, state, AbortSignal.any([signal, over.signal]), words),
    close,
  };
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.unref().listen(port, "127.0.0.1", () => {
      server.off("error", reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

/** Whoever does not know the state is turned away and changes nothing; the first who does ends the wait. */
function waitForCode(server: Server, state: string, signal: AbortSignal, words: CallbackWords): Promise<string> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    signal.addEventListener("abort", stop, { once: true });
    if (signal.aborted) stop();
    server.on("request", (request, response) => {
      const url = new URL(request.url ?? "/", "http://127.0.0.1");
      if (request.method !== "GET" || url.pathname !== PATH) return answer(response, 404, "");
      if (!sameText(url.searchParams.get("state") ?? "", state)) return answer(response, 400, words.failed);
      signal.removeEventListener("abort", stop);
      const code = url.searchParams.get("code");
      answer(response, code ? 200 : 400, code ? words.done : words.failed);
      if (code) resolve(code);
      else reject(new Error(`The sign-in was refused: ${reasonIn(url)}`));
    });
  });
}

function answer(response: ServerResponse, status: number, text: string): void {
  const headers = { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store", connection: "close" };
  response.writeHead(status, headers).end(text);
}

function sameText(a: string, b: string): boolean {
  const [one, other] = [Buffer.from(a), Buffer.from(b)];
  return one.length === other.length && timingSafeEqual(one, other);
}

function reasonIn({ searchParams }: URL): string {
  return (searchParams.get("error_description") ?? searchParams.get("error") ?? "no code came").slice(0, MAX_REASON);
}
