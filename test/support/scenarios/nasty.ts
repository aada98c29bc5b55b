// Long because it is a table: one odd or broken stream after the other, each with its reason and its outcome.
import { chunk, DONE, event, usageChunk } from "./chunks";
import type { PlainReply } from "./reply";

/** What a tolerant reader makes of the stream; `error` is the kind of a `ModelError`. */
export type NastyOutcome =
  | {
      readonly text?: string;
      readonly reasoning?: string;
      /** Name and arguments' text. */
      readonly calls?: readonly (readonly [name: string, args: string])[];
      readonly finish: "stop" | "calls" | "length" | "refused" | "other";
    }
  | { readonly error: string };

export interface Nasty {
  /** Where such streams come from. */
  readonly why: string;
  readonly reply: PlainReply;
  readonly expected: NastyOutcome;
}

export type NastyName = keyof typeof ALL;

/** Streams as real endpoints send them, one for each tolerance that the design names. */
const ALL = {
  choices_empty: {
    why: "F102: chunks with `choices: []` between others (Azure's content filter, gateways)",
    reply: { raw: [bare({ choices: [] }), chunk({ content: "Hi" }), bare({ choices: [] }), chunk({}, "stop"), DONE] },
    expected: { text: "Hi", finish: "stop" },
  },
  choices_missing: {
    why: "chunks without `choices`, with `choices: null`, with an empty choice",
    reply: {
      raw: [
        bare({}),
        bare({ choices: null }),
        bare({ choices: [{}] }),
        chunk({ content: "Hi" }),
        chunk({}, "stop"),
        DONE,
      ],
    },
    expected: { text: "Hi", finish: "stop" },
  },
  usage_last: {
    why: "F102: usage in a last chunk after the finish",
    reply: {
      raw: [
        chunk({ content: "Hi" }),
        chunk({}, "stop"),
        usageChunk({ inputTokens: 7, outputTokens: 2, cachedTokens: 3 }),
        DONE,
      ],
    },
    expected: { text: "Hi", finish: "stop" },
  },
  calls_without_index: {
    why: "call deltas without index (Gemini's compatible endpoint)",
    reply: toolStream(
      { id: "c1", function: { name: "read", arguments: '{"path":' } },
      { function: { arguments: '"a"}' } },
      { id: "c2", function: { name: "grep", arguments: '{"pattern":"b"}' } },
    ),
    expected: calls(["read", '{"path":"a"}'], ["grep", '{"pattern":"b"}']),
  },
  calls_equal_index_new_id: {
    why: "F99: every call has index 0, each with an id of its own (Ollama, LiteLLM)",
    reply: toolStream(
      { index: 0, id: "c1", function: { name: "read", arguments: '{"path":"a"}' } },
      { index: 0, id: "c2", function: { name: "read", arguments: '{"path":"b"}' } },
    ),
    expected: calls(["read", '{"path":"a"}'], ["read", '{"path":"b"}']),
  },
  calls_equal_index_no_id: {
    why: "F99: every call has index 0 and no id: complete JSON and a new brace begin the next",
    reply: toolStream(
      { index: 0, function: { name: "read", arguments: '{"path":' } },
      { index: 0, function: { arguments: '"{a"}' } },
      { index: 0, function: { name: "grep", arguments: '{"pattern":"b"}' } },
    ),
    expected: calls(["read", '{"path":"{a"}'], ["grep", '{"pattern":"b"}']),
  },
  arguments_glued: {
    why: "F99: two calls' arguments in one piece: {..}{..}",
    reply: toolStream({ index: 0, id: "c1", function: { name: "read", arguments: '{"path":"a"}{"path":"b"}' } }),
    expected: calls(["read", '{"path":"a"}'], ["read", '{"path":"b"}']),
  },
  id_late: {
    why: "F101: the id comes after the name and the first arguments",
    reply: toolStream(
      { index: 0, function: { name: "read", arguments: '{"path":' } },
      { index: 0, id: "c1", function: { arguments: '"a"}' } },
    ),
    expected: calls(["read", '{"path":"a"}']),
  },
  id_missing: {
    why: "F101: no id at all, or an empty one",
    reply: toolStream(
      { index: 0, function: { name: "read", arguments: '{"path":"a"}' } },
      { index: 1, id: "", function: { name: "read", arguments: '{"path":"b"}' } },
    ),
    expected: calls(["read", '{"path":"a"}'], ["read", '{"path":"b"}']),
  },
  id_on_other_index: {
    why: "F100: the chunk with the id has another index than the chunks with the arguments",
    reply: toolStream(
      { index: 0, id: "c1", function: { name: "read", arguments: "" } },
      { index: 1, function: { arguments: '{"path":' } },
      { index: 1, function: { arguments: '"a"}' } },
    ),
    expected: calls(["read", '{"path":"a"}']),
  },
  arguments_interleaved: {
    why: "argument parts of a call after another call began",
    reply: toolStream(
      { index: 0, id: "c1", function: { name: "read", arguments: '{"path":' } },
      { index: 1, id: "c2", function: { name: "grep", arguments: '{"pattern":' } },
      { index: 0, function: { arguments: '"a"}' } },
      { index: 1, function: { arguments: '"b"}' } },
    ),
    expected: calls(["read", '{"path":"a"}'], ["grep", '{"pattern":"b"}']),
  },
  calls_in_one_chunk: {
    why: "whole calls in one chunk, finish in the same",
    reply: {
      raw: [
        chunk(
          {
            tool_calls: [
              { index: 0, id: "c1", function: { name: "read", arguments: '{"path":"a"}' } },
              { index: 1, id: "c2", function: { name: "read", arguments: '{"path":"b"}' } },
            ],
          },
          "tool_calls",
        ),
        DONE,
      ],
    },
    expected: calls(["read", '{"path":"a"}'], ["read", '{"path":"b"}']),
  },
  arguments_object: {
    why: "arguments as an object in place of a text (Ollama)",
    reply: toolStream({ index: 0, id: "c1", function: { name: "read", arguments: { path: "a" } } }),
    expected: calls(["read", '{"path":"a"}']),
  },
  arguments_missing: {
    why: "a call without arguments",
    reply: toolStream({ index: 0, id: "c1", function: { name: "todo_write" } }),
    expected: calls(["todo_write", "{}"]),
  },
  head_repeated: {
    why: "id and name repeated in each delta of a call",
    reply: toolStream(
      { index: 0, id: "c1", function: { name: "read", arguments: '{"path":' } },
      { index: 0, id: "c1", function: { name: "read", arguments: '"a"}' } },
      { index: 0, id: "c1", function: { name: "read", arguments: "" } },
    ),
    expected: calls(["read", '{"path":"a"}']),
  },
  call_repeated: {
    why: "the whole call sent once more at its end",
    reply: toolStream(
      { index: 0, id: "c1", function: { name: "read", arguments: '{"path":' } },
      { index: 0, function: { arguments: '"a"}' } },
      { index: 0, id: "c1", function: { name: "read", arguments: '{"path":"a"}' } },
    ),
    expected: calls(["read", '{"path":"a"}']),
  },
  finish_stop_with_calls: {
    why: "calls that finish with `stop`",
    reply: { calls: [{ name: "read", args: { path: "a" }, id: "c1" }], finish: "stop" },
    expected: calls(["read", '{"path":"a"}']),
  },
  finish_empty_each: {
    why: 'every chunk says `finish_reason: ""`',
    reply: { raw: [chunk({ content: "Hi" }, ""), chunk({ content: "!" }, ""), chunk({}, "stop"), DONE] },
    expected: { text: "Hi!", finish: "stop" },
  },
  finish_unknown: {
    why: "F103: a reason nobody has heard of",
    reply: { text: "Hi", finish: "end_of_thoughts" },
    expected: { text: "Hi", finish: "other" },
  },
  finish_end_turn: {
    why: "F103: Anthropic's word through a gateway",
    reply: { text: "Hi", finish: "end_turn" },
    expected: { text: "Hi", finish: "stop" },
  },
  finish_sensitive: {
    why: "F103: GLM's word for a refused answer",
    reply: { text: "Hi", finish: "sensitive" },
    expected: { text: "Hi", finish: "refused" },
  },
  finish_context_window: {
    why: "F103: the window is full",
    reply: { text: "Hi", finish: "model_context_window_exceeded" },
    expected: { text: "Hi", finish: "length" },
  },
  finish_network_error: {
    why: "F103: the endpoint lost its own model",
    reply: { text: "Hi", finish: "network_error" },
    expected: { error: "broken_stream" },
  },
  finish_no_resource: {
    why: "F103: DeepSeek under load",
    reply: { text: "Hi", finish: "insufficient_system_resource" },
    expected: { error: "overloaded" },
  },
  finish_error: {
    why: "F103: finish_reason error",
    reply: { calls: [{ name: "read", args: { path: "a" } }], finish: "error" },
    expected: { error: "broken_stream" },
  },
  error_on_choice: {
    why: "F103: an error object on the choice (OpenRouter)",
    reply: {
      raw: [
        chunk({ content: "Hi" }),
        bare({
          choices: [{ index: 0, delta: {}, finish_reason: "stop", error: { code: 502, message: "Upstream failed" } }],
        }),
        DONE,
      ],
    },
    expected: { error: "overloaded" },
  },
  error_in_200: {
    why: "an error as plain JSON with status 200",
    reply: {
      headers: { "content-type": "application/json" },
      raw: JSON.stringify({ error: { message: "Invalid token", code: 401 } }),
    },
    expected: { error: "auth" },
  },
  error_mid_stream: {
    why: "F104: overload in the middle of a call",
    reply: {
      raw: [
        ...toolStream({ index: 0, id: "c1", function: { name: "edit", arguments: '{"path":"a"}' } }).raw.slice(0, 1),
        event({ error: { type: "overloaded_error", message: "Overloaded" } }),
        DONE,
      ],
    },
    expected: { error: "overloaded" },
  },
  error_event: {
    why: "an SSE event named error",
    reply: { raw: [chunk({ content: "Hi" }), 'event: error\ndata: {"message":"Rate limit reached","code":429}\n\n'] },
    expected: { error: "rate_limit" },
  },
  reasoning_content: {
    why: "F97: DeepSeek and many others",
    reply: {
      raw: [chunk({ reasoning_content: "Hm. " }), chunk({ reasoning_content: "Yes.", content: null }), ...end("Hi")],
    },
    expected: { reasoning: "Hm. Yes.", text: "Hi", finish: "stop" },
  },
  reasoning: {
    why: "OpenRouter and Ollama name it `reasoning`; some send both names",
    reply: {
      raw: [chunk({ reasoning: "Hm. " }), chunk({ reasoning: "Yes.", reasoning_content: "Yes." }), ...end("Hi")],
    },
    expected: { reasoning: "Hm. Yes.", text: "Hi", finish: "stop" },
  },
  content_parts: {
    why: "content as a list of parts (Mistral)",
    reply: {
      raw: [
        chunk({
          content: [
            { type: "text", text: "H" },
            { type: "text", text: "i" },
          ],
        }),
        ...end("!"),
      ],
    },
    expected: { text: "Hi!", finish: "stop" },
  },
  keep_alive: {
    why: "comments that keep the connection open (OpenRouter, DeepSeek)",
    reply: { raw: [": OPENROUTER PROCESSING\n\n", ":\n\n", chunk({ content: "Hi" }), ": keep-alive\n\n", ...end("!")] },
    expected: { text: "Hi!", finish: "stop" },
  },
  crlf: {
    why: "CRLF, cut between CR and LF",
    reply: { raw: pieces([chunk({ content: "Hi" }), ...end("!")].join("").replaceAll("\n", "\r\n"), 1) },
    expected: { text: "Hi!", finish: "stop" },
  },
  no_space: {
    why: "`data:` without a space, with id and retry fields and a byte order mark",
    reply: {
      raw: `\uFEFFretry: 5\nid: 1\n${[chunk({ content: "Hi" }), ...end("!")].join("").replaceAll("data: ", "data:")}`,
    },
    expected: { text: "Hi!", finish: "stop" },
  },
  utf8_split: {
    why: "characters cut between their bytes",
    reply: { raw: pieces([chunk({ content: "größer 漢字 🚪" }), ...end("!")].join(""), 1) },
    expected: { text: "größer 漢字 🚪!", finish: "stop" },
  },
  one_piece: {
    why: "the whole stream in one packet",
    reply: { raw: [chunk({ content: "Hi" }), ...end("!")].join("") },
    expected: { text: "Hi!", finish: "stop" },
  },
  not_streamed: {
    why: "an endpoint that ignores `stream` and answers in one JSON",
    reply: {
      headers: { "content-type": "application/json" },
      raw: JSON.stringify({
        choices: [
          {
            message: {
              role: "assistant",
              content: "Hi",
              tool_calls: [{ id: "c1", type: "function", function: { name: "read", arguments: '{"path":"a"}' } }],
            },
            finish_reason: "tool_calls",
          },
        ],
        usage: { prompt_tokens: 7, completion_tokens: 2 },
      }),
    },
    expected: { ...calls(["read", '{"path":"a"}']), text: "Hi" },
  },
  no_finish_text: {
    why: "text, then a clean end without finish or [DONE]",
    reply: { raw: [chunk({ content: "Hi" })] },
    expected: { text: "Hi", finish: "stop" },
  },
  no_final_newline: {
    why: "the last event is not closed by an empty line",
    reply: { raw: [chunk({ content: "Hi" }), chunk({}, "stop").trimEnd()] },
    expected: { text: "Hi", finish: "stop" },
  },
  no_finish_call: {
    why: "a whole-looking call, then a clean end without finish or [DONE]: nothing says that it is all",
    reply: {
      raw: toolStream({ index: 0, id: "c1", function: { name: "edit", arguments: '{"path":"a"}' } }).raw.slice(0, 1),
    },
    expected: { error: "broken_stream" },
  },
  no_finish_but_done: {
    why: "a call, no finish_reason, but [DONE]",
    reply: { calls: [{ name: "read", args: { path: "a" } }], finish: null },
    expected: calls(["read", '{"path":"a"}']),
  },
  cut_mid_call: {
    why: "the connection dies within a call's arguments",
    reply: { calls: [{ name: "edit", args: { path: "a", text: "b" } }], cutAfter: 420 },
    expected: { error: "broken_stream" },
  },
  junk_event: {
    why: "an event that is no JSON",
    reply: { raw: [chunk({ content: "Hi" }), "data: <html>502 Bad Gateway</html>\n\n"] },
    expected: { error: "broken_stream" },
  },
  html_in_200: {
    why: "a proxy's log-in page with status 200",
    reply: { headers: { "content-type": "text/html" }, raw: "<html><body>Sign in</body></html>" },
    expected: { error: "not_found" },
  },
  empty_body: {
    why: "status 200 and nothing",
    reply: { raw: "" },
    expected: { error: "broken_stream" },
  },
} satisfies Record<string, Nasty>;

export const NASTY: Readonly<Record<NastyName, Nasty>> = ALL;
export const NASTY_NAMES = Object.keys(ALL) as NastyName[];

function bare(fields: object): string {
  return event({ id: "x", object: "chat.completion.chunk", ...fields });
}

function end(text: string): string[] {
  return [chunk({ content: text }), chunk({}, "stop"), DONE];
}

function toolStream(...deltas: readonly object[]): { raw: string[] } {
  return { raw: [...deltas.map((delta) => chunk({ tool_calls: [delta] })), chunk({}, "tool_calls"), DONE] };
}

function calls(...made: (readonly [name: string, args: string])[]) {
  return { calls: made, finish: "calls" as const };
}

function pieces(text: string, size: number): Uint8Array[] {
  const bytes = new TextEncoder().encode(text);
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => bytes.slice(at * size, (at + 1) * size));
}
