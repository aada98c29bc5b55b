import { english, type Places, type Words } from "../../shared/words";

/** A tool as a request carries it. */
export interface ToolSchema {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the input. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

export interface CallRequest {
  /** Unique in its session; made up when the provider sent none. */
  readonly id: string;
  readonly name: string;
  /** JSON text exactly as the model sent it; may be broken. */
  readonly arguments: string;
}

export type Message =
  | { readonly role: "user"; readonly text: string }
  | {
      readonly role: "assistant";
      readonly text: string;
      /** Echoed where the endpoint wants it: it sent some. */
      readonly reasoning?: string;
      readonly calls: readonly CallRequest[];
    }
  | {
      readonly role: "tool";
      readonly callId: string;
      readonly text: string;
      readonly images?: readonly { mime: string; data: string }[];
    };

export interface ModelRequest {
  readonly system: string;
  readonly tools: readonly ToolSchema[];
  readonly messages: readonly Message[];
  /** The endpoint's own when absent. */
  readonly temperature?: number;
}

export interface Usage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cachedTokens?: number;
}

export type FinishReason = "stop" | "calls" | "length" | "refused" | "other";

/**
 * One response as it arrives. `call` comes only once its arguments are whole; after a broken stream
 * no call of it is ever seen, since the stream throws `ModelError` instead of `finish`.
 */
export type ModelEvent =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "reasoning"; readonly text: string }
  /** For the view: a call is being written. */
  | { readonly type: "call_growing"; readonly name: string; readonly bytes: number }
  | { readonly type: "call"; readonly call: CallRequest }
  | { readonly type: "usage"; readonly usage: Usage }
  /** What was streamed in this attempt is void; the next attempt starts after `waitMs`. */
  | {
      readonly type: "retry";
      readonly attempt: number;
      readonly maxAttempts: number;
      readonly waitMs: number;
      readonly reason: string;
      readonly args?: Places;
    }
  | { readonly type: "finish"; readonly reason: FinishReason; readonly raw?: string };

export interface ModelCapabilities {
  /** Unknown means: try, and learn from the error. */
  readonly images: boolean | undefined;
  readonly contextTokens: number | undefined;
}

export interface Model {
  /** `endpoint/name`, stable; "tour" for the script. */
  readonly id: string;
  readonly label: string;
  /** A script, not a model; shown as such everywhere. */
  readonly scripted: boolean;
  capabilities(): ModelCapabilities;
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent>;
}

export type ModelErrorKind =
  | "auth"
  | "rate_limit"
  | "overloaded"
  | "network"
  | "timeout"
  | "context_length"
  | "bad_request"
  | "not_found"
  | "broken_stream"
  | "quota"
  | "unknown";

/** Why a request ended without a whole answer; `said` tells people what to do, `message` is that in English. */
export class ModelError extends Error {
  constructor(
    readonly kind: ModelErrorKind,
    readonly said: Words,
    readonly status?: number,
    options?: { cause?: unknown },
  ) {
    super(english(said), options);
    this.name = "ModelError";
  }
}
