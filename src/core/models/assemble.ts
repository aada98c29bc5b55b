import { CallParts } from "./callParts";
import { finishOf } from "./finish";
import type { FinishReason, ModelError, ModelEvent, Usage } from "./model";

/**
 * Turns the parsed chunks of one response into events. Pure: no time, no network.
 *
 * Each field is looked at by hand, not by a schema: there are thousands of chunks a second, and an
 * endpoint's odd field must cost that field, not the response.
 */
export class Assembler {
  private readonly calls = new CallParts();
  private finish: { readonly reason: FinishReason | "failed"; readonly raw: string } | undefined;
  private usage: Usage | undefined;
  private said = false;
  /** `end` has been called: all is said. */
  done = false;

  /**
   * @param taken ids of calls that the conversation holds already
   * @param failure makes the error of what the endpoint reports within the stream; of nothing, when it broke off
   * @param onReasoning hears which field the endpoint puts its reasoning in
   */
  constructor(
    private readonly taken: ReadonlySet<string>,
    private readonly failure: (reported?: unknown) => ModelError,
    private readonly onReasoning: (field: "reasoning_content" | "reasoning") => void = () => undefined,
  ) {}

  /** The endpoint said how it ended: only usage can come now. */
  get finished(): boolean {
    return this.done || this.finish !== undefined;
  }

  /** Throws what `failure` made. */
  push(chunk: unknown, events: ModelEvent[]): void {
    const { error, choices, usage, detail, object } = fields<Chunk>(chunk);
    if (error) throw this.failure(error);
    if (!Array.isArray(choices) && (detail !== undefined || object === "error")) throw this.failure(chunk);
    this.usage = usageOf(usage) ?? this.usage;
    for (const choice of Array.isArray(choices) ? choices.slice(0, 1) : []) this.choice(fields<Choice>(choice), events);
  }

  /**
   * Call once, at `[DONE]` (`said`) or when the stream has ended in order or after the finish.
   * Throws when no whole answer is there.
   */
  end(events: ModelEvent[], saidDone: boolean): ModelEvent[] {
    this.done = true;
    const finish = this.finish?.reason ?? this.guess(saidDone);
    if (finish === "failed") throw this.failure({ code: this.finish?.raw });
    if (finish === undefined) throw this.failure();
    const calls = finish === "refused" ? [] : this.calls.finished(finish === "length", this.taken);
    for (const call of calls) events.push({ type: "call", call });
    if (this.usage) events.push({ type: "usage", usage: this.usage });
    const reason = calls.length > 0 && finish !== "length" ? "calls" : finish === "calls" ? "stop" : finish;
    events.push({ type: "finish", reason, ...(this.finish && { raw: this.finish.raw }) });
    return events;
  }

  /** Without a finish: text is taken as it is, calls only after `[DONE]` and when all are closed. */
  private guess(saidDone: boolean): FinishReason | undefined {
    if (this.calls.any) return saidDone && this.calls.allClosed ? "calls" : undefined;
    return this.said ? "stop" : undefined;
  }

  private choice({ delta, message, error, finish_reason }: Choice, events: ModelEvent[]): void {
    if (error) throw this.failure(error);
    const said = fields<Delta>(delta ?? message);
    this.reasoning(said, events);
    this.add(events, "text", textOf(said.content));
    for (const call of Array.isArray(said.tool_calls) ? said.tool_calls : [])
      this.call(fields<CallDelta>(call), events);
    if (typeof finish_reason === "string" && finish_reason !== "") this.finish = finishOf(finish_reason);
  }

  private reasoning({ reasoning_content, reasoning }: Delta, events: ModelEvent[]): void {
    const text = textOf(reasoning_content ?? reasoning);
    if (text !== "") this.onReasoning(typeof reasoning_content === "string" ? "reasoning_content" : "reasoning");
    this.add(events, "reasoning", text);
  }

  private call({ index, id, function: made }: CallDelta, events: ModelEvent[]): void {
    const { name, arguments: args } = fields<CallFunction>(made);
    const grown = this.calls.push({
      index: typeof index === "number" ? index : undefined,
      id: nonEmpty(id),
      name: nonEmpty(name),
      args: typeof args === "string" ? args : args ? JSON.stringify(args) : "",
    });
    const last = events.at(-1);
    if (last?.type === "call_growing" && last.name === grown.name) events.pop();
    events.push({ type: "call_growing", ...grown });
  }

  /** Deltas of one packet become one event: a burst costs the reader one step, not thousands. */
  private add(events: ModelEvent[], type: "text" | "reasoning", text: string): void {
    if (text === "") return;
    this.said ||= type === "text";
    const last = events.at(-1);
    if (last?.type === type) events[events.length - 1] = { type, text: last.text + text };
    else events.push({ type, text });
  }
}

interface Chunk {
  readonly error?: unknown;
  readonly choices?: unknown;
  readonly usage?: unknown;
  /** FastAPI's word for an error. */
  readonly detail?: unknown;
  /** "error" is vLLM's. */
  readonly object?: unknown;
}

interface Choice {
  readonly delta?: unknown;
  /** An endpoint that did not stream. */
  readonly message?: unknown;
  readonly error?: unknown;
  readonly finish_reason?: unknown;
}

interface Delta {
  readonly content?: unknown;
  readonly reasoning_content?: unknown;
  readonly reasoning?: unknown;
  readonly tool_calls?: unknown;
}

interface CallDelta {
  readonly index?: unknown;
  readonly id?: unknown;
  readonly function?: unknown;
}

interface CallFunction {
  readonly name?: unknown;
  readonly arguments?: unknown;
}

interface WireUsage {
  readonly prompt_tokens?: unknown;
  readonly completion_tokens?: unknown;
  readonly prompt_tokens_details?: unknown;
  /** DeepSeek's word. */
  readonly prompt_cache_hit_tokens?: unknown;
}

/** The object's fields, or none: every `T` has only optional unknown fields. */
function fields<T extends object>(value: unknown): T {
  return (typeof value === "object" && value !== null ? value : {}) as T;
}

function nonEmpty(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.map((part) => nonEmpty(fields<{ text?: unknown }>(part).text) ?? "").join("");
}

function usageOf(value: unknown): Usage | undefined {
  const { prompt_tokens, completion_tokens, prompt_tokens_details, prompt_cache_hit_tokens } = fields<WireUsage>(value);
  if (typeof prompt_tokens !== "number" || typeof completion_tokens !== "number") return undefined;
  const details = fields<{ cached_tokens?: unknown }>(prompt_tokens_details);
  const cached = details.cached_tokens ?? prompt_cache_hit_tokens;
  return {
    inputTokens: prompt_tokens,
    outputTokens: completion_tokens,
    ...(typeof cached === "number" && { cachedTokens: cached }),
  };
}
