import type { ModelErrorKind } from "./model";

interface Place {
  readonly origin: string;
  readonly model: string;
  readonly key: string | undefined;
}

/** One or two sentences for people: what happened and what to do. The endpoint's own words come last. */
export function adviceFor(kind: ModelErrorKind, place: Place, status: number | undefined, detail: string): string {
  const said = detail === "" ? "" : ` It says: ${detail}`;
  const code = status === undefined ? "" : ` (status ${status})`;
  return sentence(kind, place, code, status, detail) + (kind === "network" ? "" : said);
}

function sentence(
  kind: ModelErrorKind,
  place: Place,
  code: string,
  status: number | undefined,
  detail: string,
): string {
  const { origin, model } = place;
  switch (kind) {
    case "auth":
      return place.key
        ? `${origin} refused the key${code}. Set a key that may use ${model}.`
        : `${origin} wants a key${code}. Set one for this endpoint.`;
    case "quota":
      return `The account at ${origin} has no quota or credit left${code}. Top it up or choose another model.`;
    case "not_found":
      return notFound(place, status, code);
    case "rate_limit":
      return `${origin} limits how often it may be asked${code}. Wait a little, or choose another model.`;
    case "overloaded":
      return `${origin} is overloaded or has a fault${code}. Try again later, or choose another model.`;
    case "timeout":
      return `${origin} did not answer in time${code}. Try again, or choose another model.`;
    case "context_length":
      return `The conversation is too long for ${model}${code}. Compact it, or choose a model with a larger window.`;
    case "bad_request":
      return `${origin} did not accept the request${code}. Check the model's name and the extra fields of this endpoint.`;
    case "broken_stream":
      return `The answer of ${model} broke off in the middle; nothing of it was run. Send the message again.`;
    case "network":
      return unreachable(origin, detail);
    case "unknown":
      return `${origin} reported a fault${code}. Try again, or choose another model.`;
    default:
      return kind satisfies never;
  }
}

function notFound({ origin, model }: Place, status: number | undefined, code: string): string {
  if (status !== undefined && status < 400)
    return `${origin} sends on to another address${code}. Set that address as the base URL.`;
  return `There is no model ${model} at ${origin}, or its base URL is wrong${code}; it usually ends in /v1.`;
}

function unreachable(origin: string, code: string): string {
  if (code === "ECONNREFUSED") return `Nothing listens at ${origin}. Start the server, or correct the base URL.`;
  if (code === "ENOTFOUND" || code === "EAI_AGAIN")
    return `The name of ${origin} is not known. Check the base URL and the connection.`;
  if (/CERT|SELF_SIGNED|SSL|TLS/.test(code)) {
    return `The certificate of ${origin} is not trusted (${code}). Add its authority to the system, or correct the base URL.`;
  }
  return `${origin} can't be reached (${code}). Check the connection and the proxy.`;
}
