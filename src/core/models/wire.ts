import { wellFormed } from "../results/sizes";
import type { CallRequest, Message, ModelRequest } from "./model";

/** What the endpoint has been found to want; a change of it changes the bytes of earlier messages. */
export interface WireOptions {
  readonly images: boolean;
  readonly reasoning: ReasoningEcho;
  readonly reasoningField: "reasoning_content" | "reasoning";
}

/**
 * `as_sent`: what it sent goes back, and from its first reasoning on, messages with calls that have
 * none say "". `always`: every message with calls has the field. `never`: none has.
 */
export type ReasoningEcho = "as_sent" | "always" | "never";

export interface WireMessage {
  readonly role: "system" | "user" | "assistant" | "tool";
  readonly content: string | null | readonly object[];
}

/**
 * The messages as chat completions spells them. The same messages always give the same bytes: an
 * assistant's content is null exactly when it has calls and no text, and keys keep one order. Texts are
 * made well-formed: some servers refuse the whole request for half a surrogate pair.
 */
export function wireMessages(request: ModelRequest, options: WireOptions): WireMessage[] {
  const wire: WireMessage[] = [{ role: "system", content: wellFormed(request.system) }];
  let reasoned = options.reasoning === "always";
  for (const [index, message] of request.messages.entries()) {
    if (message.role === "user") wire.push({ role: "user", content: wellFormed(message.text) });
    else if (message.role === "assistant") {
      reasoned ||= options.reasoning === "as_sent" && Boolean(message.reasoning);
      wire.push(assistant(message, reasoned, options.reasoningField));
    } else {
      wire.push(tool(message, options.images));
      if (request.messages[index + 1]?.role !== "tool") wire.push(...pictures(request.messages, index, options.images));
    }
  }
  return wire;
}

type Assistant = Extract<Message, { role: "assistant" }>;
type ToolResult = Extract<Message, { role: "tool" }>;

function assistant(message: Assistant, reasoned: boolean, field: WireOptions["reasoningField"]): WireMessage {
  const text = wellFormed(message.text);
  const calls = message.calls.map((call) => ({
    id: call.id,
    type: "function",
    function: { name: call.name, arguments: argumentsOf(call) },
  }));
  const reasoning = message.reasoning ?? (calls.length > 0 ? "" : undefined);
  return {
    role: "assistant",
    content: text === "" && calls.length > 0 ? null : text,
    ...(reasoned && reasoning !== undefined && { [field]: wellFormed(reasoning) }),
    ...(calls.length > 0 && { tool_calls: calls }),
  };
}

/** Each request holds every earlier call: they are checked once. */
const checked = new WeakMap<CallRequest, string>();

function argumentsOf(call: CallRequest): string {
  const known = checked.get(call);
  if (known !== undefined) return known;
  const args = validArguments(call.arguments);
  checked.set(call, args);
  return args;
}

/** Many servers parse the history's arguments and fail for ever on broken ones. */
function validArguments(args: string): string {
  try {
    const value: unknown = JSON.parse(args);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return args;
  } catch {
    // Said to the model as its result; here it only has to be JSON.
  }
  return JSON.stringify({ unparsed: wellFormed(args) });
}

function tool({ callId, text, images }: ToolResult, takesImages: boolean): WireMessage & { tool_call_id: string } {
  const count = takesImages ? 0 : (images?.length ?? 0);
  const left = count === 0 ? "" : `\n[${count === 1 ? "1 image" : `${count} images`} left out: this model takes none]`;
  return { role: "tool", tool_call_id: callId, content: wellFormed(text) + left };
}

/** Images can't stand in a tool message, nor a user message between tool messages: they follow the run. */
function pictures(messages: readonly Message[], last: number, takesImages: boolean): WireMessage[] {
  if (!takesImages) return [];
  const parts: object[] = [];
  for (let at = last; at >= 0; at--) {
    const message = messages[at];
    if (message?.role !== "tool") break;
    parts.unshift(...(message.images ?? []).flatMap((image) => picture(message.callId, image)));
  }
  return parts.length > 0 ? [{ role: "user", content: parts }] : [];
}

function picture(callId: string, { mime, data }: { mime: string; data: string }): object[] {
  return [
    { type: "text", text: `Image of call ${callId}:` },
    { type: "image_url", image_url: { url: `data:${mime};base64,${data}` } },
  ];
}
