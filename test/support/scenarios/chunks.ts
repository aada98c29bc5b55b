/** How a well-behaved endpoint puts an answer into server-sent events. */

export interface CallSpec {
  readonly name: string;
  /** An object is sent as its JSON; a text exactly as it is, so that broken JSON can be sent. */
  readonly args: string | Readonly<Record<string, unknown>>;
  readonly id?: string;
}

export interface UsageSpec {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cachedTokens?: number;
}

export interface DeltasSpec {
  readonly count: number;
  /** Characters of each. */
  readonly size: number;
  /** As fast as the reader takes them when left out. */
  readonly perSecond?: number;
}

export interface Answer {
  readonly text?: string;
  readonly reasoning?: string;
  readonly calls?: readonly CallSpec[];
  readonly finish?: string | null;
  readonly usage?: UsageSpec | false;
}

export const DONE = "data: [DONE]\n\n";

export function event(data: unknown): string {
  return `data: ${typeof data === "string" ? data : JSON.stringify(data)}\n\n`;
}

export function chunk(delta: Readonly<Record<string, unknown>>, finish: string | null = null): string {
  return event(envelope([{ index: 0, delta, finish_reason: finish }]));
}

export function usageChunk(usage: UsageSpec): string {
  return event({
    ...envelope([]),
    usage: {
      prompt_tokens: usage.inputTokens,
      completion_tokens: usage.outputTokens,
      total_tokens: usage.inputTokens + usage.outputTokens,
      prompt_tokens_details: { cached_tokens: usage.cachedTokens ?? 0 },
    },
  });
}

/** The n-th of many text deltas: its number, then padding, so that order and loss show. */
export function deltaEvent(index: number, size: number): string {
  return chunk({ content: `${index} `.padEnd(size, ".") });
}

// biome-ignore lint/suspicious/noExplicitAny: the recorded body of a request.
export function chunksOf(answer: Answer, request: any) {
  const opening = [chunk({ role: "assistant", content: "" })];
  for (const part of words(answer.reasoning)) opening.push(chunk({ reasoning_content: part }));
  for (const part of words(answer.text)) opening.push(chunk({ content: part }));

  const calls = (answer.calls ?? []).flatMap((call, index) => callChunks(call, index));
  const finish = answer.finish === undefined ? (calls.length > 0 ? "tool_calls" : "stop") : answer.finish;
  const end = finish === null ? [] : [chunk({}, finish)];
  const usage = answer.usage ?? (request?.stream_options?.include_usage ? estimate(answer, request) : false);
  if (usage) end.push(usageChunk(usage));
  return { opening, closing: { calls, end: [...end, DONE] } };
}

function envelope(choices: readonly unknown[]) {
  return { id: "chatcmpl-scripted", object: "chat.completion.chunk", created: 0, model: "scripted", choices };
}

let made = 0;

function callChunks(call: CallSpec, index: number): string[] {
  const args = typeof call.args === "string" ? call.args : JSON.stringify(call.args);
  const id = call.id ?? `call_${++made}`;
  const head = { index, id, type: "function", function: { name: call.name, arguments: "" } };
  const parts = args.match(/[\s\S]{1,24}/gu) ?? [];
  return [
    chunk({ tool_calls: [head] }),
    ...parts.map((part) => chunk({ tool_calls: [{ index, function: { arguments: part } }] })),
  ];
}

function words(text: string | undefined): string[] {
  return text?.match(/\s*\S+\s*/gu) ?? (text ? [text] : []);
}

function estimate(answer: Answer, request: unknown): UsageSpec {
  const said = (answer.text ?? "") + (answer.reasoning ?? "") + JSON.stringify(answer.calls ?? []);
  return { inputTokens: Math.ceil(JSON.stringify(request).length / 4), outputTokens: Math.ceil(said.length / 4) };
}
