import type { Words } from "../../shared/words";
import { adviceFor } from "./advice";
import { ModelError, type ModelErrorKind } from "./model";
import { askedWait } from "./waits";

/** What a failure's sentence may name. The key itself never leaves this record. */
export interface Endpoint {
  /** Scheme, host and port, without a user or a path. */
  readonly origin: string;
  readonly model: string;
  readonly key: string | undefined;
  /** Wall time, for a date in Retry-After. */
  readonly now: number;
}

/** A `ModelError` that knows whether asking again may help. */
export class Failure extends ModelError {
  /** How often the same request may be tried in all; 1 is never again. */
  readonly tries: number;
  readonly waitMs: number | undefined;
  /** What the endpoint said, for learning from it. */
  readonly detail: string;

  constructor(
    kind: ModelErrorKind,
    said: Words,
    facts: {
      tries: number;
      waitMs?: number | undefined;
      detail?: string;
      status?: number | undefined;
      cause?: unknown;
    },
  ) {
    super(kind, said, facts.status, { cause: facts.cause });
    this.tries = facts.tries;
    this.waitMs = facts.waitMs;
    this.detail = facts.detail ?? "";
  }
}

const MANY = Number.POSITIVE_INFINITY;
/** A server that is not there seldom comes up while one waits. */
const FEW = 3;

const TRIES: Readonly<Record<ModelErrorKind, number>> = {
  auth: 1,
  quota: 1,
  not_found: 1,
  bad_request: 1,
  context_length: 1,
  rate_limit: MANY,
  overloaded: MANY,
  network: MANY,
  timeout: MANY,
  broken_stream: MANY,
  unknown: FEW,
};

interface Reported {
  readonly status: number | undefined;
  readonly body: unknown;
  readonly headers?: { get(name: string): string | null } | undefined;
}

/** An answer with another status than 200, or an error inside one with 200. */
export function reportedFailure({ status, body, headers }: Reported, endpoint: Endpoint): Failure {
  const code = status ?? statusIn(body);
  const words = typeof body === "string" ? body : (JSON.stringify(body) ?? "");
  const kind = kindOf(code, words);
  const detail = redact(detailOf(body), endpoint.key);
  return new Failure(kind, adviceFor(kind, endpoint, code, detail), {
    tries: TRIES[kind],
    waitMs: TRIES[kind] > 1 ? askedWait(headers, words, endpoint.now) : undefined,
    detail: redact(words, endpoint.key),
    status: code,
  });
}

/** `fetch` gave no answer at all. Its own words may hold the whole address, with a password in it. */
export function networkFailure(error: unknown, endpoint: Endpoint): Failure {
  const code = causeCode(error);
  const words = error instanceof Error ? error.message : String(error);
  const detail = code ?? redact(words.replace(/\w+:\/\/\S+/g, "(address)"), endpoint.key);
  return new Failure("network", adviceFor("network", endpoint, undefined, detail), {
    tries: triesAfter(code),
    detail,
    cause: error,
  });
}

/** Without a code it is the address that is wrong. */
function triesAfter(code: string | undefined): number {
  if (code !== undefined && /CERT|SELF_SIGNED|SSL|TLS/.test(code)) return 1;
  return code === undefined || code === "ECONNREFUSED" || code === "ENOTFOUND" ? FEW : MANY;
}

export function plainFailure(kind: ModelErrorKind, endpoint: Endpoint, detail = "", cause?: unknown): Failure {
  return new Failure(kind, adviceFor(kind, endpoint, undefined, detail), { tries: TRIES[kind], detail, cause });
}

const CONTEXT =
  /context[_ -]?(?:length|window|size)|maximum context|prompt is too long|too many (?:input )?tokens|exceed_context|input (?:is |was )?too long|reduce the length/i;
const QUOTA =
  /insufficient[_ ](?:quota|balance|credit|funds)|billing|payment|credit balance|out of credits|not enough credits/i;

function kindOf(status: number | undefined, words: string): ModelErrorKind {
  if (status !== 429 && status !== 401 && status !== 403 && CONTEXT.test(words)) return "context_length";
  if (status === 402 || ((status === undefined || status === 429 || status === 403) && QUOTA.test(words)))
    return "quota";
  return status === undefined ? kindOfWords(words) : kindOfStatus(status);
}

function kindOfStatus(status: number): ModelErrorKind {
  if (status === 401 || status === 403) return "auth";
  if (status === 408 || status === 504) return "timeout";
  if (status === 409 || status === 425) return "overloaded";
  if (status === 413) return "context_length";
  if (status === 429) return "rate_limit";
  if (status >= 500) return status === 501 || status === 505 ? "bad_request" : "overloaded";
  return status === 404 || status === 405 || status < 400 ? "not_found" : "bad_request";
}

function kindOfWords(words: string): ModelErrorKind {
  if (/invalid.{0,10}(?:key|token)|unauthori[sz]ed|authentication/i.test(words)) return "auth";
  if (/rate.?limit|too many requests|throttl/i.test(words)) return "rate_limit";
  if (/overload|capacity|unavailable|insufficient_system_resource|server_error|internal|busy|upstream/i.test(words))
    return "overloaded";
  if (/network_error|"code":"(?:error|abort|malformed_function_call)"/i.test(words)) return "broken_stream";
  return "unknown";
}

interface ErrorBody {
  readonly error?: unknown;
  readonly message?: unknown;
  readonly detail?: unknown;
  readonly code?: unknown;
  readonly status?: unknown;
  readonly metadata?: { readonly raw?: unknown };
}

/** A number that stands where a status does: OpenRouter, Google and vLLM say it so. */
function statusIn(body: unknown): number | undefined {
  const { code, status } = (typeof body === "object" && body !== null ? body : {}) as ErrorBody;
  const found = [code, status].map(Number).find((value) => value >= 400 && value < 600);
  return found;
}

/** The sentence in an error's body, wherever it stands; one line, at most 300 characters. */
function detailOf(body: unknown): string {
  const found = sentenceIn(body);
  const line = found.replace(/\s+/g, " ").trim();
  return line.length > 300 ? `${line.slice(0, 300)}…` : line;
}

function sentenceIn(body: unknown): string {
  if (typeof body === "string") return /^\s*</.test(body) ? "" : body;
  if (Array.isArray(body)) return sentenceIn(body[0]);
  if (typeof body !== "object" || body === null) return "";
  const { error, message, detail, metadata, code } = body as ErrorBody;
  if (error) return sentenceIn(error);
  const said = [message, metadata?.raw, detail, code].filter((part) => typeof part === "string" && part !== "");
  return said.slice(0, 2).join(": ") || (detail === undefined ? "" : JSON.stringify(detail));
}

function redact(text: string, key: string | undefined): string {
  return key === undefined || key === "" ? text : text.replaceAll(key, "(key)");
}

function causeCode(error: unknown): string | undefined {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    const { code } = at as { code?: unknown };
    if (typeof code === "string") return code;
  }
  return undefined;
}
