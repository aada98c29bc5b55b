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
 * The messages as chat completions spells them. The same messages always give the same bytes, and more of
 * them begin with these, until images are too many: an assistant's content is null exactly when it has calls
 * and no text, and keys keep one order. Texts are made well-formed: some servers refuse the whole request for
 * half a surrogate pair.
 */
export function wireMessages(request: ModelRequest, options: WireOptions): WireMessage[] {
  const eyes: Eyes = { takesImages: options.images, aged: agedImages(request.messages) };
  const wire: WireMessage[] = [{ role: "system", content: wellFormed(request.system) }];
  let reasoned = options.reasoning === "always";
  for (const [index, message] of request.messages.entries()) {
    if (message.role === "user") wire.push({ role: "user", content: wellFormed(message.text) });
    else if (message.role === "assistant") {
      reasoned ||= options.reasoning === "as_sent" && Boolean(message.reasoning);
      wire.push(assistant(message, reasoned, options.reasoningField));
    } else {
      wire.push(tool(message, eyes));
      if (request.messages[index + 1]?.role !== "tool") wire.push(...pictures(request.messages, index, eyes));
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

/** Providers refuse a request with too many images, and so each one after it. */
const MAX_IMAGES = 16;
/** So many are left out at once: each time changes bytes that the provider has in its cache. */
const AGED_TOGETHER = 8;

/** What of the results' images goes over the wire. */
interface Eyes {
  readonly takesImages: boolean;
  readonly aged: ReadonlySet<ToolResult>;
}

/** Results whose images are too old to be sent again; at most `MAX_IMAGES` are left, a single result's own aside. */
function agedImages(messages: readonly Message[]): ReadonlySet<ToolResult> {
  const seen = messages.filter((message) => message.role === "tool" && (message.images?.length ?? 0) > 0);
  const results = seen as readonly ToolResult[];
  let over = results.reduce((sum, { images = [] }) => sum + images.length, 0) - MAX_IMAGES;
  if (over > 0) over = Math.ceil(over / AGED_TOGETHER) * AGED_TOGETHER;
  const aged = new Set<ToolResult>();
  for (const result of results.slice(0, -1)) {
    if (over <= 0) break;
    aged.add(result);
    over -= result.images?.length ?? 0;
  }
  return aged;
}

function tool(message: ToolResult, { takesImages, aged }: Eyes): WireMessage & { tool_call_id: string } {
  const { callId, text, images = [] } = message;
  const why = !takesImages ? "this model takes none" : aged.has(message) ? "newer ones followed" : undefined;
  const count = images.length === 1 ? "1 image" : `${images.length} images`;
  const left = images.length === 0 || why === undefined ? "" : `\n[${count} left out: ${why}]`;
  return { role: "tool", tool_call_id: callId, content: wellFormed(text) + left };
}

/** Images can't stand in a tool message, nor a user message between tool messages: they follow the run. */
function pictures(messages: readonly Message[], last: number, { takesImages, aged }: Eyes): WireMessage[] {
  if (!takesImages) return [];
  const parts: object[] = [];
  for (let at = last; at >= 0; at--) {
    const message = messages[at];
    if (message?.role !== "tool") break;
    if (aged.has(message)) continue;
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
