import type { Failure } from "./failure";
import type { ModelRequest } from "./model";
import type { ReasoningEcho } from "./wire";

/** What one endpoint has taught since its model was made. */
export interface Learned {
  images: boolean | undefined;
  contextTokens: number | undefined;
  asksUsage: boolean;
  takesTemperature: boolean;
  reasoning: ReasoningEcho;
  reasoningField: "reasoning_content" | "reasoning";
}

export function nothingLearned(): Learned {
  return {
    images: undefined,
    contextTokens: undefined,
    asksUsage: true,
    takesTemperature: true,
    reasoning: "as_sent",
    reasoningField: "reasoning_content",
  };
}

/**
 * Whether the same request is worth sending again in another form. Each thing is learned at most
 * once, so that an endpoint that refuses everything is asked a few times, not for ever.
 */
export function learnFrom(failure: Failure, request: ModelRequest, learned: Learned): boolean {
  learned.contextTokens ??= windowIn(failure);
  const { status, detail } = failure;
  if (status === undefined || status < 400 || status === 429 || failure.kind === "auth") return false;
  return (
    refusedImages(detail, request, learned) ||
    refusedUsage(detail, learned) ||
    refusedTemperature(detail, request, learned) ||
    refusedReasoning(detail, request, learned)
  );
}

function refusedImages(detail: string, request: ModelRequest, learned: Learned): boolean {
  if (learned.images === false || !/image|vision|multi-?modal/i.test(detail)) return false;
  const sent = request.messages.some((message) => message.role === "tool" && (message.images?.length ?? 0) > 0);
  if (sent) learned.images = false;
  return sent;
}

function refusedUsage(detail: string, learned: Learned): boolean {
  if (!learned.asksUsage || !/stream_options|include_usage/i.test(detail)) return false;
  learned.asksUsage = false;
  return true;
}

/** Models that reason take none but their own. */
function refusedTemperature(detail: string, request: ModelRequest, learned: Learned): boolean {
  const sent = request.temperature !== undefined && learned.takesTemperature;
  if (!sent || !/temperature/i.test(detail)) return false;
  learned.takesTemperature = false;
  return true;
}

/** Refused where it was sent, or missed where it was not. */
function refusedReasoning(detail: string, request: ModelRequest, learned: Learned): boolean {
  if (learned.reasoning !== "as_sent" || !/\breasoning(?:_content)?\b/i.test(detail)) return false;
  const sent = request.messages.some((message) => message.role === "assistant" && message.reasoning);
  const missed = /missing|must|required|expected/i.test(detail);
  learned.reasoning = sent && !missed ? "never" : "always";
  return true;
}

/** "This model's maximum context length is 8192 tokens." */
function windowIn({ kind, detail }: Failure): number | undefined {
  if (kind !== "context_length") return undefined;
  const found = /(?:context (?:length|window|size) (?:is|of) |n_ctx"?:\s*)(\d{3,9})/i.exec(detail)?.[1];
  return found === undefined ? undefined : Number(found);
}
