import { UnauthorizedError } from "@modelcontextprotocol/sdk/client/auth.js";
import { SseError } from "@modelcontextprotocol/sdk/client/sse.js";
import { StreamableHTTPError } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { McpFailure } from "../../core/mcp/failure";
import { plainLine } from "../../core/results/foreign";

const MAX_TEXT = 500;
const SIGN_IN = "It wants a sign-in.";

/** The HTTP status that an error of the SDK's transports stands for. */
export function statusOf(error: unknown): number | undefined {
  const isHttp = error instanceof StreamableHTTPError || error instanceof SseError;
  return isHttp && error.code !== undefined && error.code >= 100 ? error.code : undefined;
}

/** What went wrong on the way, in our words. `hadSession`: the server had given us one. */
export function httpFailure(error: unknown, hadSession: boolean): McpFailure {
  if (error instanceof McpFailure) return error;
  if (error instanceof UnauthorizedError) return new McpFailure("sign_in", SIGN_IN);
  const status = statusOf(error);
  if (status !== undefined) return ofStatus(status, said(error), hadSession);
  const cause = causeOf(error);
  if (error instanceof SyntaxError || (error instanceof Error && /^\$?ZodError$/.test(error.name))) {
    return new McpFailure("not_understood", "Its answer was not understood.");
  }
  const what = isUnreachable(error) ? "It can't be reached" : "The connection to it broke";
  return new McpFailure("network", plainLine(`${what}: ${cause ?? said(error)}.`, MAX_TEXT), true);
}

function ofStatus(status: number, text: string, hadSession: boolean): McpFailure {
  if (status === 401) return new McpFailure("sign_in", SIGN_IN);
  if (hadSession && (status === 404 || (status === 400 && /session/i.test(text)))) {
    return new McpFailure("session_lost", "It has forgotten the session.", true);
  }
  if (status >= 300 && status < 400)
    return new McpFailure("redirect", plainLine(`It sends us elsewhere. ${text}`, MAX_TEXT));
  const isPassing = status === 408 || status === 429 || status >= 500;
  return new McpFailure("http", plainLine(`It answered with HTTP ${status}. ${text}`, MAX_TEXT), isPassing);
}

function said(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message
    .replace(/^(?:Streamable HTTP error|SSE error): (?:Error POSTing to endpoint: ?)?/, "")
    .slice(0, 4 * MAX_TEXT);
}

/** `fetch` says only that it failed. */
function causeOf(error: unknown): string | undefined {
  const { cause } = (error ?? {}) as { cause?: { code?: unknown; message?: unknown } };
  const text = cause?.code ?? cause?.message;
  return typeof text === "string" && text !== "" ? text : undefined;
}

/** Nobody is there any more, as far as the system knows. */
export function isUnreachable(error: unknown): boolean {
  return /^(?:ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/.test(causeOf(error) ?? "");
}
