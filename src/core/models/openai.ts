import type { ChatCompletionCreateParamsStreaming } from "openai/resources/chat/completions";
import type { Clock } from "../operations/ports";
import { Assembler } from "./assemble";
import { type Batch, batchesOf } from "./batches";
import { type Client, connect, type EndpointOptions, headersFor, lentKey, originOf } from "./endpoint";
import { type Endpoint, plainFailure, reportedFailure } from "./failure";
import { type Learned, learnFrom, nothingLearned } from "./learned";
import type { Model, ModelEvent, ModelRequest } from "./model";
import { asFailure } from "./openaiFailure";
import { withRetries } from "./retry";
import { type Watchdog, watchdog } from "./watchdog";
import { wireMessages } from "./wire";

export { listModels } from "./listModels";

export interface OpenAiOptions extends EndpointOptions {
  readonly id: string;
  readonly label: string;
  /** The name that the endpoint knows. */
  readonly model: string;
  /** Extra fields of each request; they can't replace the conversation. */
  readonly body?: Readonly<Record<string, unknown>>;
  readonly clock: Clock;
  readonly maxTries?: number;
  readonly random?: () => number;
}

const MAX_TRIES = 8;
/** A local model may read a long prompt for minutes before it says a word. */
const FIRST_WORD_MS = 5 * 60_000;
const IDLE_MS = 120_000;
/** After the finish only usage and [DONE] can come; some endpoints leave the connection open. */
const TAIL_MS = 5_000;
/** After [DONE] nothing comes; the wait is for a connection that can serve again. */
const DRAIN_MS = 250;

/** A model behind any OpenAI-compatible endpoint (chat completions). Load this file on first use: it brings the client. */
export function createOpenAiModel(options: OpenAiOptions): Model {
  const learned = nothingLearned();
  const client = connect(options);
  return {
    id: options.id,
    label: options.label,
    scripted: false,
    capabilities: () => ({ images: learned.images, contextTokens: learned.contextTokens }),
    stream: (request, signal) =>
      withRetries(() => attempt({ options, client, learned, request, signal }), signal, {
        clock: options.clock,
        random: options.random ?? Math.random,
        maxTries: options.maxTries ?? MAX_TRIES,
      }),
  };
}

interface Job {
  readonly options: OpenAiOptions;
  readonly client: Client;
  readonly learned: Learned;
  readonly request: ModelRequest;
  readonly signal: AbortSignal;
}

/** One try, in batches of what arrived together. Throws `Failure`, or the signal's reason. */
async function* attempt(job: Job): AsyncGenerator<readonly ModelEvent[]> {
  const { options, signal } = job;
  const key = await lentKey(options);
  const endpoint = { origin: originOf(options.baseUrl), model: options.model, key, now: options.clock.now() };
  const cut = new AbortController();
  const dog = watchdog(options.clock, () => cut.abort());
  const stop = (): void => cut.abort(signal.reason);
  signal.addEventListener("abort", stop);
  let whole = false;
  try {
    signal.throwIfAborted();
    dog.expect(FIRST_WORD_MS);
    yield* answer(await send(job, endpoint, cut.signal), assemblerFor(job, endpoint), endpoint, dog);
    whole = true;
  } catch (error) {
    signal.throwIfAborted();
    throw cut.signal.aborted ? plainFailure("timeout", endpoint, "", error) : asFailure(error, endpoint);
  } finally {
    dog.stop();
    signal.removeEventListener("abort", stop);
    // A response that was read to its end has nothing left to cut, and cutting goes through every layer of the client.
    if (!whole) cut.abort();
  }
}

/** Sends until it is answered or refused for something that can't be learned. */
async function send(job: Job, endpoint: Endpoint, signal: AbortSignal): Promise<Response> {
  const headers = headersFor(endpoint.key, job.options.headers);
  for (;;) {
    try {
      return await job.client.chat.completions.create(bodyOf(job), { headers, signal }).asResponse();
    } catch (error) {
      signal.throwIfAborted();
      const failure = asFailure(error, endpoint);
      if (!learnFrom(failure, job.request, job.learned)) throw failure;
    }
  }
}

/** The conversation comes last and grows at its end: each body begins with the one before. */
function bodyOf({ options, learned, request }: Job): ChatCompletionCreateParamsStreaming {
  const tools = request.tools.map(({ name, description, parameters }) => ({
    type: "function",
    function: { name, description, parameters },
  }));
  const body = {
    ...options.body,
    model: options.model,
    stream: true,
    ...(learned.asksUsage && { stream_options: { include_usage: true } }),
    ...(tools.length > 0 && { tools }),
    ...(request.temperature !== undefined && learned.takesTemperature && { temperature: request.temperature }),
    messages: wireMessages(request, { ...learned, images: learned.images !== false }),
  };
  // The package's types know neither `reasoning_content` nor a person's extra fields.
  return body as unknown as ChatCompletionCreateParamsStreaming;
}

function assemblerFor({ request, learned }: Job, endpoint: Endpoint): Assembler {
  const taken = request.messages.flatMap((message) => (message.role === "assistant" ? message.calls : []));
  return new Assembler(
    new Set(taken.map((call) => call.id)),
    (body) =>
      body === undefined
        ? plainFailure("broken_stream", endpoint)
        : reportedFailure({ status: undefined, body }, endpoint),
    (field) => {
      learned.reasoningField = field;
    },
  );
}

/** The finish is given as soon as it is sure; then the connection is read to its end. */
async function* answer(
  response: Response,
  assembler: Assembler,
  endpoint: Endpoint,
  dog: Watchdog,
): AsyncGenerator<readonly ModelEvent[]> {
  if (/text\/html/i.test(response.headers.get("content-type") ?? "")) {
    throw plainFailure("not_found", endpoint, "text/html");
  }
  for await (const batch of batchesOf(response)) {
    const events: ModelEvent[] = [];
    if (!assembler.done) take(batch, assembler, events, endpoint);
    dog.expect(patience(assembler));
    if (events.length > 0) yield events;
  }
  if (!assembler.done) yield assembler.end([], false);
}

function take(batch: Batch, assembler: Assembler, events: ModelEvent[], endpoint: Endpoint): void {
  for (const chunk of batch.chunks) assembler.push(chunk, events);
  if (batch.broken !== undefined && !assembler.finished)
    throw plainFailure("broken_stream", endpoint, "", batch.broken);
  if (batch.done) assembler.end(events, true);
}

function patience(assembler: Assembler): number {
  if (assembler.done) return DRAIN_MS;
  return assembler.finished ? TAIL_MS : IDLE_MS;
}
