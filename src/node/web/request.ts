import { request as httpRequest, type IncomingMessage, type RequestOptions } from "node:http";
import { request as httpsRequest } from "node:https";
import type { LookupFunction } from "node:net";
import { pipeline, type Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { ToolError } from "../../core/operations/failure";
import type { Address } from "./address";

export interface Answer {
  readonly url: URL;
  readonly status: number;
  readonly headers: IncomingMessage["headers"];
  readonly bytes: Buffer;
  /** There was more than may be taken. */
  readonly cut: boolean;
}

const MAX_BYTES = 5 << 20;

const HEADERS = {
  "user-agent": "Mozilla/5.0 (compatible; Gatehouse)",
  accept: "text/html,application/xhtml+xml,text/markdown,text/plain,application/json;q=0.9,*/*;q=0.5",
  "accept-encoding": "gzip, deflate, br",
};

/** One GET to an address that was looked up before, without cookies or anything else that says who asks. */
export async function get(url: URL, addresses: readonly Address[], signal: AbortSignal): Promise<Answer> {
  try {
    const response = await send(url, { headers: HEADERS, lookup: pinned(addresses), agent: false, signal });
    const { statusCode: status = 0, headers } = response;
    const { bytes, cut } = await bodyOf(response);
    return { url, status, headers, bytes, cut };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ToolError) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new ToolError("network", `${url.host} could not be reached: ${why}.`, undefined, { cause: error });
  }
}

function send(url: URL, options: RequestOptions): Promise<IncomingMessage> {
  const request = url.protocol === "https:" ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    request(url, options, resolve).on("error", reject).end();
  });
}

/** Whoever looks the name up again gets the addresses that were judged. */
function pinned(addresses: readonly Address[]): LookupFunction {
  return (_host, options, callback) => {
    const [first] = addresses;
    if (options.all) callback(null, [...addresses]);
    else callback(null, first?.address ?? "", first?.family);
  };
}

/** Bounded after unpacking: a small answer may unpack to a very large one. */
async function bodyOf(response: IncomingMessage): Promise<{ readonly bytes: Buffer; readonly cut: boolean }> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of unpacked(response)) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > MAX_BYTES) break;
    }
  } finally {
    response.destroy();
  }
  return { bytes: Buffer.concat(chunks).subarray(0, MAX_BYTES), cut: size > MAX_BYTES };
}

function unpacked(response: IncomingMessage): Readable {
  const encoding = response.headers["content-encoding"]?.trim().toLowerCase() ?? "identity";
  const through = (unpack: NodeJS.ReadWriteStream & Readable): Readable =>
    pipeline(response, unpack, () => undefined) as never;
  switch (encoding) {
    case "":
    case "identity":
      return response;
    case "gzip":
    case "x-gzip":
      return through(createGunzip());
    case "deflate":
      return through(createInflate());
    case "br":
      return through(createBrotliDecompress());
    default:
      throw new ToolError("unsupported", `The answer is packed as ${encoding.slice(0, 50)}, which is not known here.`);
  }
}
