import * as z from "zod";
import { connect, type EndpointOptions, headersFor, lentKey, originOf } from "./endpoint";
import { asFailure } from "./openaiFailure";

/** OpenAI's shape, or the bare list and the `models` that some servers answer with. */
const answer = z
  .union([z.object({ data: z.array(z.unknown()) }), z.object({ models: z.array(z.unknown()) }), z.array(z.unknown())])
  .transform((value) => (Array.isArray(value) ? value : "data" in value ? value.data : value.models));

const entry = z
  .union([z.object({ id: z.string().min(1) }), z.object({ name: z.string().min(1) })])
  .transform((value) => ("id" in value ? value.id : value.name));

/** The names that GET /models lists, in order of the alphabet. Throws `ModelError`. */
export async function listModels(endpoint: EndpointOptions, signal: AbortSignal): Promise<string[]> {
  const key = await lentKey(endpoint);
  try {
    const body: unknown = await connect(endpoint).get("/models", {
      headers: headersFor(key, endpoint.headers),
      signal,
    });
    const names = answer.parse(body).flatMap((value) => entry.safeParse(value).data ?? []);
    return [...new Set(names)].sort((a, b) => a.localeCompare(b, "en"));
  } catch (error) {
    signal.throwIfAborted();
    throw asFailure(error, { origin: originOf(endpoint.baseUrl), model: "list", key, now: 0 });
  }
}
