import { type Words, words } from "../../shared/words";
import type { ModelErrorKind } from "./model";

interface Place {
  readonly origin: string;
  readonly model: string;
  readonly key: string | undefined;
}

/** One or two sentences for people: what happened and what to do. The endpoint's own words come last. */
export function adviceFor(kind: ModelErrorKind, place: Place, status: number | undefined, detail: string): Words {
  const { origin, model } = place;
  const reply = replyOf(status, detail);
  switch (kind) {
    case "auth":
      return place.key
        ? words("{0} refused the key. Set a key that may use {1}. {2}", origin, model, reply)
        : words("{0} wants a key. Set one for this endpoint. {1}", origin, reply);
    case "quota":
      return words(
        "The account at {0} has no quota or credit left. Top it up or choose another model. {1}",
        origin,
        reply,
      );
    case "not_found":
      return notFound(place, status, reply);
    case "rate_limit":
      return words("{0} limits how often it may be asked. Wait a little, or choose another model. {1}", origin, reply);
    case "overloaded":
      return words("{0} is overloaded or has a fault. Try again later, or choose another model. {1}", origin, reply);
    case "timeout":
      return words("{0} did not answer in time. Try again, or choose another model. {1}", origin, reply);
    case "context_length":
      return words(
        "The conversation is too long for {0}. Start a new session, or choose a model with a larger window. {1}",
        model,
        reply,
      );
    case "bad_request":
      return words(
        "{0} did not accept the request. Check the model's name and the extra fields of this endpoint. {1}",
        origin,
        reply,
      );
    case "broken_stream":
      return words(
        "The answer of {0} broke off in the middle; nothing of it was run. Send the message again. {1}",
        model,
        reply,
      );
    case "network":
      return unreachable(origin, detail);
    case "unknown":
      return words("{0} reported a fault. Try again, or choose another model. {1}", origin, reply);
    default:
      return kind satisfies never;
  }
}

/** Nobody's language: "(HTTP 429: Slow down)". */
function replyOf(status: number | undefined, detail: string): string {
  const parts = [status === undefined ? "" : `HTTP ${status}`, detail].filter((part) => part !== "");
  return parts.length === 0 ? "" : `(${parts.join(": ")})`;
}

function notFound({ origin, model }: Place, status: number | undefined, reply: string): Words {
  return status !== undefined && status < 400
    ? words("{0} sends on to another address. Set that address as the base URL. {1}", origin, reply)
    : words(
        "There is no model {0} at {1}, or its base URL is wrong; it usually ends in /v1. {2}",
        model,
        origin,
        reply,
      );
}

function unreachable(origin: string, code: string): Words {
  if (code === "ECONNREFUSED")
    return words("Nothing listens at {0}. Start the server, or correct the base URL.", origin);
  if (code === "ENOTFOUND" || code === "EAI_AGAIN")
    return words("The name of {0} is not known. Check the base URL and the connection.", origin);
  return /CERT|SELF_SIGNED|SSL|TLS/.test(code)
    ? words(
        "The certificate of {0} is not trusted ({1}). Add its authority to the system, or correct the base URL.",
        origin,
        code,
      )
    : words("{0} can't be reached ({1}). Check the connection and the proxy.", origin, code);
}
