import type { Details, ErrorCode, ImagePart, ResultEnvelope, ResultStatus } from "../../shared/results";
import { ToolError } from "../operations/failure";
import { type Limitable, type Limits, limit } from "./limiter";

/** What a tool gives back; see `ToolOutput`. */
interface Output extends Limitable {
  readonly status?: "ok" | "failed";
  readonly errorCode?: ErrorCode;
  readonly details?: Details;
  readonly images?: readonly ImagePart[];
}

/** The result of a call that ran. */
export async function toEnvelope(output: Output, operationId: string, limits: Limits): Promise<ResultEnvelope> {
  const { status = "ok", errorCode, details, images } = output;
  const limited = await limit(output, limits);
  return {
    status,
    ...limited,
    ...(images && { images }),
    ...(details && { details }),
    operationId,
    ...(errorCode && { errorCode }),
  };
}

/** The result of a call that was refused, stopped or threw. Anything but a `ToolError` is a bug of ours. */
export async function failedEnvelope(thrown: unknown, operationId: string, limits: Limits): Promise<ResultEnvelope> {
  const error = asToolError(thrown);
  const limited = await limit({ text: error.message }, limits);
  const hint = error.hint === undefined ? {} : { hint: error.hint };
  return { status: statusOf(error.code), ...limited, operationId, errorCode: error.code, ...hint };
}

/** All that the model sees of a result, besides its images. */
export function modelText(envelope: ResultEnvelope): string {
  const { errorCode, text, hint } = envelope;
  const body = errorCode === undefined ? text : `${errorCode}: ${text}`;
  return hint === undefined ? body : `${body}\nHint: ${hint}`;
}

function asToolError(thrown: unknown): ToolError {
  if (thrown instanceof ToolError) return thrown;
  if (thrown instanceof Error && thrown.name === "AbortError")
    return new ToolError("cancelled", "The call was stopped.");
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return new ToolError(
    "internal",
    `Gatehouse failed to run this: ${message}`,
    "This is not about the arguments. Try another way.",
  );
}

function statusOf(code: ErrorCode): ResultStatus {
  if (code === "cancelled") return "cancelled";
  return REFUSALS.has(code) ? "refused" : "failed";
}

/** Codes by which a call was kept from running. */
const REFUSALS: ReadonlySet<ErrorCode> = new Set(["denied", "safety_blocked", "blocked_by_route", "not_offered"]);
