import type { FinishReason } from "./model";

/** `failed`: the endpoint says that this is no answer. Words that are not here are `other`. */
const REASONS: Readonly<Record<string, FinishReason | "failed">> = {
  stop: "stop",
  end_turn: "stop",
  stop_sequence: "stop",
  eos: "stop",
  eos_token: "stop",
  complete: "stop",
  completed: "stop",
  tool_calls: "calls",
  tool_use: "calls",
  function_call: "calls",
  length: "length",
  max_tokens: "length",
  max_output_tokens: "length",
  model_length: "length",
  model_context_window_exceeded: "length",
  content_filter: "refused",
  sensitive: "refused",
  refusal: "refused",
  safety: "refused",
  recitation: "refused",
  prohibited_content: "refused",
  error: "failed",
  abort: "failed",
  network_error: "failed",
  insufficient_system_resource: "failed",
  malformed_function_call: "failed",
};

export function finishOf(raw: string): { readonly reason: FinishReason | "failed"; readonly raw: string } {
  return { reason: REASONS[raw.toLowerCase()] ?? "other", raw };
}
