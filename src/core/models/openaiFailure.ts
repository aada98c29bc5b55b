import { APIConnectionError, APIError } from "openai";
import { type Endpoint, Failure, networkFailure, plainFailure, reportedFailure } from "./failure";

/** Any throw of the client as a `Failure`. */
export function asFailure(error: unknown, endpoint: Endpoint): Failure {
  if (error instanceof Failure) return error;
  if (error instanceof APIConnectionError) return networkFailure(error.cause ?? error, endpoint);
  if (error instanceof APIError) {
    const body: unknown = error.error ?? withoutStatus(error.message);
    return reportedFailure({ status: error.status, body, headers: error.headers }, endpoint);
  }
  if (error instanceof TypeError) return networkFailure(error, endpoint);
  return plainFailure("unknown", endpoint, error instanceof Error ? error.message : String(error), error);
}

/** The package puts the status before a body that is no JSON. */
function withoutStatus(message: string): string {
  return message.replace(/^\d{3} /, "").replace(/^status code \(no body\)$/, "");
}
