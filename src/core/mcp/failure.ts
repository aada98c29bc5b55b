/** Why a server can't be used, in words a view can act on. */
export type FailureCode =
  /** The command can't be started. */
  | "start"
  | "exited"
  | "timeout"
  /** It speaks, but not this protocol. */
  | "protocol"
  | "version"
  /** It refused to begin. */
  | "refused"
  | "not_mcp"
  | "too_large"
  | "sign_in"
  | "redirect"
  | "http"
  | "network"
  /** The exchange ended without an answer to this request. */
  | "no_answer"
  | "not_understood"
  /** It has forgotten us and did nothing: a new start, and the same request may be sent again. */
  | "session_lost"
  /** It stopped taking what we send. */
  | "stalled"
  /** We ended it. */
  | "stopped";

/** Trouble with a server or on the way to it. Every text is bounded plain text. */
export class McpFailure extends Error {
  constructor(
    readonly code: FailureCode,
    message: string,
    /** Whether the same start may go well a little later. */
    readonly retry = false,
  ) {
    super(message);
    this.name = "McpFailure";
  }
}

/** The server understood a request and answered it with an error. */
export class RpcError extends Error {
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message);
    this.name = "RpcError";
  }
}

/** Of an answer that a transport makes up for a request that will get none: no server's error has it. */
export const UNANSWERED = -32_999;
/** The same, for an answer that is there and says nothing that can be understood. */
export const NOT_UNDERSTOOD = -32_998;

export function asFailure(error: unknown): McpFailure {
  if (error instanceof McpFailure) return error;
  if (error instanceof RpcError) return new McpFailure("refused", error.message);
  return new McpFailure("network", error instanceof Error ? error.message : String(error), true);
}
